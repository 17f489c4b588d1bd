import Fastify, { type InjectOptions, type LightMyRequestResponse } from 'fastify'
import t from 'tap'
import { jsonApi, type JsonApiOptions } from '../../../formats/json-api.ts'
import hyper, { defineLinks, LinkTarget, offsetPage, pageQuery, problem } from '../../../lib/index.ts'
import { newApp } from '../../support/servers.ts'

// JSON:API 1.1: what documents have, and what request bodies become. test/acceptance/clients has programs that others
// wrote.

const TYPE = 'application/vnd.api+json'

class Customer {
  readonly id = '7'
  readonly name = 'Ann'
  readonly secret = 'hidden'
}

class Order {
  readonly id: number
  readonly status: string
  readonly total = 12

  constructor (id: number, status = 'Pending') {
    this.id = id
    this.status = status
  }
}

const customer = new Customer()
const customerSchema = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } }
const customerLinks = defineLinks(Customer, links => {
  links.self(LinkTarget.uri('/customers/7'))
}, { schema: customerSchema })

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })))
  links.link('customer', LinkTarget.uri('/customers/7'))
  links.link('search', LinkTarget.routeTemplate('ListOrders'))
  links.link('acme:invoice', LinkTarget.uri('/invoices/1'))
  links.link('alternate', LinkTarget.uri('/a')).hreflang('de')
  links.link('alternate', LinkTarget.uri('/b')).hreflang('fr')
  links.embed('customer', () => customer)
  links.embedMany('related', order => order.id === 1 ? [new Order(2), new Order(3)] : [])
  links.affordance('cancel', LinkTarget.uri('/cancel'))
})

const rootLinks = defineLinks(links => {
  links.self(LinkTarget.uri('/'))
  links.link('orders', LinkTarget.route('ListOrders'))
}, { name: 'Root' })

const linesLinks = defineLinks<{ id: number, lines: Order[] }>(links => { links.items('lines') }, { name: 'Cart' })

const IDS = [1, 'a', 'b', 'a",x', '\\', '"', 'ü', 1.5, -1, '', true, null, 'a"', '\\",'] as const
const idLinks = defineLinks<object>(links => { links.self(LinkTarget.uri('/self')) }, { name: 'Thing' })

const unnamed = defineLinks(links => { links.self(LinkTarget.uri('/unnamed')) })

const nested = { type: 'object', required: ['c'], properties: { c: {} } }
const body = { type: 'object', required: ['status'], properties: { status: { type: 'string' }, 'a/b': nested } }

async function send (request: InjectOptions, options?: JsonApiOptions): Promise<LightMyRequestResponse> {
  const app = Fastify({ pluginTimeout: 0 })
  await app.register(hyper, {
    links: [customerLinks, orderLinks], formatters: [jsonApi(options)], hrefs: 'path', validationProblems: true
  })
  const linked = { config: { hyper: { links: true as const } } }
  app.get('/', { config: { hyper: { links: rootLinks } } }, () => ({ name: 'Shop' }))
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder', links: true } } }, () => new Order(1))
  app.get('/orders', {
    schema: { querystring: pageQuery() }, config: { hyper: { name: 'ListOrders', links: true } }
  }, () => offsetPage([new Order(1), new Order(2)], { page: 1, pageSize: 2, totalCount: 5 }))
  app.get('/list', linked, () => [new Order(1), new Order(2)])
  app.get('/none', linked, () => [])
  app.get('/numbers', linked, () => [1, 2])
  app.get('/ids', { config: { hyper: { links: idLinks } } }, () => IDS.map(id => ({ id, name: 'x' })))
  app.get('/same', linked, () => [new Order(2), new Order(3), new Order(2)])
  app.get('/plain', linked, () => ({ plain: true }))
  app.get('/cart', { config: { hyper: { links: linesLinks } } }, () => ({ id: 5, lines: [new Order(3)] }))
  app.get('/odd', { config: { hyper: { links: rootLinks } } }, (_request, reply) => reply.type('application/json')
    .serializer(() => '{"type":"x","_id":1,"links":{},"big":12345678901234567890}').send({}))
  app.get('/unnamed', { config: { hyper: { links: unnamed } } }, () => ({ id: 1, name: 'Shop' }))
  app.get('/gone', linked, () => problem({
    status: 410, type: 'https://e.example/gone', instance: '/gone/1', detail: 'Gone for good.'
  }))
  app.post('/orders', { schema: { body }, ...linked }, request => new Order(9, (request.body as Order).status))
  const response = await app.inject({ ...request, headers: { accept: TYPE, ...request.headers } })
  await app.close()
  return response
}

