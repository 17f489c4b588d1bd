import t from 'tap'
import { defineLinks, LinkTarget, type HyperRouteOptions } from '../../lib/index.ts'
import { project, type Setup, type Value } from '../support/projection.ts'

// HYPER002: an opted-in route for which no configuration is found.

class Order { readonly id = 1 }
class Stray { readonly id = 1 }

const self = LinkTarget.uri('/self')
const orderLinks = defineLinks(Order, links => { links.self(self).when(() => false) })
const schemaLinks = defineLinks<object>('order', links => { links.self(self) })
const boundLinks = defineLinks<object>(links => { links.self(self) })
const body = { type: 'object', properties: { id: { type: 'integer' } } } as const
const withClass: Setup = { options: { links: [orderLinks] } }

const as = (status: number, value: unknown): Value => (_, reply) => {
  reply.code(status)
  return value
}

// How often it is said before the first request, and after three.
type Row = readonly [hyper: HyperRouteOptions, value: Value, setup: Setup, atReady: number, inTheEnd: number]

const ROWS: Readonly<Record<string, Row>> = {
  'no configuration at all': [{ links: true }, {}, {}, 1, 1],
  'a schema whose $id has none': [{ links: true }, {}, { options: { links: [schemaLinks] }, schema: { response: { 200: { $id: 'other', ...body } } } }, 1, 1],
  'a schema whose $id has one': [{ links: true }, {}, { options: { links: [schemaLinks] }, schema: { response: { 200: { $id: 'order', ...body } } } }, 0, 0],
  'a class has one': [{ links: true }, new Order(), withClass, 0, 0],
  'decorated, whatever survives its conditions': [{ links: true }, [new Order()], withClass, 0, 0],
  'an object of another class': [{ links: true }, new Stray(), withClass, 0, 1],
  'a plain object': [{ links: true }, {}, withClass, 0, 1],
  'an array of others': [{ links: true }, [new Stray(), 1], withClass, 0, 1],
  'an array in which one has one': [{ links: true }, [new Stray(), new Order()], withClass, 0, 0],
  'an empty array': [{ links: true }, [], withClass, 0, 0],
  'an array of texts': [{ links: true }, ['a'], withClass, 0, 0],
  'a bound route': [{ links: boundLinks }, {}, {}, 0, 0],
  'not opted in': [{}, {}, withClass, 0, 0],
  'opted out': [{ links: false }, {}, withClass, 0, 0],
  'status 404': [{ links: true }, as(404, {}), withClass, 0, 0],
  'status 204': [{ links: true }, as(204, undefined), withClass, 0, 0],
  'status 304': [{ links: true }, as(304, undefined), withClass, 0, 0],
  null: [{ links: true }, () => null, withClass, 0, 0],
  'a text': [{ links: true }, () => 'text', withClass, 0, 0],
  'an error': [{ links: true }, () => new Error('broken'), withClass, 0, 0],
  'the bare format': [{ links: true, format: 'none' }, new Order(), withClass, 0, 0]
}

for (const [name, [hyper, value, setup, atReady, inTheEnd]] of Object.entries(ROWS)) {
  t.test(name, async t => {
    const { ask, said } = await project(t, hyper, value, setup)
    t.equal(said('HYPER002').length, atReady, 'when the app is ready')
    for (let request = 0; request < 3; request++) await ask()
    t.equal(said('HYPER002').length, inTheEnd, 'after three requests')
    for (const text of said('HYPER002')) t.match(text, /^route GET \/value: opted in, but .*links: orderLinks/, 'place and remedy')
  })
}

t.test('once for each route', async t => {
  const { ask, said } = await project(t, { links: true }, new Stray(), {
    ...withClass,
    routes: app => { app.get('/other', { config: { hyper: { links: true } } }, async () => new Stray()) }
  })
  for (const path of ['/value', '/other', '/value', '/other']) await ask('default', path)
  t.strictSame(said('HYPER002').map(text => text.split(':')[0]), ['route GET /value', 'route GET /other'])
})

t.test('a route that never has a body', async t => {
  const { said } = await project(t, { links: true }, as(204, undefined), { schema: { response: { 204: { type: 'null' }, 404: body } } })
  t.strictSame(said('HYPER002'), [])
})
