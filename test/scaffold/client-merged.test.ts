import t from 'tap'
import type { ApiDescription, DescribedType } from '../../lib/diagnostics/api-description.ts'
import { merged } from '../../scaffold/client/merged.ts'

const type = (name: string, routes: readonly string[]): DescribedType => ({
  name,
  routes,
  data: null,
  movedMembers: [],
  open: false,
  relations: [],
  embedded: [],
  actions: [],
  item: undefined,
  onDemand: []
})

function registration (prefix: string, url: string): ApiDescription {
  return { prefix, types: [type('Order', [`GET ${url}`])], entries: new Map([[url, 'Order']]) }
}

t.test('registrations are told apart in any order: by their prefix, else by a route', t => {
  const all = [registration('/v2', '/v2/order'), registration('', '/order'), registration('', '/shops/:id/order')]
  for (const descriptions of [all, all.toReversed()]) {
    t.strictSame(Object.fromEntries(merged(descriptions).entries), {
      '/order': 'Order', '/shops/:id/order': 'GetShopsByIdOrder', '/v2/order': 'V2Order'
    })
  }
  t.end()
})
