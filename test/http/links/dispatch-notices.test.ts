import t from 'tap'
import {
  cursorPage, cursorPageSchema, defineLinks, type HyperRouteOptions,
  LinkTarget, OffsetPage, offsetPage, pageSchema
} from '../../../lib/index.ts'
import { project, type Setup, type Value } from '../../support/projection.ts'

// HYPER002: an opted-in route for which no configuration is found.

class Order { readonly id = 1 }
class Stray { readonly id = 1 }

const self = LinkTarget.uri('/self')
const orderLinks = defineLinks(Order, links => { links.self(self).when(() => false) })
const schemaLinks = defineLinks<object>('order', links => { links.self(self) })
const boundLinks = defineLinks<object>(links => { links.self(self) })
const body = { type: 'object', properties: { id: { type: 'integer' } } } as const
const withClass: Setup = { options: { links: [orderLinks] } }

const pageLinks = defineLinks(OffsetPage, links => { links.link('help', self) })
const page = (...items: unknown[]) => offsetPage(items, { page: 1, pageSize: 10, totalCount: items.length })
const pageOf = (item: object) => ({ type: 'object', properties: { items: { type: 'array', items: item } } })

const count = { type: 'integer' }
const PAGE_OF_TEXTS = {
  type: 'object',
  properties: {
    ...pageOf({ type: 'string' }).properties, page: count, pageSize: count, totalCount: count, totalPages: count
  }
}

const as = (status: number, value: unknown): Value => (_, reply) => {
  reply.code(status)
  return value
}

const ON: HyperRouteOptions = { links: true }
const responds = (response: object): Setup => ({ schema: { response } })
const known = (response: object): Setup => ({ options: { links: [schemaLinks] }, ...responds(response) })

// How often it is logged before the first request, and after three.
type Row = readonly [hyper: HyperRouteOptions, value: Value, setup: Setup, atReady: number, inTheEnd: number]

