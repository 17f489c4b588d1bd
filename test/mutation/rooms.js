// The rooms that are mutated: their sources, and the folders and files of tests that must notice a mutant.
// Tests that read dist/, start other processes or measure time are not listed: they test other files,
// or they are not repeatable.

const RESPONSES = ['respond', 'formats', 'links']

export const ROOMS = {
  http: {
    sources: ['lib/http'],
    tests: [
      'http', 'url', 'respond/negotiation', 'respond/link-header', 'respond/conditional-reads',
      'features/preconditions',
      'features/options', 'resolution/host-origin', 'resolution/prefix-header', 'options', 'respond/entity-tags'
    ]
  },
  url: { sources: ['lib/url'], tests: ['url', 'routes', 'resolution', 'links/pages', 'links/page-values'] },
  links: {
    sources: ['lib/links'],
    tests: [
      ...RESPONSES, 'resolution', 'start', 'errors', 'declare', 'mistakes', 'openapi/pages', 'openapi/components',
      'openapi/guards', 'features/guard-resource'
    ]
  },
  respond: {
    sources: ['lib/respond'], tests: [...RESPONSES, 'json', 'features', 'errors', 'mistakes', 'resolution/batches']
  },
  guards: {
    sources: [
      'lib/features/guard', 'lib/features/preconditions.ts', 'lib/features/private-responses.ts', 'lib/policies',
      'lib/start/guards.ts'
    ],
    tests: [
      'features', 'errors', 'mistakes', 'resolution/authorization', 'resolution/batches', 'resolution/target-policies',
      'respond/gated-cache-control', 'respond/on-demand', 'respond/entity-tags', 'openapi/guards'
    ]
  },
  caches: {
    sources: [
      'lib/formats/presence-cache.ts', 'lib/resolution/variant-cache.ts', 'lib/respond/variants.ts',
      'lib/respond/conditional.ts', 'lib/forms/schema/memoize.ts', 'lib/links/class-configs.ts'
    ],
    tests: [
      ...RESPONSES, 'mistakes', 'openapi/pages', 'openapi/schemas', 'resolution/batches', 'resolution/batch-stages',
      'resolution/resolution', 'resolution/variant-cache', 'html/validators', 'forms/languages', 'forms/schemas',
      'forms/templates'
    ]
  }
}
