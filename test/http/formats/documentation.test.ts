import Fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import { hydra } from '../../../formats/hydra.ts'
import hyper, {
  type ApiDescription, defineLinks, type HypermediaFormatter, LinkTarget, pageQuery, pageSchema
} from '../../../lib/index.ts'

// Documents about the API that formatters write: the ApiDocumentation of Hydra.

const orderSchema = {
  $id: 'Order',
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, status: { type: 'string', title: 'Status' } }
}
const auditSchema = { $id: 'Audit', type: 'object', properties: { by: { type: 'string' } } }
const lineSchema = {
  $id: 'Line', allOf: [{ type: 'object', properties: { sku: { type: 'string' } } }, { required: ['sku'] }]
}
const body = {
  type: 'object',
  required: ['reason'],
  properties: { reason: { type: 'string' }, at: { type: 'object', properties: { day: { type: 'string' } } } }
}

const id = ({ id }: { id: number }) => ({ id })
const lineLinks = defineLinks(lineSchema, () => {}, { schema: lineSchema })
const auditLinks = defineLinks<object>(auditSchema, links => { links.self(LinkTarget.uri('/audit')) })
const orderLinks = defineLinks<{ id: number }>(orderSchema, links => {
  links.self(LinkTarget.route('GetOrder', id))
  links.link('list', LinkTarget.route('ListOrders'))
  links.link('audit', LinkTarget.route('GetAudit'))
  links.link('acme:invoice', LinkTarget.uri('/invoice'))
  links.embedMany('line', () => [], lineLinks)
  links.affordance('cancel', LinkTarget.route('CancelOrder', id)).title('Cancel')
  links.affordance('change', LinkTarget.route('ChangeOrder', id)).requireAuthorization('secretPolicy')
  links.affordance('purge', LinkTarget.route('PurgeOrder', id))
})

async function build (formatter: HypermediaFormatter): Promise<FastifyInstance> {
  const app = Fastify()
  for (const schema of [orderSchema, auditSchema, lineSchema]) app.addSchema(schema)
  await app.register(hyper, {
    links: [orderLinks, auditLinks], formatters: [formatter], hrefs: 'path', policies: { secretPolicy: () => false }
  })
  const hidden = { hide: true } as object
  const one = { response: { 200: { $ref: 'Order#' } } }
  app.get('/orders/:id', { schema: one, config: { hyper: { name: 'GetOrder', links: true } } }, () => ({ id: 1 }))
  app.get('/orders', {
    schema: { querystring: pageQuery(), response: { 200: pageSchema({ $ref: 'Order#' }) } },
    config: { hyper: { name: 'ListOrders', links: true } }
  }, () => ({ items: [] }))
  app.get('/audit', {
    schema: { ...hidden, response: { 200: { $ref: 'Audit#' } } }, config: { hyper: { name: 'GetAudit', links: true } }
  }, () => ({ by: 'x' }))
  const quiet = { resource: false } as const
  const done = () => ({})
  app.post('/orders/:id/cancel', { schema: { body }, config: { hyper: { name: 'CancelOrder', ...quiet } } }, done)
  app.put('/orders/:id', { config: { hyper: { name: 'ChangeOrder', policy: 'secretPolicy', ...quiet } } }, done)
  app.post('/orders/:id/purge', { schema: hidden, config: { hyper: { name: 'PurgeOrder', ...quiet } } }, done)
  return app
}

async function read (formatter: HypermediaFormatter, path = '/docs') {
  const app = await build(formatter)
  t.teardown(() => app.close())
  return app.inject({ url: path })
}

t.test('the description of an API has what clients may know', async t => {
  let described: ApiDescription | undefined
  const { headers, body } = await read({
    mediaType: 'application/x+json',
    format: ({ body }) => body,
    documentation: {
      path: '/about',
      write (api) {
        described = api
        return '{"about":1}'
      }
    }
  }, '/about')
  t.match(headers['content-type'], 'application/x+json')
  t.equal(body, '{"about":1}')
  const order = described!.types.find(({ name }) => name === 'Order')!
  t.same(order.properties, [
    { name: 'id', title: null, required: true }, { name: 'status', title: 'Status', required: false }
  ])
  t.same(order.relations.map(({ rel, target }) => [rel, target]), [
    ['list', described!.types.find(({ item }) => item === 'Order')!.name], ['acme:invoice', null], ['line', 'Line']
  ])
  t.match(order.actions, [
    { name: 'cancel', method: 'POST', title: 'Cancel', isOwn: false },
    { name: 'change', method: 'PUT', isOwn: true }
  ])
  t.equal(order.actions.length, 2)
  const line = described!.types.find(({ name }) => name === 'Line')!
  t.same(line.properties, [{ name: 'sku', title: null, required: true }], 'the parts of allOf')
})

