import type { FastifyInstance, FastifyRequest, InjectOptions, RouteOptions } from 'fastify'
import t, { type Test } from 'tap'
import hyper, {
  defineLinks, evaluatePreconditions, type HyperGroupOptions, type HyperOptions,
  type HyperRouteOptions,
  LinkTarget, resourceOf
} from '../../../lib/index.ts'
import { hyperApp, type LogLine, logTo, newApp } from '../../support/servers.ts'

// The policies of guarded routes, their scopes, and where the hook runs. What becomes of each result and each fault of
// a policy is in guard-faults.test.ts, and of each combination of options in guard.test.ts.

/** An app with one guarded route, `POST /`. */
async function guarded (t: Test, given: HyperOptions, route: HyperRouteOptions) {
  const log: LogLine[] = []
  const app = await hyperApp(t, { hrefs: 'path', ...given }, logTo(log))
  app.post('/', { config: { hyper: route } }, () => ({ handled: true }))
  await app.ready()
  return {
    app, log, send: async (request: Partial<InjectOptions> = {}) => app.inject({ method: 'POST', url: '/', ...request })
  }
}

const order = { id: 1, owner: 'ann' }
const load = () => order

t.test('several policies run one after the other until one rejects', async t => {
  const evaluated: string[] = []
  const policy = (name: string, allows: boolean) => async () => { evaluated.push(name); return allows }
  const check = (name: string, allows: boolean) =>
    (_request: FastifyRequest, _order: unknown) => { evaluated.push(name); return allows }
  const policies = {
    a: policy('a', true), b: policy('b', false), c: policy('c', true), one: check('one', true), two: check('two', false)
  }
  const ROWS: readonly [policy: string[], status: number, evaluated: string[]][] = [
    [['a', 'c'], 200, ['a', 'c']],
    [['a', 'b', 'c'], 403, ['a', 'b']],
    [['one', 'a'], 200, ['a', 'one']],
    [['one', 'two', 'c'], 403, ['c', 'one', 'two']],
    [['two', 'b'], 403, ['b']]
  ]
  for (const [policy, status, order] of ROWS) {
    const { send } = await guarded(t, { policies }, { policy, resource: load })
    evaluated.length = 0
    t.equal((await send()).statusCode, status, policy.join())
    t.strictSame(evaluated, order, 'those of the caller first; none after the first that does not allow')
  }
})

t.test('a policy that fails is reported once', async t => {
  const policies = { fail: () => { throw new Error('broken') } }
  const { send, log } = await guarded(t, { policies }, { policy: 'fail' })
  for (let times = 0; times < 2; times++) t.equal((await send()).statusCode, 403)
  t.equal(log.filter(({ code }) => code === 'HYPER011').length, 1)
})

t.test('names of policies', async t => {
  const policies = { staff: () => true }
  const message = /^route POST \/, config\.hyper, policy: the policy 'stuff' is not registered\. Did you mean 'staff'\?/
  await t.rejects(guarded(t, { policies }, { policy: ['staff', 'stuff'] }), {
    code: 'FST_ERR_HYPER_UNKNOWN_POLICY', message
  })
  await t.rejects(guarded(t, {}, { policy: 'toString' }), { code: 'FST_ERR_HYPER_UNKNOWN_POLICY' })
})

t.test('HYPER016: a policy that takes a resource, on a route without one', async t => {
  const { log, send } = await guarded(
    t, { policies: { owner: (_request, order: typeof load) => order.name === 'x' } }, { policy: 'owner' }
  )
  const messages = log.filter(({ code }) => code === 'HYPER016').map(({ msg }) => msg)
  t.strictSame(messages, ["route POST /, config.hyper, policy: the policy 'owner' takes a resource, " +
    'but is evaluated without one. Load one: resource: request => ….'])
  t.equal((await send()).statusCode, 403, 'and no caller is allowed')
  const ofOrder = (_request: FastifyRequest, order: typeof load) => order.name === 'x'
  const two = await guarded(t, { policies: { owner: ofOrder, buyer: ofOrder } }, { policy: ['owner', 'buyer'] })
  t.equal(two.log.filter(({ code }) => code === 'HYPER016').length, 2, 'each is reported')
  const loaded = await guarded(t, { policies: { owner: (_request, order: typeof load) => order.name === 'x' } }, {
    policy: 'owner', resource: load
  })
  t.strictSame(loaded.log, [], 'on a route with a resource')
})

