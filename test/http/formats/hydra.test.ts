import Fastify, { type InjectOptions, type LightMyRequestResponse } from 'fastify'
import t from 'tap'
import { hydra, type HydraOptions } from '../../../formats/hydra.ts'
import hyper, { defineLinks, LinkTarget, offsetPage, pageQuery, problem } from '../../../lib/index.ts'

// Hydra in JSON-LD: what documents have. test/acceptance/clients has programs that others wrote.

const TYPE = 'application/ld+json'

class Order {
  readonly id: number
  readonly note = { '@id': '/forged' }

  constructor (id: number) {
    this.id = id
  }
}

const lineSchema = { type: 'object', properties: { sku: { type: 'string' } } }
const lineLinks = defineLinks<object>(() => {}, { schema: lineSchema })

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })))
  links.link('customer', LinkTarget.uri('/customers/7'))
  links.embedMany('line', () => [{ sku: 'tea', secret: 'hidden' }], lineLinks)
  links.affordance('cancel', LinkTarget.uri('/orders/1/cancel')).title('Cancel')
  links.affordance('change', LinkTarget.route('PutOrder', order => ({ id: order.id })))
})

const rootLinks = defineLinks(links => {
  links.self(LinkTarget.uri('/'))
  links.link('search', LinkTarget.routeTemplate('ListOrders'))
}, { name: 'Root' })

const body = {
  type: 'object',
  required: ['status'],
  properties: {
    status: { type: 'string', title: 'Status' }, address: { type: 'object', properties: { city: { type: 'string' } } }
  }
}

async function send (request: InjectOptions, options?: HydraOptions): Promise<LightMyRequestResponse> {
  const app = Fastify()
  await app.register(hyper, {
    links: [orderLinks], formatters: [hydra(options)], hrefs: 'path', validationProblems: true
  })
  const linked = { config: { hyper: { links: true as const } } }
  app.get('/', { config: { hyper: { links: rootLinks } } }, () => ({ 'hydra:title': 'x', '@id': '/x', name: 'Shop' }))
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder', links: true } } }, () => new Order(1))
  app.put('/orders/:id', { schema: { body }, config: { hyper: { name: 'PutOrder' } } }, request => request.body)
  app.get('/orders', {
    schema: { querystring: pageQuery() }, config: { hyper: { name: 'ListOrders', links: true } }
  }, () => offsetPage([new Order(1)], { page: 2, pageSize: 1, totalCount: 2 }))
  app.get('/list', linked, () => [new Order(1), new Order(2)])
  app.post('/list', linked, () => [new Order(1)])
  app.get('/forged', linked, () => [{ '@id': '/forged' }, 1])
  app.get('/gone', linked, () => problem({ status: 410, type: 'https://e.example/gone', detail: 'Gone for good.' }))
  const response = await app.inject({ ...request, headers: { accept: TYPE, ...request.headers } })
  await app.close()
  return response
}

const CONTEXT = {
  '@vocab': '/vocab#', hydra: 'http://www.w3.org/ns/hydra/core#', 'hydra:property': { '@type': '@vocab' }
}

const STATUS = {
  '@type': 'hydra:SupportedProperty',
  'hydra:property': 'status',
  'hydra:title': 'Status',
  'hydra:required': true,
  'hydra:writable': true
}

const ORDER = {
  '@id': '/orders/1',
  '@type': 'Order',
  id: 1,
  note: { '@type': '@json', '@value': { '@id': '/forged' } },
  customer: { '@id': '/customers/7' },
  cancel: {
    '@id': '/orders/1/cancel',
    'hydra:operation': { '@type': ['hydra:Operation', 'cancel'], 'hydra:title': 'Cancel', 'hydra:method': 'POST' }
  },
  'hydra:operation': {
    '@type': ['hydra:Operation', 'change'],
    'hydra:method': 'PUT',
    'hydra:expects': { '@type': 'hydra:Class', 'hydra:supportedProperty': [STATUS] }
  },
  line: { sku: 'tea' }
}

const mapping = (name: string) =>
  ({ '@type': 'hydra:IriTemplateMapping', 'hydra:variable': name, 'hydra:property': name })

