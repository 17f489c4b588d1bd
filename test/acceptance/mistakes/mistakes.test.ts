import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import hyper, {
  defineLinks, defineRoutes, type HyperOptions, type LinkBuilder,
  LinkTarget, OffsetPage, offsetPage, problem
} from '../../../lib/index.ts'
import { hyperApp, newApp } from '../../support/servers.ts'

// Mistakes made on purpose: where each is noticed, its code, and words of its message. They are written as in
// JavaScript: the compiler rejects many of them before. Those that stop the start are in test/unit/errors.

class Order { id = 1; status = 'Pending'; customer = { id: 7 } }

// As untyped as JavaScript.
type Untyped = Readonly<Record<string, unknown>>
type Links = LinkBuilder<Order>

const route = (name: string, values: unknown = (order: Order) => ({ id: order.id })) =>
  LinkTarget.route(name, values as { id: number })
const self = (links: Links) => { links.self(route('GetOrder')) }
const linked = (more: (links: Links) => unknown = () => {}) => defineLinks(Order, links => {
  self(links)
  more(links)
})
const described = defineLinks<{ id: number }>(() => {}, {
  schema: { type: 'object', properties: { id: { type: 'integer' } } }
})
const policies = { staff: () => true, owner: (_request: unknown, order: { id: number }) => order.id === 1 }

interface Mistake {
  readonly options?: Untyped
  readonly links?: unknown
  /** `config.hyper` of `GET /orders/:id`, besides its name and `links: true`. */
  readonly get?: Untyped
  readonly handler?: (request: unknown) => unknown
  /** `config.hyper` and `schema` of `POST /orders/:id/cancel`. */
  readonly cancel?: Untyped
  readonly schema?: Untyped
  readonly registered?: 'before' | 'after'
}

type Where = 'check' | 'request'

const invalid = 'FST_ERR_HYPER_INVALID_OPTION'
const quantity = { type: 'object', properties: { quantity: { type: 'integer', minimum: 5, default: 1 } } }
const cancelLink = (links: Links) => links.affordance('cancel', route('Cancel'))

type Row = readonly [name: string, where: Where, code: string, words: string, mistake: Mistake]

