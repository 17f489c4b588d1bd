import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { CursorPage, OffsetPage } from '../../../lib/declare/pages.ts'
import { cursorPage, cursorPageSchema, defineLinks, LinkTarget, offsetPage, pageSchema } from '../../../lib/index.ts'
import * as typebox from '../../../lib/typebox.ts'
import { agree, type Agreement } from '../../support/agreement.ts'
import { type JsonObject, member } from '../../support/documents.ts'
import { dereferenced, responseIn } from '../../support/openapi.ts'

const integer = { type: 'integer' }
const item = { type: 'object', required: ['id'], properties: { id: integer } }
const items = { type: 'array', items: item }
const order = { $id: 'Order', ...item }
const counts = { page: integer, pageSize: integer, totalCount: integer, totalPages: integer }
const page = (properties: object, more: object = {}) =>
  ({ type: 'object', required: ['items'], properties: { items, ...properties }, ...more })

const PAGES: Readonly<Record<string, () => object>> = {
  'a counted page': () => offsetPage([{ id: 1 }], { page: 2, pageSize: 1, totalCount: 3 }),
  'the last page': () => offsetPage([{ id: 1 }], { page: 1, pageSize: 1, totalCount: 1 }),
  'an empty page': () => offsetPage([], { page: 1, pageSize: 1, totalCount: 0, rel: 'orders' }),
  'a page between cursors': () => cursorPage([{ id: 1 }], { next: 'a', prev: 'b' }),
  'a page without cursors': () => cursorPage([], {})
}

const pageLinks = (type: string | typeof OffsetPage | typeof CursorPage) =>
  defineLinks<object>(type as string, links => {
    links.link('help', LinkTarget.uri('/help'))
    links.link('FIRST', LinkTarget.uri('/first'))
    links.link('next', LinkTarget.uri('/next'))
    links.embedMany('notes', () => [{ text: 'a' }])
    links.affordance('create', LinkTarget.route('Create'))
  })

function create (app: FastifyInstance): void {
  app.post('/create', { config: { hyper: { name: 'Create' } } }, (_, reply) => reply.code(204).send())
}

interface Route {
  readonly schema: object
  readonly make: () => object
  readonly config?: object
}

type Schemas = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>

/** The schemas of routes, by title and media type; the responses of all routes agree with them. */
async function schemasOf (t: Test, routes: Readonly<Record<string, Route>>, setup: Agreement = {}): Promise<Schemas> {
  const paths = new Map(Object.keys(routes).map((title, index) => [title, `/page${index}`]))
  const document = await agree(t, app => {
    create(app)
    app.addSchema({ $id: 'Orders', ...items })
    app.addSchema({ $id: 'Counts', type: 'object', required: ['totalCount'], properties: counts })
    app.addSchema({ $id: 'Parts', definitions: { part: { type: 'object', properties: {} } } })
    for (const [title, { schema, make, config = { links: true } }] of Object.entries(routes)) {
      app.get(paths.get(title)!, { schema: { response: { 200: schema } }, config: { hyper: config } }, make)
    }
  }, [...paths.values()], setup)
  return Object.fromEntries([...paths].map(([title, path]) => {
    const content = member(responseIn(document, path), 'content') as Record<string, JsonObject>
    return [
      title,
      Object.fromEntries(Object.entries(content)
        .map(([type, media]) => [type, dereferenced(document, media['schema']) as JsonObject]))
    ]
  }))
}

const namesIn = (schema: unknown, ...path: string[]) => Object.keys(member(schema, ...path) ?? {})

/** A route for each kind of page. */
function routesOf (schemaFor: (counts: object) => object, config: object = { links: true }): Record<string, Route> {
  return Object.fromEntries(Object.entries(PAGES).map(([title, make]) =>
    [title, { schema: schemaFor(isCounted(title) ? counts : {}), make, config }]))
}

const isCounted = (title: string) => PAGES[title]!() instanceof OffsetPage

