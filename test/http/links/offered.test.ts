import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import t, { type Test } from 'tap'
import hyper, {
  defineLinks, type HyperOptions, type LinkConfig, type LinkContext,
  LinkTarget
} from '../../../lib/index.ts'
import { hyperApp, newApp } from '../../support/servers.ts'

// app.hyper.allowed(request, action, resource)

class Order {
  readonly owner: string = 'ann'
  status: string = 'pending'
}

class Other {}

const to = LinkTarget.uri('/to')

/** Whether an action is allowed in a request to an app. */
async function serve (t: Test, links: LinkConfig<never>[], options: HyperOptions = {}) {
  const app = await hyperApp(t, { links, hrefs: 'path', ...options })
  let run: (request: FastifyRequest) => Promise<unknown> = async () => {}
  app.get('/', async request => run(request))
  app.post(
    '/cancel', { config: { hyper: { name: 'Cancel', policy: 'owner', resource: () => new Order() } } }, () => ({})
  )
  app.get('/linked', { config: { hyper: { links: true } } }, async request => {
    const order = new Order()
    await app.hyper.allowed(request, 'cancel', order)
    return order
  })
  await app.ready()
  const during = async <V>(work: (request: FastifyRequest) => Promise<V>, headers = {}): Promise<V> => {
    const result = new Promise<V>((resolve, reject) => {
      run = async request => { await work(request).then(resolve, reject); return {} }
    })
    await app.inject({ url: '/', headers })
    return result
  }
  return {
    app: app as unknown as FastifyInstance,
    during,
    allowed: async (action: string, resource: object, headers = {}) =>
      during(async request => app.hyper.allowed(request, action, resource), headers)
  }
}

const orderLinks = defineLinks(Order, links => {
  links.affordance('cancel', LinkTarget.route('Cancel')).when(({ status }) => status === 'pending')
  links.affordance('refund', to).requireAuthorization('later')
  links.affordance('review', to).requireAuthorization('many')
  links.affordance('twice', to).when(async () => true).when(async ({ status }) => status === 'pending')
  links.affordance('none', () => null)
  links.affordance('broken', to).when(() => { throw new Error('broken') })
  links.affordance('unjudged', to).requireAuthorization('throws')
})

const isAnn = (request: FastifyRequest) => request.headers['x-user'] === 'ann'

const policies: NonNullable<HyperOptions['policies']> = {
  owner: (request: FastifyRequest, order: Order) => request.headers['x-user'] === order.owner,
  later: async request => isAnn(request),
  many: { many: async (request, orders) => orders.map(() => isAnn(request)) },
  throws: () => { throw new Error('policy') }
}

const ann = { 'x-user': 'ann' }

t.test('conditions, policies and the policies of targets', async t => {
  const { allowed } = await serve(t, [orderLinks], { policies })
  const shipped = Object.assign(new Order(), { status: 'shipped' })
  for (const [action, resource, headers, expected] of [
    ['cancel', new Order(), ann, true],
    ['cancel', new Order(), {}, false],
    ['cancel', shipped, ann, false],
    ['refund', shipped, ann, true],
    ['refund', shipped, {}, false],
    ['review', shipped, ann, true],
    ['review', shipped, {}, false],
    ['twice', new Order(), {}, true],
    ['twice', shipped, {}, false],
    ['none', shipped, ann, false],
    ['unjudged', shipped, ann, false]
  ] as const) {
    t.equal(
      await allowed(action, resource, headers), expected, `${action}, ${resource.status}, ${JSON.stringify(headers)}`
    )
  }
  await t.rejects(allowed('broken', shipped), { message: 'broken' })
})

t.test('in strict mode a policy that throws rejects', async t => {
  const { allowed } = await serve(t, [orderLinks], { policies, mode: 'strict' })
  t.equal(await allowed('cancel', new Order(), ann), true)
  await t.rejects(allowed('unjudged', new Order()), { message: 'policy' })
})

t.test('the configuration of a resource', async t => {
  const plain = defineLinks<object>('plain', links => { links.affordance('only', to) })
  const otherLinks = defineLinks(Other, links => { links.affordance('cancel', to) })
  const { allowed } = await serve(t, [orderLinks, otherLinks, plain], { policies })
  t.equal(await allowed('only', {}), true, 'a plain object has the only configuration with the action')
  t.equal(await allowed('cancel', new Other()), true, 'its class decides')
  class Urgent extends Order {}
  t.equal(await allowed('cancel', new Urgent(), ann), true, 'a subclass')
  for (const [action, resource, message] of [
    ['cancle', new Order(), /the action 'cancle' is not declared.*'Order' has no such action. Did you mean 'cancel'\?/],
    ['only', new Order(), /'only' is not declared/],
    ['gone', {}, /No link configuration declares it for an object/],
    ['gone', undefined as unknown as object, /No link configuration declares it for undefined/],
    ['cancel', {}, /The configurations of 'Order' and 'Other' declare it/]
  ] as const) {
    await t.rejects(allowed(action, resource), { code: 'FST_ERR_HYPER_UNKNOWN_ACTION', message }, String(message))
  }
})

t.test('before the app is ready there are no actions', async t => {
  const app = await hyperApp(t, { links: [orderLinks], policies })
  await t.rejects(app.hyper.allowed({} as FastifyRequest, 'cancel', new Order()), {
    code: 'FST_ERR_HYPER_UNKNOWN_ACTION'
  })
})

