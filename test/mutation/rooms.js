// The rooms that are mutated: their sources, and the folders and files of tests that must notice a mutant.
// Tests that read dist/, start other processes or measure time are not listed: they test other files,
// or they are not repeatable.

const RESPONSES = ['respond', 'formats', 'links']

export const ROOMS = {
  http: {
    sources: ['lib/http'],
    tests: [
      'http', 'url', 'respond/negotiation', 'respond/link-header', 'respond/conditional-reads',
      'guards/preconditions', 'features/options', 'context/host-origin', 'context/prefix-header',
      'options', 'respond/entity-tags'
    ]
  },
  url: {
    sources: ['lib/url'],
    tests: ['url', 'routes', 'policies', 'context', 'targets', 'links/pages', 'links/page-values']
  },
  links: {
    sources: ['lib/links'],
    tests: [
      ...RESPONSES, 'policies', 'context', 'targets', 'start', 'errors', 'declare', 'mistakes', 'openapi/pages',
      'openapi/components', 'openapi/guards', 'guards/guard-resource'
    ]
  },
  respond: {
    sources: ['lib/respond'], tests: [...RESPONSES, 'json', 'features', 'guards', 'errors', 'mistakes', 'links/batches']
  },
  guards: {
    sources: ['lib/guards', 'lib/policies'],
    tests: [
      'guards', 'features', 'errors', 'mistakes', 'policies', 'links/batches', 'links/offered',
      'respond/gated-cache-control', 'respond/on-demand', 'respond/entity-tags', 'openapi/guards'
    ]
  },
  caches: {
    sources: [
      'lib/formats/presence-cache.ts', 'lib/context/variant-cache.ts', 'lib/respond/variants.ts',
      'lib/respond/conditional.ts', 'lib/schema/members.ts', 'lib/links/class-configs.ts'
    ],
    tests: [
      ...RESPONSES, 'mistakes', 'openapi/pages', 'openapi/schemas', 'links/batches', 'links/batch-stages',
      'targets/faults', 'context/variant-cache', 'html/validators', 'forms/languages', 'schema/schemas',
      'forms/templates'
    ]
  }
}