for (const [conceal, status] of [[true, 404], [403, 403]] as const) {
  t.test(`the ${status} of a concealed resource is that of a missing one`, async t => {
    const policies = { owner: (_request: FastifyRequest, { owner }: typeof order) => owner === 'bob' }
    const { send } = await guarded(t, { policies }, {
      policy: 'owner',
      conceal,
      preconditions: { tag: () => 'v1', requireIfMatch: true },
      resource: request => request.headers['x-missing'] === undefined ? order : null
    })
    const [concealed, missing] = [await send(), await send({ headers: { 'x-missing': '1' } })]
    t.equal(concealed.statusCode, status)
    t.strictSame([missing.statusCode, missing.payload], [concealed.statusCode, concealed.payload])
    const { date: _one, ...concealedHeaders } = concealed.headers
    const { date: _other, ...missingHeaders } = missing.headers
    t.strictSame(missingHeaders, concealedHeaders)
  })
}

t.test('a policy is evaluated once by the guard and the links of one response', async t => {
  let [callers, owners] = [0, 0]
  const links = defineLinks<typeof order>(links => {
    links.link('a', LinkTarget.uri('/a')).requireAuthorization('caller')
    links.link('b', LinkTarget.uri('/b')).requireAuthorization('owner', order => order)
    links.link('c', LinkTarget.uri('/c')).requireAuthorization('owner', ({ owner }) => owner)
  })
  const policies = {
    caller: () => { callers++; return true },
    owner: async (_request: FastifyRequest, _order: unknown) => { owners++; return true }
  }
  const app = await hyperApp(t, { policies })
  app.get(
    '/', { config: { hyper: { links, policy: ['caller', 'owner'], resource: load, etag: () => 'v1' } } },
    request => resourceOf<object>(request)
  )
  const response = await app.inject('/')
  t.strictSame(Object.keys(response.json<{ _links: object }>()._links), ['a', 'b', 'c'])
  t.strictSame([callers, owners], [1, 2], 'once for the caller, the resource, and the selected value')
})

const allowed = { a: () => true, b: () => false }

t.test('the narrowest group or the route decides on policies', async t => {
  const ROWS: readonly [name: string, groups: HyperGroupOptions[], route: HyperRouteOptions, status: number][] = [
    ['a policy of a group', [{ policy: 'b' }], {}, 403],
    ['of an enclosing group', [{ policy: 'b' }, { links: true }], {}, 403],
    ['the narrower one', [{ policy: 'b' }, { policy: 'a' }], {}, 200],
    ['that of the route', [{ policy: 'b' }], { policy: ['a'] }, 200],
    ['that of the route rejects', [{ policy: 'a' }], { policy: ['a', 'b'] }, 403],
    ['false resets it in a route', [{ policy: 'b' }], { policy: false }, 200],
    ['false resets it in a group', [{ policy: 'b' }, { policy: false }], {}, 200],
    ['conceal', [{ conceal: true }], { policy: 'owner', resource: load }, 404],
    ['conceal with 403', [{ conceal: 403 }], { policy: 'owner', resource: load }, 403],
    ['a missing resource in a group with 403', [{ conceal: 403 }], { resource: () => null }, 403],
    ['conceal is reset', [{ conceal: true }], { policy: 'owner', resource: load, conceal: false }, 403],
    ['preconditions', [{ preconditions: { requireIfMatch: true, tag: () => 1 } }], { resource: load }, 428],
    [
      'preconditions are reset', [{ preconditions: { requireIfMatch: true, tag: () => 1 } }],
      { resource: load, preconditions: false }, 200
    ],
    [
      'preconditions of the route', [{ preconditions: { requireIfMatch: true, tag: () => 1 } }],
      { resource: load, preconditions: { tag: () => 1 } }, 200
    ]
  ]
  for (const [name, groups, route, status] of ROWS) {
    const app = await hyperApp(t, { policies: { ...allowed, owner: (_request, _order) => false } })
    const declare = (app: FastifyInstance, [outer, ...inner]: HyperGroupOptions[]): void => {
      if (outer === undefined) app.post('/', { config: { hyper: route } }, () => ({}))
      else app.register(async scope => declare(scope, inner), { hyper: outer })
    }
    declare(app, groups)
    t.equal((await app.inject({ method: 'POST', url: '/' })).statusCode, status, name)
  }
})