t.test('a page schema with a configuration of its own has the links of pages and of its configuration', async t => {
  for (const version of ['3.0.3', '3.1.0']) {
    const routes = routesOf(counts => page(counts, { $id: 'OrderPage', title: 'Orders', description: 'A page' }))
    const schemas = await schemasOf(t, routes, { version, hyper: { links: [pageLinks('OrderPage')] } })
    for (const [title, content] of Object.entries(schemas)) {
      const { 'application/json': json, 'application/hal+json': hal, 'application/prs.hal-forms+json': forms } = content
      const relations = isCounted(title) ? ['self', 'first', 'prev', 'next', 'last'] : ['self', 'FIRST', 'next', 'prev']
      for (const schema of [json, hal, forms]) {
        t.same(namesIn(schema, 'properties', '_links', 'properties')
          .toSorted(), ['help', ...relations, 'curies'].toSorted(), title)
      }
      t.same(namesIn(hal, 'properties', '_embedded', 'properties'), ['notes', 'item'], title)
      t.same(member(hal, 'required'), ['_links', '_embedded'], title)
      t.same(member(json, 'required'), ['items', '_links', '_embedded', '_actions'], title)
      t.equal(member(hal, 'description'), 'A page', title)
      t.equal(
        member(hal, 'properties', 'items') === undefined, isCounted(title), `${title}: the items are in _embedded`
      )
    }
  }
})

t.test('all values of pageSchema and cursorPageSchema are pages, also with a configuration of its own', async t => {
  const schemas = {
    offset: pageSchema(order),
    cursor: cursorPageSchema(order),
    'TypeBox offset': typebox.pageSchema(order),
    'TypeBox cursor': typebox.cursorPageSchema(order)
  }
  for (const [title, schema] of Object.entries(schemas)) {
    const make = title.endsWith('offset') ? PAGES['a counted page']! : PAGES['a page between cursors']!
    const links = [pageLinks(schema as never), defineLinks('Order', links => { links.self(LinkTarget.uri('/order')) })]
    const { [title]: content } = await schemasOf(t, { [title]: { schema, make } }, { hyper: { links } })
    const json = content!['application/json']
    t.ok((member(json, 'required') as string[]).includes('_links'), title)
    t.ok((member(json, 'properties', '_links', 'required') as string[]).includes('self'), title)
    t.equal(member(json, 'properties', 'items', 'items', '$ref'), '#/components/schemas/Order.default', title)
  }
})

t.test('a configuration of the class of pages', async t => {
  const hyper = { links: [pageLinks(OffsetPage), pageLinks(CursorPage)] }
  const schemas = await schemasOf(t, routesOf(counts => page(counts)), { hyper })
  for (const [title, content] of Object.entries(schemas)) {
    t.ok(member(content['application/hal+json'], 'properties', '_links', 'properties', 'help'), title)
  }
})

t.test('an operation links to the operations of its page', async t => {
  const document = await agree(t, app => {
    create(app)
    const schema = { response: { 200: page(counts, { $id: 'OrderPage' }) } }
    app.get('/page', { schema, config: { hyper: { links: true } } }, PAGES['a counted page']!)
  }, ['/page'], { hyper: { links: [pageLinks('OrderPage')] } })
  t.same(namesIn(document, 'paths', '/page', 'get', 'responses', '200', 'links'), ['create'])
})

t.test('a plain object with the schema of a page is as documented too', async t => {
  const plain = { items: [{ id: 1 }], page: 1, pageSize: 1, totalCount: 1, totalPages: 1, more: 1 }
  class Cart {
    readonly items = [{ id: 1 }]
  }
  const cart = defineLinks(Cart, links => {
    links.self(LinkTarget.uri('/cart'))
    links.affordance('create', LinkTarget.route('Create'))
  })
  const config = { links: pageLinks('Bound') }
  const make = () => plain
  await schemasOf(t, {
    'a schema with a configuration': { schema: page(counts, { $id: 'OrderPage' }), make },
    'a closed schema with a configuration': {
      schema: page(counts, { $id: 'OrderPage', additionalProperties: false }), make
    },
    'only items, with a configuration': { schema: page({}, { $id: 'OrderPage' }), make },
    'only items, bound': { schema: page({}), make, config },
    'other properties, bound': { schema: page({ ...counts, more: integer }), make, config },
    'other properties, without configuration': { schema: page({ ...counts, more: integer }), make }
  }, { hyper: { links: [pageLinks('OrderPage')] } })
  await schemasOf(
    t, { 'only items, of a class': { schema: page({}), make: () => new Cart() } }, { hyper: { links: [cart] } }
  )
})

t.test('pages that a handler adds properties to', async t => {
  const make = () => Object.assign(PAGES['a counted page']!(), { more: 1 })
  const schemas = await schemasOf(t, {
    open: { schema: page({ ...counts, more: integer }), make },
    closed: { schema: page({ ...counts, more: integer }, { additionalProperties: false }), make }
  })
  for (const [title, { 'application/json': json, 'application/hal+json': hal }] of Object.entries(schemas)) {
    t.ok(member(hal, 'properties', '_embedded'), title)
    t.ok(member(json, 'properties', '_links', 'properties', 'next'), title)
  }
})

