import t from 'tap'
import type { ApiModel, ModelRoute, ModelType, TypeAction } from '../../../lib/model/model.ts'
import { merged } from '../../../scaffold/client/merged.ts'

const type = (name: string, routes: readonly string[]): ModelType => ({
  name,
  kind: 'resource',
  label: null,
  routes,
  data: null,
  movedMembers: [],
  open: false,
  relations: [],
  embedded: [],
  actions: [],
  item: undefined,
  onDemand: [],
  tagged: false,
  pageSize: null
})

const read = (url: string): ModelRoute => ({
  name: null,
  methods: ['GET'],
  url,
  constraints: {},
  policies: [],
  guarded: false,
  missingPasses: false,
  hidden: false,
  requiresIfMatch: false,
  deprecated: false,
  output: { types: ['Order'], empty: false }
})

function registration (prefix: string, url: string): ApiModel {
  return {
    prefix,
    formats: ['default'],
    defaultFormat: 'default',
    baseUrl: null,
    types: [type('Order', [`GET ${url}`])],
    configs: [],
    routes: [read(url)]
  }
}

t.test('registrations are told apart in any order: by their prefix, else by a route', t => {
  const all = [registration('/v2', '/v2/order'), registration('', '/order'), registration('', '/shops/:id/order')]
  for (const models of [all, all.toReversed()]) {
    const outputs = merged(models).routes.map(({ url, output }) => [url, output!.types[0]])
    t.strictSame(Object.fromEntries(outputs), {
      '/order': 'Order', '/shops/:id/order': 'GetShopsByIdOrder', '/v2/order': 'V2Order'
    })
  }
  t.end()
})

t.test('an app without HAL-FORMS names the default action as it is declared', t => {
  const model = registration('', '/order')
  const action: TypeAction = {
    name: 'change',
    templateName: 'default',
    title: null,
    method: 'PUT',
    route: null,
    contentType: null,
    hasValues: false,
    input: null,
    fields: [],
    policies: [],
    deprecated: false,
    always: true,
    output: { types: [null], empty: false },
    requiresIfMatch: false,
    dangerous: false
  }
  const types = model.types.map(type => ({ ...type, actions: [action] }))
  const names = [['default'], ['default', 'hal-forms']].map(formats =>
    merged([{ ...model, formats, types }]).types[0]!.actions[0]!.name)
  t.same(names, ['change', 'default'])
  t.end()
})