t.test('preconditions of a group are those of its routes with a resource and a tag', async t => {
  const tag = ({ id }: typeof order) => id
  const app = await hyperApp(t)
  await app.register(async scope => {
    scope.post('/handler', request => ({ status: evaluatePreconditions(request, 1)?.status ?? null }))
    scope.get('/orders', () => [])
    scope.get('/order', { config: { hyper: { resource: load } } }, () => order)
  }, { hyper: { preconditions: { requireIfMatch: true } } })
  await app.register(async scope => {
    scope.get('/list', () => [])
    scope.get('/one', { config: { hyper: { resource: load } } }, () => order)
    scope.put('/one', { config: { hyper: { resource: load } } }, () => order)
  }, { hyper: { preconditions: { requireIfMatch: true, tag } } })
  t.strictSame(
    (await app.inject({ method: 'POST', url: '/handler' })).json(), { status: 428 },
    'of a group are the default of evaluatePreconditions'
  )
  t.equal((await app.inject('/order')).statusCode, 200, 'without a tag enforce nothing')
  t.equal((await app.inject('/list')).statusCode, 200, 'of a route that reads need no resource')
  t.equal(
    (await app.inject({ url: '/one', headers: { 'if-none-match': '"1"' } })).statusCode, 200,
    'are not those of a conditional read'
  )
  t.equal((await app.inject({ method: 'PUT', url: '/one', headers: { 'if-none-match': '*' } })).statusCode, 412)
  t.equal((await app.inject({ method: 'PUT', url: '/one', headers: { 'if-match': '"1"' } })).statusCode, 200)
  t.equal((await app.inject({ method: 'PUT', url: '/one' })).statusCode, 428)

  const failing = await guarded(t, {}, { resource: load, preconditions: { tag: (() => ({})) as never } })
  t.match((await failing.send()).json(), {
    statusCode: 500, message: /^route POST \/, config\.hyper, preconditions, tag: an object is not valid/
  })
  const message =
    /^route POST \/, config\.hyper, preconditions, tag: a function without a resource is not valid\. It takes the/
  await t.rejects(guarded(t, {}, { preconditions: { tag } }), { code: 'FST_ERR_HYPER_INVALID_OPTION', message })
})

t.test('preconditions of a resource without an entity tag', async t => {
  const ROWS: readonly [headers: Record<string, string>, status: number, detail?: RegExp][] = [
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': '"1"' }, 412, /has no entity tag/],
    [{ 'if-none-match': '*' }, 412, /there is one/],
    [{ 'if-none-match': '*, "1"' }, 412, /there is one/],
    [{ 'if-none-match': '"1"' }, 428],
    [{}, 428]
  ]
  for (const tag of [null, undefined, '', Number.NaN]) {
    const { send } = await guarded(t, {}, { resource: load, preconditions: { requireIfMatch: true, tag: () => tag } })
    for (const [headers, status, detail = /./] of ROWS) {
      const response = await send({ headers })
      t.equal(response.statusCode, status, `${String(tag)}, ${JSON.stringify(headers)}`)
      if (status !== 200) t.match(response.json(), { detail })
      t.equal(response.headers.etag, undefined)
    }
  }
})

t.test('the hook runs after every other preHandler hook', async t => {
  const ran: string[] = []
  const hook = (name: string) => async () => { ran.push(name) }
  const shared = [hook('set')]
  const app = newApp(t)
  app.addHook('onRoute', route => { route.preHandler = [route.preHandler ?? [], hook('earlier plugin')].flat() })
  await app.register(hyper, { policies: { policy: () => { ran.push('policy'); return true } } })
  app.addHook('preHandler', hook('app'))
  const WAYS: Readonly<Record<string, (route: RouteOptions) => void>> = {
    added: route => { route.preHandler = [route.preHandler ?? [], hook('added')].flat() },
    pushed: route => { (route.preHandler as unknown[]).push(hook('pushed')) },
    'pushed later': route => {
      const hooks = route.preHandler as unknown[]
      if (Array.isArray(route.preHandler)) hooks.push(hook('pushed later'))
    },
    replaced: route => { route.preHandler = shared },
    single: route => { route.preHandler = hook('single') }
  }
  app.addHook('onRoute', route => WAYS[route.url.slice(1)]!(route))
  for (const name of Object.keys(WAYS)) {
    app.post(`/${name}`, {
      preHandler: hook('route'), config: { hyper: { policy: 'policy' } }
    }, async () => { ran.push('handler'); return '' })
  }
  app.addHook('preHandler', hook('app later'))
  const EXPECTED: Readonly<Record<string, readonly string[]>> = { replaced: ['set'], single: ['single'] }
  for (const name of Object.keys(WAYS)) {
    ran.length = 0
    await app.inject({ method: 'POST', url: `/${name}` })
    t.strictSame(
      ran, ['app', 'app later', ...EXPECTED[name] ?? ['route', 'earlier plugin', name], 'policy', 'handler'], name
    )
  }
  t.equal(shared.length, 1, 'the array of a plugin is not written')
})