t.test('Hydra: the ApiDocumentation has the classes, and nothing of hidden routes and policies', async t => {
  const { headers, body } = await read(hydra({ documentation: '/docs' }))
  t.match(headers['content-type'], 'application/ld+json')
  t.notMatch(body, /secretPolicy|Audit|audit|purge/i)
  const { 'hydra:supportedClass': classes, ...document } = JSON.parse(body) as { 'hydra:supportedClass': object[] }
  t.match(document, { '@id': '/docs', '@type': 'hydra:ApiDocumentation' })
  const flags = { 'hydra:required': false, 'hydra:writable': false }
  const link = (name: string, members: object) => ({
    '@type': 'hydra:SupportedProperty',
    'hydra:property': { '@id': `/docs#${name}`, '@type': 'hydra:Link', ...members },
    'hydra:title': name,
    ...flags
  })
  const data = (name: string, title: string, required: boolean) => ({
    '@type': 'hydra:SupportedProperty',
    'hydra:property': name,
    'hydra:title': title,
    'hydra:required': required,
    'hydra:writable': false
  })
  t.match(classes.find(one => (one as { '@id': string })['@id'] === '/docs#Order'), {
    '@type': 'hydra:Class',
    'hydra:title': 'Order',
    'hydra:supportedProperty': [
      data('id', 'id', true),
      data('status', 'Status', false),
      link('list', { 'rdfs:range': {} }),
      link('line', { 'rdfs:range': { '@id': '/docs#Line' } }),
      link('cancel', {
        'hydra:supportedOperation': [{
          '@type': ['hydra:Operation', 'cancel'],
          'hydra:title': 'Cancel',
          'hydra:method': 'POST',
          'hydra:expects': { 'hydra:supportedProperty': [{ 'hydra:property': 'reason', 'hydra:required': true }] }
        }]
      })
    ],
    'hydra:supportedOperation': [{ '@type': ['hydra:Operation', 'change'], 'hydra:method': 'PUT' }]
  })
})

const SUMMARY = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, total: { type: 'number' } } }

async function inScope (prefix: string, documentation: string, name = 'urn:shop:order'): Promise<FastifyInstance> {
  const app = Fastify()
  t.teardown(() => app.close())
  const schema = { type: 'object', required: ['id', 'status'], properties: { id: {}, status: {} } }
  const links = defineLinks(links => { links.link('help', LinkTarget.uri('/help')) }, { name })
  const config = { hyper: { links } }
  await app.register(async scope => {
    await scope.register(hyper, { formatters: [hydra({ documentation })], hrefs: 'path' })
    scope.get('/', { config: { hyper: { links: defineLinks(() => {}, { name: 'Root' }) } } }, () => ({}))
    scope.get('/orders/:id', { schema: { response: { 200: schema } }, config }, () => ({ id: 1, status: 'new' }))
    const list = { type: 'array', items: SUMMARY }
    scope.get('/orders', { schema: { response: { 200: list } }, config }, () => [{ id: 1, total: 2 }])
  }, { prefix })
  return app
}

interface Documentation {
  'hydra:entrypoint': object
  'hydra:supportedClass': Array<{
    '@id': string
    'hydra:supportedProperty': Array<{ 'hydra:property': string, 'hydra:required': boolean }>
  }>
}

t.test('Hydra: the entry point is the root of the scope, and the path has its prefix', async t => {
  const app = await inScope('/v1', '/v1/docs')
  const { headers } = await app.inject({ url: '/v1/orders/1', headers: { accept: 'application/ld+json' } })
  t.match(headers.link, '</v1/docs>')
  t.same((await app.inject('/v1/docs')).json<Documentation>()['hydra:entrypoint'], { '@id': '/v1/' })
  await t.rejects(inScope('/v1', '/docs'), /not in the prefix of the scope, \/v1\. Give the whole path: '\/v1\/docs'/)
})

for (const [name, id] of [['urn:shop:order', 'urn:shop:order'], ['order', '/docs#order']] as const) {
  t.test(`Hydra: the class of a document is in the ApiDocumentation, once: ${name}`, async t => {
    const app = await inScope('', '/docs', name)
    const { '@type': type } = (await app.inject({ url: '/orders/1', headers: { accept: 'application/ld+json' } }))
      .json<{ '@type': string }>()
    const { 'hydra:supportedClass': all } = (await app.inject('/docs')).json<Documentation>()
    const classes = all.filter(one => one['@id'] === id)
    t.same([type, classes.length], [name, 1])
    const required = classes[0]!['hydra:supportedProperty'].map(property =>
      [property['hydra:property'], property['hydra:required']])
    t.same(required.slice(0, 3), [['id', true], ['status', false], ['total', false]], 'of both schemas')
  })
}

t.test('Hydra: the links and items of a page are no properties of its class', async t => {
  const { 'hydra:supportedClass': classes } = (await read(hydra({ documentation: '/docs' }))).json<Documentation>()
  const page = classes.find(one => one['@id'].endsWith('Page'))!
  t.notMatch(JSON.stringify(page), /#(?:first|prev|next|last|item)"/)
})

t.test('a document that its formatter cannot write is an error', async t => {
  const write = () => { throw new Error('broken') }
  const { statusCode, body } = await read({
    mediaType: 'application/x+json', format: ({ body }) => body, documentation: { path: '/docs', write }
  })
  t.equal(statusCode, 500)
  t.match(body, 'broken')
})