const mistakes: readonly Row[] = [
  [
    'a misspelt route name', 'check', 'HYPER001',
    "links of Order, relation 'next': no route is named 'GetOrdr'. " +
      "Did you mean 'GetOrder'?",
    { links: [linked(links => links.link('next', route('GetOrdr')))] }
  ],
  [
    'a catalog path that differs from the app', 'check', 'HYPER001',
    "relation 'next': no route is named 'ListOrders'. The route catalog in the option " +
      'routes has it as GET /order, and the app has no such route. Correct the method or the path',
    {
      links: [linked(links => links.link('next', route('ListOrders', {})))],
      options: { routes: defineRoutes({ ListOrders: 'GET /order' }) }
    }
  ],
  [
    'a missing path value', 'check', 'HYPER005',
    "the values {} do not fit the path /orders/:id: they have no value for 'id'",
    { links: [linked(links => links.link('next', route('GetOrder', {})))] }
  ],
  [
    'a path value from a misspelt member', 'request', 'HYPER005',
    "the values { id: undefined } do not fit the path /orders/:id: they have no value for 'id'",
    { links: [linked(links => links.link('next', route('GetOrder', (order: Untyped) => ({ id: order['ident'] }))))] }
  ],
  [
    'braces instead of an object that is returned', 'request', 'HYPER005',
    "the values {} do not fit the path /orders/:id: they have no value for 'id'",
    { links: [linked(links => links.link('next', route('GetOrder', (order: Untyped) => { String(order['id']) })))] }
  ],
  ['links: true is forgotten', 'check', 'HYPER026', 'no route is opted in, so no response has links', {
    get: { links: undefined }
  }],
  [
    'the plugin is registered after the routes', 'check', 'HYPER003',
    'route GET /orders/:id: it was declared before fastify-hyper was loaded', { registered: 'after' }
  ],
  [
    'a policy that judges a resource, on a route without one', 'check', 'HYPER016',
    "route GET /orders/:id, config.hyper, policy: the policy 'owner' takes a resource, but is evaluated without one",
    { get: { policy: 'owner' }, options: { policies } }
  ],
  [
    'an etag that is undefined', 'request', 'HYPER027',
    'route GET /orders/:id, config.hyper, etag: it returned undefined, so the resource has no entity tag',
    { get: { etag: (order: Untyped) => order['version'] } }
  ],
  [
    'an etag that is no valid date', 'request', 'HYPER027',
    'config.hyper, etag: it returned a date that is not valid, so the resource has no entity tag',
    { get: { etag: (order: Untyped) => new Date(order['changed'] as string) } }
  ],
  [
    'a tag of preconditions that is undefined', 'request', 'HYPER027',
    'route POST /orders/:id/cancel, config.hyper, preconditions, tag: it returned undefined, ' +
      'so the resource has no entity tag',
    { cancel: { resource: () => new Order(), preconditions: { tag: (order: Untyped) => order['version'] } } }
  ],
  [
    'an etag without return', 'request', 'HYPER027',
    'config.hyper, etag: it returned undefined, so the resource has no entity tag',
    { get: { etag: (order: Untyped) => { String(order['version']) } } }
  ],
  [
    'an etag that is an object', 'request', invalid,
    'route GET /orders/:id, config.hyper, etag: an object is not valid. Give the tag as a string or a number',
    { get: { etag: () => ({}) } }
  ],
  [
    'embedded resources without a schema', 'check', 'HYPER004',
    "links of Order, embedded 'customer': the embedded resources have no schema",
    { links: [linked(links => links.embed('customer', order => order.customer))] }
  ],
  [
    'the number of a resource in place of the embedded resource', 'request', 'HYPER005',
    "links of Order, embedded 'customer': it cannot be resolved: its function returned a number, which is no object " +
      'in JSON. Return the resource itself',
    { links: [linked(links => links.embed('customer', ((order: Order) => order.customer.id) as never, described))] }
  ],
  [
    'a page with an embedded resource under the relation of its items', 'request', 'FST_ERR_HYPER_DUPLICATE_NAME',
    "links of OffsetPage, items: 'item' is declared twice. Give the items another relation: { rel: … }.",
    {
      links: [linked(), defineLinks(OffsetPage, links => { links.embed('item', () => new Order(), described) })],
      handler: () => offsetPage([new Order()], { page: 1, pageSize: 10, totalCount: 1 })
    }
  ],
  [
    'a problem without a status', 'request', 'FST_ERR_HYPER_INVALID_PROBLEM',
    'problem, status: undefined is not valid. Give a status of 400 to 599',
    { handler: () => problem({ detail: 'Gone' } as never) }
  ],
  [
    'a page whose query has no schema', 'request', 'FST_ERR_HYPER_INVALID_PAGE',
    'offsetPage, page: undefined is not valid. Give a whole number of at least 1. For values of the query, ' +
      'declare it: schema: { querystring: pageQuery() }',
    {
      handler: request => offsetPage([], {
        ...(request as { query: { page: number, pageSize: number } }).query, totalCount: 0
      })
    }
  ],
  [
    'a resource that is an array', 'request', invalid,
    'route POST /orders/:id/cancel, config.hyper, resource: an array of 1 is not valid. Return an object',
    { cancel: { resource: () => [new Order()] } }
  ],
  [
    'a form whose default is not valid', 'check', 'HYPER010',
    "links of Order, action 'cancel', form of route POST /orders/:id/cancel: " +
      "the form allows the field 'quantity' to be omitted, but the " +
      'route rejects the input: must be >= 5',
    { links: [linked(cancelLink)], schema: { body: quantity } }
  ],
  [
    'a handler that returns a plain object', 'request', 'HYPER002',
    'route GET /orders/:id: it is opted in, but no link configuration applies to plain objects that it sends',
    { handler: () => ({ ...new Order() }) }
  ],
  [
    'a policy that returns a string', 'request', 'HYPER029',
    "the policy 'staff': it returned a string. Only true allows, so it allowed nobody",
    { get: { policy: 'staff' }, options: { policies: { staff: () => 'yes' } } }
  ],
  [
    'a policy that returns a promise of a string', 'request', 'HYPER029', "the policy 'staff': it returned a string",
    { get: { policy: 'staff' }, options: { policies: { staff: async () => 'yes' } } }
  ],
  ['a policy of many resources that returns strings', 'request', 'HYPER029', "the policy 'staff': " +
    'it returned a string', {
    links: [linked(links => links.link('log', LinkTarget.uri('/log'))
      .requireAuthorization('staff', (order: unknown) => order))],
    options: { policies: { staff: { many: (_request: unknown, orders: unknown[]) => orders.map(() => 'yes') } } }
  }],
  [
    'a link to a route without GET', 'check', 'HYPER021',
    "links of Order, relation 'cancel': the link leads to a route without GET",
    { links: [linked(links => links.link('cancel', route('Cancel')))] }
  ],]