const read = async (url: string, options?: JsonApiOptions) => (await send({ url }, options)).json<{
  data: { type: string, id: string, attributes: object, relationships: object, links: object }
  included: Array<{ type: string, id: string }>
  links: object
  meta: object
}>()

t.test('a resource object', async t => {
  t.same((await read('/orders/1')).data, {
    type: 'Order',
    id: '1',
    attributes: { status: 'Pending', total: 12 },
    relationships: {
      customer: { data: { type: 'Customer', id: '7' }, links: { related: '/customers/7' } },
      related: { data: [{ type: 'Order', id: '2' }, { type: 'Order', id: '3' }] }
    },
    links: { self: '/orders/1' }
  }, 'without templates, CURIEs, actions, and relations of several links')
})

const idsOf = (resources: ReadonlyArray<{ type: string, id: string }>) => resources.map(({ type, id }) => type + id)

const INCLUDED: Readonly<Record<string, [url: string, included: string[]]>> = {
  'a resource': ['/orders/1', ['Customer7', 'Order2', 'Order3']],
  'a page': ['/orders', ['Customer7', 'Order3']],
  'a list': ['/list', ['Customer7', 'Order3']]
}

for (const [row, [url, included]] of Object.entries(INCLUDED)) {
  t.test(`included has each resource once, and no primary data: ${row}`, async t => {
    t.same(idsOf((await read(url)).included), included)
  })
}

t.test('a page has its elements, links between pages, and its other members as meta', async t => {
  const { data, links, meta } = await read('/orders')
  t.same(idsOf(data as never), ['Order1', 'Order2'])
  t.same(links, { self: '/orders', first: '/orders?page=1', next: '/orders?page=2', last: '/orders?page=3' })
  t.same(meta, { page: 1, pageSize: 2, totalCount: 5, totalPages: 3 })
})

const BEGIN = '{"jsonapi":{"version":"1.1"},'
const DOCUMENTS: Readonly<Record<string, [url: string, document: string]>> = {
  'an empty list': ['/none', `${BEGIN}"data":[]}`],
  'a list of other values': ['/numbers', `${BEGIN}"meta":{"value":[1,2]}}`],
  'a value without a configuration': ['/plain', `${BEGIN}"meta":{"plain":true}}`],
  'names that are not allowed, and a large number': ['/odd', `${BEGIN}"data":{"type":"Root","id":"/",` +
    '"attributes":{"big":12345678901234567890},"relationships":{"orders":{"links":{"related":"/orders"}}},' +
    '"links":{"self":"/"}}}']
}

for (const [row, [url, document]] of Object.entries(DOCUMENTS)) {
  t.test(`documents: ${row}`, async t => t.equal((await send({ url })).body, document))
}

t.test('a resource without a type is meta, with its link', async t => {
  t.equal(
    (await send({ url: '/unnamed' })).body, `${BEGIN}"links":{"self":"/unnamed"},"meta":{"id":1,"name":"Shop"}}`
  )
})

t.test('a list in a resource with an id is a relationship', async t => {
  const { data } = await read('/cart')
  t.same([data.type, data.id, data.relationships], ['Cart', '5', { lines: { data: [{ type: 'Order', id: '3' }] } }])
})

t.test('ids of each kind are strings, and the path of self where there is none', async t => {
  const { data } = await read('/ids')
  const expected = IDS.map(id => ({
    type: 'Thing',
    id: typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : '/self',
    attributes: { name: 'x' },
    links: { self: '/self' }
  }))
  t.same(data, expected)
})

t.test('a list that includes others has each resource once', async t => {
  t.same(idsOf((await read('/same')).data as never), ['Order2', 'Order3'])
})

t.test('the options name types and the id', async t => {
  const { data, included } = await read('/orders/1', { type: name => `${name.toLowerCase()}s`, id: 'status' })
  t.same([data.type, data.id, data.attributes, included[0]!.type], ['orders', 'Pending', { total: 12 }, 'customers'])
})

t.test('hidden fields stay hidden', async t => {
  t.notMatch((await send({ url: '/orders/1' })).body, /secret|hidden/)
})

t.test('a problem is an error', async t => {
  const { headers, body } = await send({ url: '/gone' })
  t.equal(headers['content-type'], TYPE)
  t.same(JSON.parse(body), {
    jsonapi: { version: '1.1' },
    errors: [{
      links: { type: 'https://e.example/gone', about: '/gone/1' },
      status: '410',
      title: 'Gone',
      detail: 'Gone for good.'
    }]
  })
})

const TYPES: Readonly<Record<string, string>> = {
  Order: 'Order', 'urn:shop:order-line': 'order-line', 'https://shop.example/order.json': 'order', 'shop.Order': 'Order'
}

