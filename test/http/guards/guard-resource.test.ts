import accepts from '@fastify/accepts'
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'
import t, { type Test } from 'tap'
import hyper, {
  type Conditional, defineLinks, type HyperOptions, type HyperRouteOptions, type LinkConfig,
  LinkTarget, resourceOf
} from '../../../lib/index.ts'
import { hyperApp, newApp } from '../../support/servers.ts'

// The resource of a guarded route, and the states in which its actions are possible.

interface Order {
  readonly id: number
  readonly open: boolean
}

class Invoice {
  readonly id = 1
  readonly open: boolean = false
}

class Draft extends Invoice {}

const closed: Order = { id: 1, open: false }
const change = LinkTarget.route('Change')

/** A configuration with the action `name` to the route `Change`. */
const changes = (name: string, type: string | typeof Invoice = 'order') => defineLinks<Order>(type as string, links => {
  links.affordance(name, change).when(order => order.open)
})

async function guarded (
  t: Test, resource: HyperRouteOptions['resource'], given: HyperOptions = {}, method: string | string[] = 'POST'
): Promise<FastifyInstance> {
  const app = await hyperApp(t, { hrefs: 'path', ...given })
  app.route({
    method,
    url: '/change',
    config: { hyper: { name: 'Change', ...(resource === undefined ? {} : { resource }) } },
    handler: () => ({ changed: true })
  })
  await app.ready()
  return app
}

const send = async (app: FastifyInstance, method: InjectOptions['method'] = 'POST') =>
  app.inject({ method: method!, url: '/change' })

t.test('hooks after the guard get the resource that it loaded', async t => {
  const app = await hyperApp(t)
  const order = { ...closed }
  let loaded = 0
  const seen: unknown[] = []
  const see = async (request: FastifyRequest) => { seen.push(resourceOf(request)) }
  app.get('/order', {
    config: { hyper: { resource: async () => { loaded++; return order } } }, onSend: see, onResponse: see
  }, async request => { seen.push(resourceOf(request)); return '' })
  app.get('/none', async request => resourceOf(request))
  app.setNotFoundHandler(async request => resourceOf(request))
  app.get('/early', { config: { hyper: { resource: () => order } }, preHandler: see }, async () => '')

  await app.inject('/order')
  t.ok(
    seen.length >= 2 && seen.every(resource => resource === order), 'returns the loaded object in the handler and later'
  )
  t.equal(loaded, 1, 'which is loaded once')
  for (const [url, place] of [
    ['/none', 'GET /none: resourceOf needs a resource'], ['/early', 'GET /early: resourceOf needs'],
    ['/nowhere', 'GET : resourceOf needs']
  ] as const) {
    const { statusCode, json } = await app.inject(url)
    t.equal(statusCode, 500)
    t.match(json(), { code: 'FST_ERR_HYPER_NO_RESOURCE', message: place }, url)
  }
})