interface Noticed { where: Where, code: string, message: string }

async function declare (app: FastifyInstance, mistake: Mistake): Promise<void> {
  const { options = {}, links = [linked()], get = {}, handler = () => new Order(), cancel = {}, schema = {} } = mistake
  const register = async () => { await app.register(hyper, { hrefs: 'path', links, ...options } as HyperOptions) }
  if (mistake.registered !== 'after') await register()
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder', links: true, ...get } } as object }, handler)
  app.post('/orders/:id/cancel', { schema, config: { hyper: { name: 'Cancel', ...cancel } } as object }, () => ({}))
  if (mistake.registered === 'after') await register()
  await app.ready()
}

/** Everything that is noticed until both routes have responded, first the start. A check is a warning of the start. */
async function notice (t: Test, mistake: Mistake): Promise<Noticed[]> {
  const noticed: Noticed[] = []
  let where: Where = 'check'
  const write = (line: string) => {
    const { code, msg, level, err } = JSON.parse(line) as {
      code?: string
      msg: string
      level: number
      err?: { code?: string, message: string }
    }
    if (level >= 40) noticed.push({ where, code: code ?? err?.code ?? '', message: err?.message ?? msg })
  }
  const app = newApp(t, { logger: { level: 'warn', stream: { write } } })
  await declare(app, mistake)
  where = 'request'
  await app.inject({ url: '/orders/1', headers: { accept: 'application/prs.hal-forms+json' } })
  await app.inject({ method: 'POST', url: '/orders/1/cancel', payload: {} })
  return noticed
}

t.test('an app without a mistake gets no notice', async t => {
  t.same(await notice(t, { links: [linked(cancelLink)] }), [])
})

t.test('what looks like a mistake, and is none, gets no notice', async t => {
  const right: Record<string, Mistake> = {
    'a policy that returns nothing': { get: { policy: 'staff' }, options: { policies: { staff: () => undefined } } }
  }
  for (const [name, mistake] of Object.entries(right)) t.same(await notice(t, mistake), [], name)
})

t.test('an app whose start failed sends an error that says so', async t => {
  const app = await hyperApp(t, {
    links: [linked(links => links.link('log', LinkTarget.uri('/log')).requireAuthorization('stff'))], policies
  })
  app.get('/links', { config: { hyper: { links: true } } }, () => new Order())
  app.get('/guard', { config: { hyper: { policy: 'staff' } } }, () => 'secret')
  await t.rejects(async () => { await app.ready() }, { code: 'FST_ERR_HYPER_UNKNOWN_POLICY' })
  for (const url of ['/links', '/guard']) {
    const response = await app.inject(url)
    t.match(response.json(), {
      statusCode: 500,
      code: 'FST_ERR_HYPER_NOT_READY',
      message: `route GET ${url}: the route cannot be served, because the app did not become ready.`
    }, url)
  }
})

for (const [name, where, code, words, mistake] of mistakes) {
  t.test(`${name} is noticed: ${where}, ${code}`, async t => {
    const [first] = await notice(t, mistake)
    t.match(first, { where, code }, 'the first notice names the culprit')
    t.ok(first?.message.includes(words), first?.message ?? 'nothing was noticed')
  })
}
