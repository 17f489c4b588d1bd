import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import hyper, {
  defineLinks, defineRoutes, type HyperOptions, type LinkBuilder, LinkTarget
} from '../../../lib/index.ts'
import { hyperApp, newApp } from '../../support/servers.ts'

// Mistakes made on purpose, written as in JavaScript: where the first notice of each is logged, its code, and words of
// its message. Mistakes that throw are in errors.test.ts.

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

interface Mistake {
  readonly options?: Untyped
  readonly links?: unknown
  /** `config.hyper` of `GET /orders/:id`, besides its name and `links: true`. */
  readonly get?: Untyped
  /** `config.hyper` and `schema` of `POST /orders/:id/cancel`. */
  readonly cancel?: Untyped
  readonly schema?: Untyped
}

type Where = 'check' | 'request'

const cancelLink = (links: Links) => links.affordance('cancel', route('Cancel'))

type Row = readonly [name: string, where: Where, code: string, words: string, mistake: Mistake]

const mistakes: readonly Row[] = [
  ...(['lax', 'strict'] as const).map((mode): Row => [
    `a format that is not registered, in ${mode} mode`, 'check', 'FST_ERR_HYPER_FORMAT_NOT_REGISTERED',
    "route GET /orders/:id: no formatter is registered for the format 'hall'. Did you mean 'hal'?",
    { get: { format: 'hall' }, options: { mode } }
  ]),
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
    'an etag that is undefined', 'request', 'HYPER027',
    'route GET /orders/:id, config.hyper, etag: it returned undefined, so the resource has no entity tag',
    { get: { etag: (order: Untyped) => order['version'] } }
  ],
  [
    'an etag that is no valid date', 'request', 'HYPER027',
    'config.hyper, etag: it returned an invalid date, so the resource has no entity tag',
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
    'the number of a resource in place of the embedded resource', 'request', 'HYPER005',
    "links of Order, embedded 'customer': it cannot be resolved: its function returned a number, which is no object " +
      'in JSON. Return the resource itself',
    { links: [linked(links => links.embed('customer', ((order: Order) => order.customer.id) as never, described))] }
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
  }]
]

interface Noticed { where: Where, code: string, message: string }

async function declare (app: FastifyInstance, mistake: Mistake): Promise<void> {
  const { options = {}, links = [linked()], get = {}, cancel = {}, schema = {} } = mistake
  await app.register(hyper, { hrefs: 'path', links, ...options } as HyperOptions)
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder', links: true, ...get } } as object }, () => new Order())
  app.post('/orders/:id/cancel', { schema, config: { hyper: { name: 'Cancel', ...cancel } } as object }, () => ({}))
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

t.test('an app without a mistake gets no notice, nor does a policy that returns nothing', async t => {
  t.same(await notice(t, { links: [linked(cancelLink)] }), [])
  t.same(await notice(t, { get: { policy: 'staff' }, options: { policies: { staff: () => undefined } } }), [])
})

t.test('an app whose start failed sends an error that says so', async t => {
  const app = await hyperApp(t, {
    links: [linked(links => links.link('log', LinkTarget.uri('/log')).requireAuthorization('stff'))],
    policies: { staff: () => true }
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