t.test('a missing resource passes', async t => {
  const app = newApp(t, { logger: { level: 'silent' } })
  const seen: unknown[] = []
  const policies = {
    reads: (_request: FastifyRequest, order: Order) => order.open,
    allows: (_request: FastifyRequest, order?: Order) => { seen.push(order); return true },
    many: {
      many: (_request: FastifyRequest, orders: readonly unknown[]) => {
        seen.push(...orders)
        return orders.map(() => true)
      }
    },
    strict: { many: (_request: FastifyRequest, orders: readonly Order[]) => orders.map(({ open }) => open) }
  }
  await app.register(hyper, { hrefs: 'path', policies, links: [changes('change')] })
  const resource = { load: () => null, missing: 'pass' } as const
  const preconditions = { tag: () => 'v1' }
  app.delete(
    '/plain', { config: { hyper: { name: 'Change', resource } } }, async (_request, reply) => reply.code(204).send()
  )
  app.get('/read', { config: { hyper: { resource } } }, async request => resourceOf(request))
  app.put('/tagged', { config: { hyper: { resource, preconditions } } }, async () => ({}))
  app.put(
    '/required', { config: { hyper: { resource, preconditions: { ...preconditions, requireIfMatch: true } } } },
    async () => ({})
  )
  for (const policy of Object.keys(policies)) {
    app.put(`/${policy}`, { config: { hyper: { resource, policy } } }, async () => ({}))
  }
  app.put('/all', { config: { hyper: { resource, policy: ['allows', 'many'] } } }, async () => ({}))
  app.put('/one', { config: { hyper: { resource, policy: ['allows', 'reads'] } } }, async () => ({}))
  const ROWS: readonly [
    method: 'GET' | 'PUT' | 'DELETE', url: string, headers: Record<string, string>, status: number
  ][] = [
    ['DELETE', '/plain', {}, 204],
    ['GET', '/read', {}, 500],
    ['PUT', '/tagged', {}, 200],
    ['PUT', '/tagged', { 'if-match': '"v1"' }, 412],
    ['PUT', '/tagged', { 'if-match': '*' }, 412],
    ['PUT', '/tagged', { 'if-none-match': '*' }, 200],
    ['PUT', '/required', {}, 428],
    ['PUT', '/required', { 'if-none-match': '*' }, 200],
    ['PUT', '/allows', {}, 200],
    ['PUT', '/many', {}, 200],
    ['PUT', '/all', {}, 200],
    ['PUT', '/reads', {}, 403],
    ['PUT', '/strict', {}, 403],
    ['PUT', '/one', {}, 403]
  ]
  for (const [method, url, headers, status] of ROWS) {
    t.equal(
      (await app.inject({ method, url, headers })).statusCode, status, `${method} ${url} ${JSON.stringify(headers)}`
    )
  }
  t.ok(seen.length > 0 && seen.every(order => order === undefined), 'policies get undefined')
  t.match((await app.inject('/read')).json(), { code: 'FST_ERR_HYPER_NO_RESOURCE' })
})

t.test('the handler runs for an object only', async t => {
  const RESULTS: readonly [name: string, result: () => unknown, status: number][] = [
    ['an object', () => ({}), 200],
    ['an instance', () => new Invoice(), 200],
    ['null', () => null, 404],
    ['undefined', () => undefined, 404],
    ['a promise of undefined', async () => undefined, 404],
    ['a string', () => 'order', 500],
    ['a rejection', async () => { throw Object.assign(new Error('gone'), { statusCode: 410 }) }, 410]
  ]
  for (const [name, result, status] of RESULTS) {
    const response = await send(await guarded(t, result as () => object))
    t.equal(response.statusCode, status, name)
    t.equal(response.body.includes('changed'), status === 200, name)
  }
})

t.test('a message about a loader contains no value', async t => {
  const { message } =
    (await send(await guarded(t, (() => 'secret') as unknown as () => object))).json<{ message: string }>()
  t.match(message, /^route POST \/change, config\.hyper, resource: a string is not valid\. Return an object/)
})

t.test('the problem for a state has links of a callback of many resources', async t => {
  const calls: unknown[] = []
  const many = async (orders: readonly Order[]) => {
    calls.push(orders)
    return orders.map(() => LinkTarget.uri('/invoice'))
  }
  const links = defineLinks<Order>('order', links => {
    links.link('invoice', { many })
    links.affordance('cancel', change).when(order => order.open)
  })
  const response = await send(await guarded(t, () => closed, { links: [links] }))
  t.match(response.json(), { status: 409, _links: { invoice: { href: '/invoice' } } })
  t.same(calls, [[closed]])
})

t.test('the problem for a state', async t => {
  const links = defineLinks<Order>('order', links => {
    links.self(LinkTarget.uri('/self'))
    links.affordance('cancel', change).when(order => order.open).requireAuthorization('staff')
    links.affordance('reopen', LinkTarget.uri('/reopen')).when(async order => !order.open)
    links.affordance('audit', LinkTarget.uri('/audit')).requireAuthorization('staff')
    links.embed('line', () => { throw new Error('not embedded') })
  })
  const app = await guarded(t, () => closed, { links: [links], policies: { staff: () => false } })
  const response = await send(app)
  t.equal(response.statusCode, 409)
  t.strictSame(response.json(), {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    detail: 'The state of the resource does not allow this action.',
    action: 'cancel',
    _links: { self: { href: '/self' } },
    _actions: { reopen: { href: '/reopen', method: 'POST' } }
  })
  t.equal(response.headers['cache-control'], 'private', 'depends on the caller if a policy decided about its actions')
})