t.test('the start fails if a hook is added after the guard, or replaces it, once the route is declared', async t => {
  const noHook = async () => {}
  const LATE: Readonly<Record<string, (route: RouteOptions, hooks: unknown[]) => void>> = {
    'pushed to the array of the route': (_route, hooks) => { hooks.push(noHook) },
    added: route => { route.preHandler = [route.preHandler ?? [], noHook].flat() },
    replaced: route => { route.preHandler = noHook },
    removed: route => { delete route.preHandler }
  }
  for (const [name, change] of Object.entries(LATE)) {
    const app = newApp(t)
    const routes: RouteOptions[] = []
    await app.register(hyper, { policies: { policy: () => true } })
    app.addHook('onRoute', route => { routes.push(route) })
    app.post('/', { config: { hyper: { policy: 'policy' } } }, () => '')
    await app.register(async () => { change(routes[0]!, routes[0]!.preHandler as unknown[]) })
    await t.rejects(async () => app.ready(), {
      code: 'FST_ERR_HYPER_INVALID_OPTION', message: /^route POST \/, preHandler: a hook that is added after the guard/
    }, name)
  }
})

t.test('a guard leaves the options of its route as Fastify made them: no accessors', async t => {
  const app = newApp(t)
  const routes: RouteOptions[] = []
  await app.register(hyper, { policies: { policy: () => true } })
  app.addHook('onRoute', route => { routes.push(route) })
  app.post('/', { config: { hyper: { policy: 'policy' } } }, () => '')
  await app.ready()
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(routes[0]))
  t.strictSame(descriptors.filter(([, { get, writable }]) => get !== undefined || writable !== true), [])
})

t.test('a route with neither a policy nor a resource gets no hook', async t => {
  const app = newApp(t)
  const hooks: unknown[] = []
  await app.register(hyper, { policies: allowed })
  app.addHook('onRoute', route => { hooks.push(route.preHandler) })
  app.get('/a', () => '')
  app.register(async scope => {
    scope.get('/b', { config: { hyper: { policy: false, conceal: true } } }, () => '')
  }, { hyper: { policy: 'b' } })
  await app.ready()
  t.strictSame(hooks, hooks.map(() => undefined))
})

t.test('a guard runs after validation, and before the handler', async t => {
  const app = await hyperApp(t, { policies: allowed })
  const schema = { body: { type: 'object', required: ['reason'], properties: { reason: { type: 'string' } } } }
  app.post('/', { schema, config: { hyper: { policy: 'b', links: true } } }, () => ({}))
  t.equal((await app.inject({ method: 'POST', url: '/', payload: {} })).statusCode, 400)
  const response = await app.inject({
    method: 'POST', url: '/', payload: { reason: 'x' }, headers: { accept: 'application/hal+json' }
  })
  t.strictSame(
    [response.statusCode, response.headers['content-type']], [403, 'application/problem+json'], 'in any format'
  )
})

t.test('the response schema of a status does not change the problem of a guard', async t => {
  const app = await hyperApp(t, { policies: allowed })
  const SCHEMAS = {
    '/other': { type: 'object', properties: { status: { type: 'integer' } } },
    '/required': { type: 'object', required: ['code'], properties: { code: { type: 'string' } } }
  }
  for (const [path, schema] of Object.entries(SCHEMAS)) {
    app.get(path, { schema: { response: { 403: schema } }, config: { hyper: { policy: 'b' } } }, () => ({}))
  }
  for (const path of Object.keys(SCHEMAS)) {
    t.match((await app.inject(path)).json(), {
      type: 'about:blank', title: 'Forbidden', status: 403, detail: /not allowed/
    }, path)
  }
})