t.test('the context of callbacks', async t => {
  const seen: LinkContext[] = []
  const links = defineLinks(Order, links => {
    links.affordance('x', to).when((_order, context) => { seen.push(context); return true })
    links.affordance('reply', to).when((_order, { reply }) => reply.statusCode === 200)
  })
  const { app, allowed } = await serve(t, [links], { policies })
  t.equal(await allowed('x', new Order()), true)
  const [context] = seen
  t.equal(context!.request.url, '/')
  t.equal(context!.server, app)
  t.equal(context!.signal.aborted, false)
  t.equal(context!.signal, context!.signal)
  await t.rejects(allowed('reply', new Order()), {
    code: 'FST_ERR_HYPER_INVALID_OPTION', message: 'app.hyper.allowed, context.reply'
  })
})

t.test('a policy is evaluated once for a resource, and the response is private', async t => {
  let evaluated = 0
  const counted = { ...policies, owner: (_request: FastifyRequest, _order: Order) => { evaluated++; return true } }
  const links = defineLinks(Order, links => { links.affordance('cancel', LinkTarget.route('Cancel')) })
  const { app, during } = await serve(t, [links], { policies: counted })
  const order = new Order()
  t.strictSame(await during(async request =>
    Promise.all([app.hyper.allowed(request, 'cancel', order), app.hyper.allowed(request, 'cancel', order)])),
  [true, true])
  t.equal(evaluated, 1)
  const response = await app.inject('/linked')
  t.equal(evaluated, 2, 'the links of the response use the same judgement')
  t.equal(response.headers['cache-control'], 'private')
})

t.test('Cache-Control of responses that depend on it', async t => {
  const links = defineLinks(Order, links => {
    links.affordance('cancel', to).requireAuthorization('owner', order => order)
    links.affordance('open', to).when(({ status }) => status === 'pending')
  })
  const serveWith = async (given: HyperOptions = {}) => {
    const app = await hyperApp(t, { links: [links], policies, ...given })
    const cancellable = (request: FastifyRequest) => app.hyper.allowed(request, 'cancel', new Order())
    const asked = async (request: FastifyRequest) => ({ cancellable: await cancellable(request) })
    app.get('/object', asked)
    app.get('/string', async request => await cancellable(request) ? 'yes' : 'no')
    app.get('/stream', async request => Readable.from([await cancellable(request) ? 'yes' : 'no']))
    app.get('/etag', { config: { hyper: { etag: () => 'v1' } } }, asked)
    app.get('/linked', { config: { hyper: { links: true } } }, asked)
    app.get('/error', async request => { throw new Error(String(await cancellable(request))) })
    app.get('/own', async (request, reply) => reply.header('cache-control', 'max-age=5').send(await asked(request)))
    app.get('/open', async request => ({ open: await app.hyper.allowed(request, 'open', new Order()) }))
    app.get('/none', async () => ({}))
    app.setNotFoundHandler(asked)
    return async (url: string, headers = {}) => (await app.inject({ url, headers })).headers['cache-control']
  }
  const cacheControl = await serveWith()
  for (const path of ['/object', '/string', '/stream', '/etag', '/linked', '/error', '/missing']) {
    for (const headers of [ann, {}]) t.equal(await cacheControl(path, headers), 'private', path)
  }
  t.equal(await cacheControl('/etag', { 'if-none-match': '"v1"' }), 'private', '304')
  t.equal(await cacheControl('/own'), 'max-age=5', 'that of the app')
  t.equal(await cacheControl('/open'), undefined, 'an action without a policy')
  t.equal(await cacheControl('/none'), undefined)
  t.equal(await (await serveWith({ gatedCacheControl: 'no-store' }))('/object'), 'no-store')
  t.equal(await (await serveWith({ gatedCacheControl: false }))('/object'), undefined)
})

t.test('two registrations of one app have policies of their own', async t => {
  const links = defineLinks(Order, links => { links.affordance('cancel', LinkTarget.route('Cancel')) })
  const app = newApp(t)
  const scopes: FastifyInstance[] = []
  const allowed = async (request: FastifyRequest, order = new Order()): Promise<boolean[]> => {
    const results = []
    for (const scope of scopes) results.push(await scope.hyper.allowed(request, 'cancel', order))
    return results
  }
  const register = (path: string, owner: boolean) => app.register(async scope => {
    await scope.register(hyper, {
      links: [links], hrefs: 'path', policies: { owner: (_request: FastifyRequest, _order: Order) => owner }
    })
    const config = { hyper: { name: 'Cancel', policy: 'owner', resource: () => new Order() } }
    scope.post(`${path}/cancel`, { config }, async request => allowed(request))
    scope.get(path, async request => allowed(request))
    scope.get(`${path}/linked`, { config: { hyper: { links: true } } }, async request => {
      const order = new Order()
      await allowed(request, order)
      return order
    })
    scopes.push(scope)
  })
  await register('/admitting', true)
  await register('/denying', false)
  await app.ready()
  for (const expected of [[true, false], [false, true]]) {
    const order = expected[0] === true ? 'the admitting first' : 'the denying first'
    for (const path of ['/admitting', '/denying']) {
      t.same((await app.inject(path)).json(), expected, `${path}, ${order}`)
    }
    t.same(
      (await app.inject({ method: 'POST', url: '/admitting/cancel' })).json(), expected, `after the guard, ${order}`
    )
    t.equal((await app.inject({ method: 'POST', url: '/denying/cancel' })).statusCode, 403, `a guard, ${order}`)
    const actionsOf = async (path: string) => (await app.inject(path)).json<{ _actions?: object }>()._actions
    t.match(await actionsOf('/admitting/linked'), { cancel: { href: '/admitting/cancel' } }, `links, ${order}`)
    t.equal(await actionsOf('/denying/linked'), undefined, `links, ${order}`)
    scopes.reverse()
  }
})
