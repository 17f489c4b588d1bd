// The rooms that are mutated: their sources, and the folders and files of tests that must notice a mutant.
// Tests that read dist/, start other processes or measure time are not listed: they test other files,
// or they are not repeatable.

const RESPONSES = ['http/respond', 'http/formats', 'http/links']

export const ROOMS = {
  http: {
    sources: ['lib/http'],
    tests: [
      'unit/http', 'unit/url', 'http/respond/negotiation', 'http/respond/link-header', 'http/respond/conditional-reads',
      'http/guards/preconditions', 'http/features/options', 'unit/context/host-origin', 'unit/context/prefix-header',
      'http/options', 'http/respond/entity-tags'
    ]
  },
  url: {
    sources: ['lib/url'],
    tests: [
      'unit/url', 'http/routes', 'http/policies', 'unit/context', 'unit/targets', 'http/links/pages',
      'http/links/page-links'
    ]
  },
  links: {
    sources: ['lib/links'],
    tests: [
      ...RESPONSES, 'http/policies', 'unit/context', 'unit/targets', 'http/start', 'unit/faults', 'unit/declare',
      'http/openapi/pages',
      'http/openapi/components', 'http/openapi/guards', 'http/guards/guard-resource', 'unit/model'
    ]
  },
  respond: {
    sources: ['lib/respond'],
    tests: [
      ...RESPONSES, 'unit/json', 'http/features', 'http/problems', 'http/guards', 'unit/faults',
      'http/links/batches'
    ]
  },
  guards: {
    sources: ['lib/guards', 'lib/policies'],
    tests: [
      'http/guards', 'http/features', 'http/problems', 'unit/faults', 'http/policies',
      'http/links/batches', 'http/links/offered',
      'http/respond/gated-cache-control', 'http/respond/on-demand', 'http/respond/entity-tags', 'http/openapi/guards'
    ]
  },
  caches: {
    sources: [
      'lib/formats/writer.ts', 'lib/context/variant-cache.ts', 'lib/respond/variants.ts',
      'lib/respond/conditional.ts', 'lib/schema/members.ts', 'lib/links/class-configs.ts'
    ],
    tests: [
      ...RESPONSES, 'unit/faults', 'http/openapi/pages', 'http/openapi/schemas', 'http/links/batches',
      'http/links/stages',
      'unit/targets/why-omitted', 'unit/context/variant-cache', 'http/html/validators', 'unit/forms/languages',
      'unit/schema/schemas',
      'unit/forms/templates', 'unit/forms/derive'
    ]
  }
}