t.test('a page with another list of resources', async t => {
  const related = defineLinks<{ id: number }>(links => { links.self(LinkTarget.uri('/items/1')) })
  const links = defineLinks<object>('OrderPage', links => { links.items('related' as never, related as never) })
  const { page: content } = await schemasOf(t, {
    page: {
      schema: page({ ...counts, related: items }, { $id: 'OrderPage', required: ['items', 'related'] }),
      make: () => Object.assign(PAGES['a counted page']!(), { related: [{ id: 2 }] })
    }
  }, { hyper: { links: [links] } })
  for (const schema of Object.values(content!)) {
    t.ok(member(schema, 'properties', '_links', 'properties', 'next'), 'the links of a page')
  }
  t.same(namesIn(content!['application/hal+json'], 'properties', '_embedded', 'properties'), ['item', 'related'])
})

t.test('pages with a bound configuration of their items', async t => {
  const links = defineLinks<{ id: number }>(links => { links.self(LinkTarget.uri('/items/1')) })
  await schemasOf(t, routesOf(counts => page(counts), { links }))
})

t.test('a page schema whose items, or which itself, is made of other schemas', async t => {
  const config = { links: defineLinks<{ id: number }>(links => { links.self(LinkTarget.uri('/items/1')) }) }
  const make = PAGES['a counted page']!
  const schemas = await schemasOf(t, {
    'items of a shared schema': {
      schema: { type: 'object', required: ['items'], properties: { items: { $ref: 'Orders#' }, ...counts } },
      make,
      config
    },
    allOf: {
      schema: { allOf: [{ $ref: 'Counts#' }, { type: 'object', required: ['items'], properties: { items } }] },
      make,
      config
    }
  })
  for (const [title, { 'application/hal+json': hal }] of Object.entries(schemas)) {
    t.ok(member(hal, 'properties', '_embedded', 'properties', 'item', 'items'), title)
    t.notOk((member(hal, 'required') as string[]).includes('items'), title)
  }
})

t.test('the schema of a response that is no page is unchanged', async t => {
  const config = { links: pageLinks('Any') }
  const make = () => ({ items: [], name: 1 })
  const part = { $ref: 'Parts#/definitions/part' }
  const schemas = await schemasOf(t, {
    'another property': { schema: page({ name: integer }), make, config },
    'items that are no list': {
      schema: { type: 'object', properties: { items: { type: 'object' } } }, make: () => ({ items: {} }), config
    },
    'items that cannot be seen': {
      schema: { type: 'object', properties: { items: part } }, make: () => ({ items: {} }), config
    },
    'a part that cannot be seen': { schema: { allOf: [part, page({ name: integer })] }, make, config }
  })
  for (const [title, { 'application/json': json }] of Object.entries(schemas)) {
    t.notMatch(JSON.stringify(json), /"prev"/, title)
  }
})

t.test('a page that is the response to another method than GET has no links to others', async t => {
  const response = { 200: pageSchema(item) }
  const links = defineLinks<object>(links => {
    links.link('help', LinkTarget.uri('/help'))
    links.page({ page: 'page', pageSize: 'size', total: 'total' })
  })
  const envelope = { 200: { type: 'object', properties: { page: integer, size: integer, total: integer } } }
  const document = await agree(t, app => {
    const options = { schema: { response }, config: { hyper: { links: true } } } as const
    app.post('/found', options, PAGES['a counted page']!)
    app.get('/found', options, PAGES['a counted page']!)
    for (const method of ['GET', 'PUT']) {
      app.route({
        method,
        url: '/envelope',
        schema: { response: envelope },
        config: { hyper: { links } },
        handler: async () => ({ page: 1, size: 10, total: 20 })
      })
    }
  }, ['/found', 'POST /found', '/envelope', 'PUT /envelope'])
  const linksOf = (path: string, method: string) => {
    const schema = member(
      responseIn(document, path, '200', method), 'content', 'application/json', 'schema'
    )
    const { properties, required = [] } = dereferenced(document, schema) as
      { properties: { _links?: { properties: object } }, required?: string[] }
    return [Object.keys(properties._links?.properties ?? {}), required.includes('_links')]
  }
  const all = ['self', 'first', 'prev', 'next', 'last']
  t.same(linksOf('/found', 'get'), [[...all, 'curies'], true])
  t.same(linksOf('/found', 'post'), [[], false])
  t.same(linksOf('/envelope', 'get'), [['help', ...all], true])
  t.same(linksOf('/envelope', 'put'), [['help'], true])
})