const ROWS: Readonly<Record<string, Row>> = {
  'no configuration at all': [ON, {}, {}, 1, 1],
  'a schema whose $id has none': [ON, {}, known({ 200: { $id: 'other', ...body } }), 1, 1],
  'a schema whose $id has one': [ON, {}, known({ 200: { $id: 'order', ...body } }), 0, 0],
  'a class has one': [ON, new Order(), withClass, 0, 0],
  'decorated, whatever survives its conditions': [ON, [new Order()], withClass, 0, 0],
  'an object of another class': [ON, new Stray(), withClass, 0, 1],
  'a plain object': [ON, {}, withClass, 0, 1],
  'an array of others': [ON, [new Stray(), 1], withClass, 0, 1],
  'an array in which one has none': [ON, [new Order(), new Stray(), new Order(), new Stray()], withClass, 0, 1],
  'an array of several types': [
    ON, [new Stray(), {}, new Order(), new Stray(), Object.create(null), new (class {})()], withClass, 0, 2
  ],
  'an array of arrays': [ON, [[new Order()]], withClass, 0, 1],
  'a page of others': [ON, page(new Stray(), new Stray()), withClass, 0, 1],
  'a page between cursors of others': [ON, cursorPage([{}, {}]), withClass, 0, 1],
  'a page of resources': [ON, page(new Order()), withClass, 0, 0],
  'an empty page': [ON, page(), withClass, 0, 0],
  'a page of texts': [ON, page('a'), withClass, 0, 0],
  'a page whose items the schema hides': [
    ON, page(new Stray()),
    { ...withClass, schema: { response: { 200: { type: 'object', properties: { page: { type: 'integer' } } } } } }, 0, 0
  ],
  'a page of others, where pages have a configuration': [ON, page({}), { options: { links: [pageLinks] } }, 1, 1],
  'an array whose own $id has a configuration': [
    ON, [{}],
    known({ 200: { $id: 'order', type: 'array', items: body } }),
    1, 1
  ],
  'an array of any elements': [ON, [{}], known({ 200: { $id: 'order', type: 'array' } }), 1, 1],
  'a page whose schema names the configuration of its items': [
    ON, page({}),
    known({ 200: pageOf({ $id: 'order', ...body }) }), 0, 0
  ],
  'a page whose schema names none for its items': [ON, page({}), known({ 200: pageOf(body) }), 1, 1],
  'a schema of an array of texts': [ON, ['a'], responds({ 200: { type: 'array', items: { type: 'string' } } }), 0, 0],
  'a schema of a page of texts': [ON, page('a'), responds({ 200: pageSchema({ type: 'string' }) }), 0, 0],
  'a schema of a page of texts between cursors': [
    ON, cursorPage(['a']), responds({ 200: cursorPageSchema({ type: 'string' }) }), 0, 0
  ],
  'a schema of a resource with a list of texts': [
    ON, { items: ['a'] }, responds({ 200: pageOf({ type: 'string' }) }), 0, 1
  ],
  'a schema of the app for a page of texts': [ON, page('a'), responds({ 200: PAGE_OF_TEXTS }), 0, 0],
  'the same with another member': [
    ON, page('a'), responds({ 200: { ...PAGE_OF_TEXTS, properties: { ...PAGE_OF_TEXTS.properties, note: {} } } }), 0, 0
  ],
  'a schema of the app for a page of texts between cursors': [
    ON, cursorPage(['a']), responds({ 200: pageOf({ type: 'string' }) }), 0, 0
  ],
  'a schema of the app for a page of one of several texts': [
    ON, cursorPage(['a']), responds({ 200: pageOf({ enum: ['a', 'b'] }) }), 0, 0
  ],
  'a schema of the app for an envelope of texts': [
    ON, { data: ['a'] }, responds({ 200: { type: 'object', properties: { data: { type: 'array' } } } }), 1, 1
  ],
  'a schema of a text': [ON, () => 'text', responds({ 200: { type: ['string', 'null'] } }), 0, 0],
  'a schema for errors only': [ON, {}, responds({ 404: body }), 1, 1],
  'one status of two has a configuration': [ON, {}, known({ 200: { $id: 'order', ...body }, 202: body }), 0, 0],
  'the other status of the two': [ON, as(202, {}), known({ 200: { $id: 'order', ...body }, 202: body }), 0, 1],
  'an empty array': [ON, [], withClass, 0, 0],
  'an array of texts': [ON, ['a'], withClass, 0, 0],
  'a bound route': [{ links: boundLinks }, {}, {}, 0, 0],
  'not opted in': [{}, {}, withClass, 0, 0],
  'opted out': [{ links: false }, {}, withClass, 0, 0],
  'status 404': [ON, as(404, {}), withClass, 0, 0],
  'status 204': [ON, as(204, undefined), withClass, 0, 0],
  'status 304': [ON, as(304, undefined), withClass, 0, 0],
  null: [ON, () => null, withClass, 0, 0],
  'a Map': [ON, () => new Map(), withClass, 0, 0],
  'a text': [ON, () => 'text', withClass, 0, 0],
  'an error': [ON, () => new Error('broken'), withClass, 0, 0],
  'the bare format': [{ links: true, format: 'none' }, new Order(), withClass, 0, 0]
}

for (const [name, [hyper, value, setup, atReady, inTheEnd]] of Object.entries(ROWS)) {
  t.test(name, async t => {
    const { get, logged } = await project(t, hyper, value, setup)
    t.equal(logged('HYPER002').length, atReady, 'when the app is ready')
    for (let request = 0; request < 3; request++) await get()
    t.equal(logged('HYPER002').length, inTheEnd, 'after three requests')
    for (const text of logged('HYPER002')) {
      t.match(text, /^route GET \/value: it is opted in, but .*links: orderLinks/, 'place and remedy')
    }
  })
}

t.test('once for each route', async t => {
  const { get, logged } = await project(t, { links: true }, new Stray(), {
    ...withClass,
    routes: app => { app.get('/other', { config: { hyper: { links: true } } }, async () => new Stray()) }
  })
  for (const path of ['/value', '/other', '/value', '/other']) await get('default', path)
  t.strictSame(logged('HYPER002').map(text => text.split(':')[0]), ['route GET /value', 'route GET /other'])
})