for (const [name, type] of Object.entries(TYPES)) {
  t.test(`a type has the characters of a member name: ${name}`, async t => {
    const app = newApp(t)
    await app.register(hyper, { formatters: [jsonApi()] })
    app.get('/', { config: { hyper: { links: defineLinks(() => {}, { name }) } } }, () => ({ id: 1 }))
    t.match((await app.inject({ url: '/', headers: { accept: TYPE } })).json(), { data: { type, id: '1' } })
  })
}

const post = (payload: object, type = TYPE) => ({
  method: 'POST' as const, url: '/orders', headers: { 'content-type': type }, payload: JSON.stringify(payload)
})

const SENT: Readonly<Record<string, [request: InjectOptions, status: number, found: object]>> = {
  attributes: [post({ data: { type: 'Order', attributes: { status: 'New' } } }), 200, {
    data: { id: '9', attributes: { status: 'New' } }
  }],
  'a profile': [post({ data: { type: 'Order', attributes: { status: 'New' } } }, `${TYPE}; profile="a"`), 200, {}],
  'an extension': [post({}, `${TYPE}; ext="https://e.example/ext"`), 415, { errors: [{ status: '415' }] }],
  'an attribute that is not valid': [post({ data: { type: 'Order', attributes: { status: {} } } }), 400, {
    errors: [{ source: { pointer: '/data/attributes/status' } }]
  }],
  'an attribute that is missing': [post({ data: { type: 'Order' } }), 400, {
    errors: [{ source: { pointer: '/data' } }]
  }],
  'a member that is not valid': [post({ status: {} }, 'application/json'), 400, {
    errors: [{ source: { pointer: '/status' } }]
  }],
  'a member that is missing': [post({}, 'application/json'), 400, { errors: [{ source: { pointer: '' } }] }],
  'a member of an object that is missing': [post({ status: 'x', 'a/b': {} }, 'application/json'), 400, {
    errors: [{ source: { pointer: '/a~1b' } }]
  }],
  'a query that is not valid': [{ url: '/orders?page=x' }, 400, { errors: [{ source: { parameter: 'page' } }] }],
  'no data': [post({}), 400, { errors: [{ detail: 'The document has no data with a type.' }] }],
  'an id of the client': [post({ data: { type: 'Order', id: '1' } }), 403, { errors: [{ status: '403' }] }],
  relationships: [post({ data: { type: 'Order', relationships: {} } }), 403, { errors: [{ status: '403' }] }],
  'other parameters': [post({}, `${TYPE}; charset=utf-8`), 415, { errors: [{ status: '415' }] }]
}

for (const [row, [request, status, found]] of Object.entries(SENT)) {
  t.test(`request bodies: ${row}`, async t => {
    const response = await send(request)
    t.equal(response.statusCode, status, response.body)
    t.match(response.json(), found)
  })
}

const PROFILE = 'profile="https://e.example/a;b,c"'
const EXTENSION = `${TYPE};ext="https://e.example/ext"`

// "Server Responsibilities": every instance of the media type has a parameter that is not known.
const INSTANCES: Readonly<Record<string, number>> = {
  [`${TYPE}; ${PROFILE}`]: 200,
  [`${TYPE} ; ${PROFILE} ; q=0.8`]: 200,
  [`${TYPE};profile="a;b`]: 200,
  [`${EXTENSION}, ${TYPE};q=0.1`]: 200,
  [`${TYPE}; charset=utf-8`]: 406,
  [EXTENSION]: 406,
  [`${EXTENSION}, ${TYPE};version=1, */*;q=0.1`]: 406,
  [`${EXTENSION};q=0.1, application/hal+json`]: 200
}

for (const [accept, status] of Object.entries(INSTANCES)) {
  t.test(`instances in Accept: ${accept}`, async t => {
    const response = await send({ url: '/orders/1', headers: { accept } })
    t.equal(response.statusCode, status)
    if (status === 406) t.match(response.json(), { errors: [{ status: '406' }] })
  })
}

const ACCEPTED: Readonly<Record<string, RegExp>> = {
  [TYPE]: /^application\/vnd\.api\+json$/,
  [`${TYPE};q=0.5, application/hal+json`]: /^application\/hal\+json/,
  [`${TYPE}, application/json;q=0.9`]: /^application\/vnd\.api\+json$/,
  '*/*': /^application\/json/
}

for (const [accept, type] of Object.entries(ACCEPTED)) {
  t.test(`Accept: ${accept}`, async t => {
    t.match((await send({ url: '/orders/1', headers: { accept } })).headers['content-type'], type)
  })
}
