import type { FastifyRequest } from 'fastify'
import t from 'tap'
import { RouteTable } from '../../../lib/routes/route-table.ts'
import { ROUTER } from '../../support/router-settings.ts'

t.test('a host is read as the router reads it', async t => {
  const table = new RouteTable(ROUTER)
  const handler = () => {}
  table.add({ name: 'Get', options: { method: 'GET', url: '/a', constraints: { host: 'a.example' }, handler } })
  table.add({ name: 'Get', options: { method: 'GET', url: '/b', constraints: { host: 'b.example' }, handler } })
  const rows: Record<string, [headers: Record<string, string>, url: string]> = {
    'Host (HTTP/1.1)': [{ host: 'b.example' }, '/b'],
    ':authority (HTTP/2)': [{ ':authority': 'b.example' }, '/b'],
    neither: [{}, '/a']
  }
  for (const [name, [headers, url]] of Object.entries(rows)) {
    t.equal(
      table.find('Get', { headers, routeOptions: {} } as unknown as FastifyRequest)?.url, url, name
    )
  }
})

t.test('the template of a route is compiled once, not for each resource', async t => {
  let reads = 0
  const properties = new Proxy({ q: { type: 'string' } }, {
    ownKeys: target => { reads++; return Reflect.ownKeys(target) }
  })
  const querystring = { type: 'object', properties }
  const table = new RouteTable(ROUTER)
  const options = { method: 'GET', url: '/search/:kind', schema: { querystring }, handler: () => {} } as const
  table.add({ name: 'Search', options })
  const route = table.find('Search')!
  t.equal(reads, 0, 'when the first link requests it')
  t.equal(route.template({ kind: 'a' }), '/search/a{?q}')
  const first = reads
  for (const [kind, template] of [[undefined, '/search/{kind}{?q}'], ['b', '/search/b{?q}']]) {
    t.equal(route.template({ kind }), template)
  }
  t.equal(reads, first)
})