t.test('the reason of a state', async t => {
  const open = (order: Order) => order.open
  // Holds from the second time on: when the reason is looked for.
  const turns = () => {
    let times = 0
    return () => times++ > 0
  }
  const ROWS: readonly [declare: (action: Conditional<Order>) => unknown, detail: string][] = [
    [action => action.when(open, 'It is closed.'), 'It is closed.'],
    [action => action.when(open, async order => `Order ${order.id} is closed.`), 'Order 1 is closed.'],
    [action => action.when(() => true, 'No.').when(open, 'It is closed.').when(() => false, 'Never.'), 'It is closed.'],
    [action => action.when(open).when(() => false, 'Never.'),
      'The state of the resource does not allow this action.'],
    [action => action.when(turns(), 'Not yet.'), 'The state of the resource does not allow this action.']
  ]
  for (const [declare, detail] of ROWS) {
    const links = defineLinks<Order>('order', links => { declare(links.affordance('cancel', change)) })
    const response = await send(await guarded(t, () => closed, { links: [links] }))
    t.match(response.json(), { status: 409, detail }, detail)
  }
  const wrong = () => defineLinks<Order>('order', links => {
    links.affordance('cancel', change).when(open, 1 as unknown as string)
  })
  await t.rejects(guarded(t, () => closed, { links: [wrong()] }), { code: 'FST_ERR_HYPER_INVALID_OPTION' })
})

t.test('the reason of a state in the language of the caller', async t => {
  const app = newApp(t)
  const reason = { en: 'It is closed.', de: 'Sie ist geschlossen.' }
  const links = defineLinks<Order>('order', links => {
    links.affordance('cancel', change).when(order => order.open, reason)
  })
  await app.register(accepts)
  await app.register(hyper, { links: [links] })
  app.post('/change', { config: { hyper: { name: 'Change', resource: () => closed } } }, () => null)
  const response = await app.inject({ method: 'POST', url: '/change', headers: { 'accept-language': 'de' } })
  t.match(response.json(), { status: 409, detail: 'Sie ist geschlossen.' })
})

t.test('the actions that count', async t => {
  const COUNTED: readonly [name: string, declare: LinkConfig<never>, status: number][] = [
    ['a fixed target', changes('cancel'), 409],
    [
      'a fixed target with the method',
      defineLinks<Order>(links => { links.affordance('a', change).method('POST').when(o => o.open) }), 409
    ],
    [
      'a template of the route',
      defineLinks<Order>(links => { links.affordance('a', LinkTarget.routeTemplate('Change')).when(o => o.open) }), 409
    ],
    [
      'a target that a callback chooses',
      defineLinks<Order>(links => { links.affordance('a', () => change).when(o => o.open) }), 200
    ],
    ['a URL', defineLinks<Order>(links => { links.affordance('a', LinkTarget.uri('/change')).when(o => o.open) }), 200],
    [
      'a URL that is the name of the route',
      defineLinks<Order>(links => { links.affordance('a', LinkTarget.uri('Change')).when(o => o.open) }), 200
    ],
    ['an action without a condition', defineLinks<Order>(links => { links.affordance('a', change) }), 200],
    [
      'a policy is no condition',
      defineLinks<Order>(links => { links.affordance('a', change).requireAuthorization('nobody') }), 200
    ],
    [
      'one of two that holds',
      defineLinks<Order>(links => {
        links.affordance('a', change)
          .when(o => o.open); links.affordance('b', change).when(o => !o.open)
      }),
      200
    ],
    ['two that do not hold', defineLinks<Order>(links => {
      links.affordance('a', change).when(o => o.open)
      links.affordance('b', change).when(async o => o.open)
    }), 409],
    [
      'two conditions of one',
      defineLinks<Order>(links => { links.affordance('a', change).when(o => !o.open).when(o => o.open) }), 409
    ],
    ['a link is no action', defineLinks<Order>(links => { links.link('a', change).when(o => o.open) }), 200]
  ]
  for (const [name, links, status] of COUNTED) {
    const app = await guarded(t, { load: () => closed, links }, { policies: { nobody: () => false } })
    t.equal((await send(app)).statusCode, status, name)
  }
})