const DOCUMENTS: Readonly<Record<string, [url: string, document: object]>> = {
  'a resource': ['/orders/1', { '@context': CONTEXT, ...ORDER }],
  'a page': ['/orders?page=2', {
    '@context': CONTEXT,
    '@id': '/orders',
    '@type': 'hydra:Collection',
    'hydra:totalItems': 2,
    'hydra:member': [ORDER],
    'hydra:view': {
      '@id': '/orders?page=2',
      '@type': 'hydra:PartialCollectionView',
      'hydra:first': { '@id': '/orders?page=1' },
      'hydra:previous': { '@id': '/orders?page=1' },
      'hydra:last': { '@id': '/orders?page=2' }
    },
    page: 2,
    pageSize: 1,
    totalCount: 2,
    totalPages: 2
  }],
  'a template, and names that data cannot have': ['/', {
    '@context': CONTEXT,
    '@id': '/',
    '@type': 'Root',
    name: 'Shop',
    'hydra:search': {
      '@type': 'hydra:IriTemplate',
      'hydra:template': '/orders{?page,pageSize}',
      'hydra:variableRepresentation': { '@id': 'hydra:BasicRepresentation' },
      'hydra:mapping': [mapping('page'), mapping('pageSize')]
    }
  }],
  'a list of other values': ['/forged', {
    '@context': CONTEXT,
    '@id': '/forged',
    '@type': 'hydra:Collection',
    'hydra:totalItems': 2,
    'hydra:member': [{ '@type': '@json', '@value': { '@id': '/forged' } }, 1]
  }],
  'a problem': ['/gone', {
    '@context': CONTEXT,
    '@type': ['hydra:Error', 'https://e.example/gone'],
    'hydra:statusCode': 410,
    'hydra:title': 'Gone',
    'hydra:description': 'Gone for good.'
  }]
}

for (const [row, [url, document]] of Object.entries(DOCUMENTS)) {
  t.test(`documents: ${row}`, async t => {
    const response = await send({ url })
    t.match(response.headers['content-type'], /^application\/ld\+json/)
    t.same(response.json(), document)
  })
}

t.test('a list is a collection with one context', async t => {
  const { body } = await send({ url: '/list' })
  const members = { 'hydra:totalItems': 2, 'hydra:member': [{ '@id': '/orders/1' }, { '@id': '/orders/2' }] }
  t.match(JSON.parse(body), { '@type': 'hydra:Collection', ...members })
  t.equal(body.split('@context').length, 2)
})

t.test('the option documentation makes the Link header, and names the vocabulary', async t => {
  const { headers, body } = await send({ url: '/orders/1' }, { documentation: '/docs' })
  t.equal(headers.link, '</docs>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"')
  t.match(JSON.parse(body), { '@context': { '@vocab': '/docs#' } })
  t.equal((await send({ url: '/orders/1' })).headers.link, undefined)
})

t.test('the option vocab', async t => {
  const document = (await send({ url: '/orders' }, { vocab: 'https://v.example/' })).json<object>()
  t.match(document, { '@context': { '@vocab': 'https://v.example/' }, 'hydra:totalItems': 2 })
})

t.test('hidden fields stay hidden', async t => {
  t.notMatch((await send({ url: '/orders/1' })).body, /secret|hidden/)
})

t.test('an element without members is written beside others', async t => {
  const app = Fastify()
  await app.register(hyper, { formatters: [hydra()] })
  const links = defineLinks(links => { links.self(LinkTarget.uri('/x')) }, { name: 'Thing' })
  app.get('/', { config: { hyper: { links } } }, () => [{ a: 1 }, { a: 2 }, {}, { '@id': '/y' }])
  const { body } = await app.inject({ url: '/', headers: { accept: TYPE } })
  await app.close()
  const thing = { '@id': '/x', '@type': 'Thing' }
  t.match(JSON.parse(body), { 'hydra:member': [{ ...thing, a: 1 }, { ...thing, a: 2 }, thing, thing] })
})

t.test('a request body loses the keywords of JSON-LD', async t => {
  const payload = JSON.stringify({ '@context': {}, '@type': 'Order', status: 'New' })
  const request = { method: 'PUT' as const, url: '/orders/1', headers: { 'content-type': TYPE }, payload }
  t.same((await send(request)).json(), { status: 'New' })
  t.equal((await send({ ...request, payload: '[]' })).statusCode, 400)
})

t.test('a list that is no response to GET has no URL', async t => {
  t.match((await send({ url: '/list' })).json(), { '@id': '/list', 'hydra:totalItems': 2 })
  const found = (await send({ method: 'POST', url: '/list' })).json<object>()
  t.same(Object.keys(found), ['@context', '@type', 'hydra:totalItems', 'hydra:member'])
})