t.test('a route that never has a body', async t => {
  for (const status of [204, 304]) {
    for (const schema of [{ type: 'null' }, { description: 'Nothing.' }]) {
      const response = { [status]: schema, 404: body }
      const { logged } = await project(t, { links: true }, as(status, undefined), { schema: { response } })
      t.strictSame(logged('HYPER002'), [], `${status}, ${JSON.stringify(schema)}`)
    }
  }
})

t.test('HYPER002 names the value that is sent, and its place', async t => {
  const value = { constructor: { name: 'FromTheClient' } }
  const schema = { response: { 200: { type: 'array', items: { $id: 'member', type: 'object' } } } }
  const Nameless = (() => class {})()
  const rows: readonly (readonly [Value, Setup, string])[] = [
    [new Stray(), withClass, 'an instance of Stray that it sends'],
    [new Nameless(), withClass, 'an object that it sends'],
    [value, withClass, 'an object that it sends'],
    [[new Stray()], withClass, 'an instance of Stray in its array'],
    [[{}], { ...withClass, schema }, "an object of the schema 'member' in its array"],
    [page(Object.create({ constructor: undefined })), withClass, 'an object in its page'],
    [page({}), withClass, 'an object in its page']
  ]
  for (const [sent, setup, named] of rows) {
    const { get, logged } = await project(t, { links: true }, sent, setup)
    await get()
    t.match(logged('HYPER002'), [`no link configuration applies to ${named}. Register one`])
  }
})

t.test('a HEAD request is that of its GET route', async t => {
  const { app, logged } = await project(t, { links: true }, new Stray(), {
    ...withClass,
    routes: app => {
      app.route({
        method: ['POST', 'GET'], url: '/several', config: { hyper: { links: true } }, handler: async () => new Stray()
      })
      app.register(
        async scope => { scope.get('', { config: { hyper: { links: true } } }, async () => new Stray()) },
        { prefix: '/scope' }
      )
    }
  })
  for (const url of ['/value', '/several', '/scope', '/scope/']) {
    for (const method of ['HEAD', 'GET'] as const) await app.inject({ method, url })
  }
  t.strictSame(logged('HYPER002').map(text => text.split(':')[0]), [
    'route GET /value', 'route POST,GET /several', 'route GET /scope'
  ])
})

// An opted-in scope, its prefix, and what is logged when the app is ready.
const GROUPS: ReadonlyArray<readonly [name: string, prefix: string, urls: readonly string[], logged: RegExp]> = [
  ['the path of a prefix', '/api', ['/'], /^route GET \/api: it is opted in, but no link configuration applies/],
  [
    'the path of a prefix, without a slash', '/api', [''],
    /^route GET \/api: it is opted in, but no link configuration applies/
  ],
  ['several routes', '/api', ['/', '/a'],
    /^register option hyper of \/api: 2 of its routes are .* \(GET \/api, GET \/api\/a\), but no link configuration/],
  ['more routes', '/api', ['/', '/a', '/b', '/c'],
    /^register option hyper of \/api: 4 of its routes are opted in \(GET \/api, GET \/api\/a, GET \/api\/b, …\), but/]
]

for (const [name, prefix, urls, expected] of GROUPS) {
  t.test(`a group is reported once: ${name}`, async t => {
    const { logged } = await project(t, {}, {}, {
      routes: app => app.register(async scope => {
        for (const url of urls) scope.get(url, () => ({}))
      }, { prefix, hyper: { links: true } })
    })
    t.match(logged('HYPER002'), [expected])
    t.equal(logged('HYPER002').length, 1)
  })
}

t.test('a group: values of one type are reported once, and routes with options of their own by themselves', async t => {
  const { get, logged } = await project(t, {}, {}, {
    ...withClass,
    routes: app => app.register(async scope => {
      for (const url of ['/a', '/b']) scope.get(url, () => new Stray())
      scope.get('/own', { config: { hyper: { links: true } } }, () => new Stray())
      scope.register(async inner => { inner.get('/inner', () => ({})) }, { hyper: { format: 'default' } })
    }, { prefix: '/api', hyper: { links: true } })
  })
  for (const path of ['/api/b', '/api/a', '/api/own', '/api/inner']) await get('default', path)
  t.strictSame(logged('HYPER002').map(text => text.split(':')[0]), [
    'route GET /api/b', 'route GET /api/own', 'route GET /api/inner'
  ])
})