t.test('the methods of a route', async t => {
  const patches = defineLinks<Order>(links => { links.affordance('patch', change).method('PATCH').when(o => o.open) })
  const app = await guarded(t, { load: () => closed, links: patches }, {}, ['PUT', 'PATCH'])
  t.equal((await send(app, 'PATCH')).statusCode, 409, 'an action with PATCH decides about PATCH')
  t.equal((await send(app, 'PUT')).statusCode, 200, 'and not about PUT')

  const reads = await guarded(t, { load: () => closed, links: changes('read') }, {}, 'GET')
  t.equal((await send(reads, 'GET')).statusCode, 409)
  t.equal((await send(reads, 'HEAD')).statusCode, 409, 'HEAD is guarded as GET')
})

t.test('the configuration of a resource', async t => {
  const cancel = changes('cancel')
  const invoice = changes('void', Invoice)
  const other = defineLinks(Invoice, () => {})
  const ROWS: readonly [
    name: string, links: LinkConfig<never>[], resource: HyperRouteOptions['resource'], action: string | null
  ][] = [
    ['a plain object has the only one', [cancel], () => closed, 'cancel'],
    ['also if that is one of a class', [invoice], () => closed, 'void'],
    ['an instance has that of its class', [invoice, changes('discard', Draft)], () => new Invoice(), 'void'],
    ['of a derived class too', [invoice], () => new Draft(), 'void'],
    ['which may declare no action', [other, cancel], () => new Invoice(), null],
    ['an instance of a class without one is a plain object', [cancel], () => new Invoice(), 'cancel'],
    [
      'the route names one of several', [cancel, changes('close', 'other')], { load: () => closed, links: cancel },
      'cancel'
    ],
    ['the route names one that nothing else does', [], { load: () => closed, links: changes('own') }, 'own'],
    ['for instances too', [invoice], { load: () => new Invoice(), links: cancel }, 'cancel'],
    ['none declares an action', [other], () => closed, null]
  ]
  for (const [name, links, resource, action] of ROWS) {
    const response = await send(await guarded(t, resource, { links }))
    t.strictSame([response.statusCode, response.json<{ action?: string }>().action ?? null], [
      action === null ? 200 : 409, action
    ], name)
  }
})

t.test('several configurations for a plain object', async t => {
  const message =
    /^route POST \/change, .* resource: a loader without a config.* 'order' and 'other' .* Name one: .*links \}\.$/
  await t.rejects(guarded(t, () => closed, { links: [changes('a'), changes('b', 'other')] }), {
    code: 'FST_ERR_HYPER_INVALID_OPTION', message
  })
  const app = await guarded(t, () => closed, { links: [changes('a', Invoice), changes('b', Draft)] })
  t.match((await send(app)).json(), {
    statusCode: 500, code: 'FST_ERR_HYPER_INVALID_OPTION'
  }, 'all of classes: the request of a plain object fails')
})

t.test('a route without a name has no actions to it', async t => {
  const app = await hyperApp(t, { links: [changes('a')] })
  app.post('/other', { config: { hyper: { name: 'Change' } } }, () => ({}))
  app.post('/change', { config: { hyper: { resource: () => closed } } }, () => ({}))
  t.equal((await send(app)).statusCode, 200)
})

t.test('one name for the methods of a URL in two scopes', async t => {
  const posts = defineLinks<Order>('order', links => {
    links.affordance('a', change).method('POST').when(order => order.open)
  })
  for (const methods of [['GET', 'POST'], ['POST', 'GET']] as const) {
    const app = await hyperApp(t, { links: [posts] })
    for (const method of methods) {
      await app.register(async scope => {
        scope.route({
          method, url: '/change', config: { hyper: { name: 'Change', resource: () => closed } }, handler: () => ({})
        })
      })
    }
    const statuses =
      await Promise.all((['POST', 'GET', 'HEAD'] as const).map(async method => (await send(app, method)).statusCode))
    t.same(statuses, [409, 200, 200], `the guard of each judges the states of its own method: ${methods.join(', ')}`)
  }
})

t.test('the versions of a route', async t => {
  const app = await hyperApp(t, { hrefs: 'path', links: [changes('a')] })
  const ROUTES = [['1.0.0', 'PUT'], ['2.0.0', 'POST']] as const
  for (const [version, method] of ROUTES) {
    app.route({
      method,
      url: '/change',
      constraints: { version },
      config: { hyper: { name: 'Change', resource: () => closed } },
      handler: () => ({})
    })
  }
  for (const [version, method] of ROUTES) {
    t.equal(
      (await app.inject({ method, url: '/change', headers: { 'accept-version': version } })).statusCode, 409, version
    )
  }
})
