import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import t, { type Test } from 'tap'
import {
  defineLinks, defineRoutes, type HyperOptions, type HyperRouteOptions, type LinkBuilder, type LinkConfig, LinkTarget,
  offsetPage, problem
} from '../../../lib/index.ts'
import { warnings } from '../../support/projection.ts'
import { hyperApp, type LogLine, logTo } from '../../support/servers.ts'

// A link is omitted if the policies of its target do not allow the caller.

class Order {
  readonly id: number
  readonly owner: string
  constructor (id: number, owner: string) {
    this.id = id
    this.owner = owner
  }
}

const orders = [new Order(1, 'ann'), new Order(2, 'bob')]
const load = (request: FastifyRequest) => orders.find(({ id }) => String(id) === (request.params as { id: string }).id)

const policies = {
  staff: (request: FastifyRequest) => request.headers['x-role'] === 'staff',
  'staff later': async (request: FastifyRequest) => request.headers['x-role'] === 'staff',
  owner: (request: FastifyRequest, order: unknown) => (order as Order).owner === request.headers['x-user'],
  'owner later': async (request: FastifyRequest, order: unknown) => (order as Order).owner === request.headers['x-user']
}

// The guarded routes: their keys, and whether they have a resource.
const ROUTES: Readonly<Record<string, HyperRouteOptions>> = {
  Open: {},
  Elsewhere: { policy: false },
  Staff: { policy: 'staff' },
  StaffLater: { policy: 'staff later' },
  Owner: { policy: 'owner', resource: load },
  OwnerLater: { policy: ['staff later', 'owner later'], resource: load }
}

// Routes of which the app enforces policies of links.
const ENFORCED: Readonly<Record<string, HyperRouteOptions>> = {
  Handler: { policy: 'owner', resource: load, enforcedElsewhere: 'staff' },
  Hook: { enforcedElsewhere: ['staff later', 'staff'] },
  OtherHook: { enforcedElsewhere: 'staff later' }
}

const catalog = defineRoutes({
  Staff: 'GET /Staff/:id',
  Owner: 'GET /Owner/:id'
})

const target = (name: string) => LinkTarget.route(name, (order: Order) => ({ id: order.id }))
const now = (name: string) => (order: Order) => LinkTarget.route(name, { id: order.id })
const later = (name: string) => async (order: Order) => LinkTarget.route(name, { id: order.id })

type Declare = (links: LinkBuilder<Order>) => unknown

/** Declares the guarded routes, each for GET and for POST. */
function guardedRoutes (app: FastifyInstance): void {
  for (const [name, guard] of Object.entries({ ...ROUTES, ...ENFORCED })) {
    app.get(`/${name}/:id`, { config: { hyper: { name, ...guard } } }, () => ({}))
    app.post(`/${name}/:id`, { config: { hyper: { name: `Post${name}`, ...guard } } }, () => ({}))
  }
}

async function serve (t: Test, links: LinkConfig<never>, options: HyperOptions = {}): Promise<FastifyInstance> {
  const app = await hyperApp(t, { links: [links], policies, hrefs: 'path', ...options })
  guardedRoutes(app)
  const config = { hyper: { links: true } }
  app.get('/order', { config }, () => orders[0])
  app.get('/orders', { config }, () => orders)
  app.get('/page', { config }, () => offsetPage(orders, { page: 1, pageSize: 2, totalCount: 4 }))
  await app.ready()
  return app
}

const CALLERS = {
  nobody: {},
  staff: { 'x-role': 'staff' },
  ann: { 'x-user': 'ann' },
  'staff ann': { 'x-role': 'staff', 'x-user': 'ann' }
} as const

type Caller = keyof typeof CALLERS

const everyone = Object.keys(CALLERS) as Caller[]
const staff: Caller[] = ['staff', 'staff ann']
const ann: Caller[] = ['ann', 'staff ann']

/** The members of one format that contain what `name` is declared as. */
const FORMATS: Readonly<Record<string, [accept: string, member: string]>> = {
  default: ['application/json', '_links'],
  HAL: ['application/hal+json', '_links'],
  'the actions of the default format': ['application/json', '_actions'],
  'HAL-FORMS': ['application/prs.hal-forms+json', '_templates']
}

const ACTIONS = ['the actions of the default format', 'HAL-FORMS']

const ROWS: ReadonlyArray<readonly [
  name: string, declare: Declare, member: string, shown: readonly Caller[], formats?: string[]
]> = [
  ['a route without policies', links => links.link('x', target('Open')), 'x', everyone],
  ['policies that are enforced elsewhere', links => links.link('x', target('Elsewhere')), 'x', everyone],
  ['a fixed target', links => links.link('x', target('Staff')), 'x', staff],
  ['a fixed target, later', links => links.link('x', target('StaffLater')), 'x', staff],
  ['a constant target', links => links.link('x', LinkTarget.route('Staff', { id: 1 })), 'x', staff],
  ['a route template', links => links.link('x', LinkTarget.routeTemplate('Staff')), 'x', staff],
  ['a title by a function', links => links.link('x', target('Staff')).title(() => 'x'), 'x', staff],
  ['a callback', links => links.link('x', now('Staff')), 'x', staff],
  ['a callback, later', links => links.link('x', later('StaffLater')), 'x', staff],
  ['a callback with a URL', links => links.link('x', () => LinkTarget.uri('/')), 'x', everyone],
  ['a catalog entry', links => links.link('x', catalog.Staff(order => ({ id: order.id }))), 'x', staff],
  ['a catalog entry of a callback', links => links.link('x', order => catalog.Staff({ id: order.id })), 'x', staff],
  ['many fixed targets', links => links.linkMany('x', [target('Staff')]), 'x', staff],
  ['many targets of a callback', links => links.linkMany('x', async order => [now('StaffLater')(order)]), 'x', staff],
  ['another resource', links => links.link('x', target('Owner')), 'x', everyone],
  ['another resource, the policies of the caller', links => links.link('x', target('OwnerLater')), 'x', staff],
  ['another resource of a callback', links => links.link('x', now('OwnerLater')), 'x', staff],
  ['self', links => links.self(target('Owner')), 'self', ann],
  ['self, later', links => links.self(target('OwnerLater')), 'self', ['staff ann']],
  ['self in capitals', links => links.link('SELF', target('Owner')), 'SELF', ann],
  ['self of a callback', links => links.self(now('Owner')), 'self', ann],
  ['self of a catalog', links => links.self(catalog.Owner(order => ({ id: order.id }))), 'self', ann],
  [
    'a selected value for another resource',
    links => links.link('x', target('Owner')).requireAuthorization('owner', () => orders[0]), 'x', ann
  ],
  [
    'a selected value in place of the resource',
    links => links.self(target('Owner')).requireAuthorization('owner', () => orders[1]), 'self', []
  ],
  ['a selected value in place of one policy', links => links.self(target('OwnerLater'))
    .requireAuthorization('owner later', () => orders[0]), 'self', ['staff ann']],
  ['a selected value with a callback', links => links.self(now('Owner'))
    .requireAuthorization('owner', () => orders[1]), 'self', []],
  [
    'an explicit policy beside that of the target', links => links.self(target('Owner')).requireAuthorization('staff'),
    'self', ['staff ann']
  ],
  ['an action', links => links.affordance('x', target('PostStaff')), 'x', staff, ACTIONS],
  ['an action on the resource', links => links.affordance('x', target('PostOwner')), 'x', ann, ACTIONS],
  ['an action on the resource, later', links =>
    links.affordance('x', target('PostOwnerLater')), 'x', ['staff ann'], ACTIONS],
  ['an action with a condition', links => links.affordance('x', target('PostOwner'))
    .when(() => true), 'x', ann, ACTIONS],
  ['an action of a callback', links => links.affordance('x', now('PostOwner')), 'x', ann, ACTIONS],
  ['an action of a callback, later', links =>
    links.affordance('x', later('PostOwnerLater')), 'x', ['staff ann'], ACTIONS],
  ['an action with a title by a function', links => links.affordance('x', target('PostOwner'))
    .title(() => 'x'), 'x', ann, ACTIONS],
  ['an action without policies', links => links.affordance('x', target('PostElsewhere')), 'x', everyone, ACTIONS]
]

t.test('every kind of target', async t => {
  for (const [name, declare, member, shown, formats = ['default', 'HAL']] of ROWS) {
    const app = await serve(t, defineLinks(Order, links => { declare(links) }))
    for (const [format, [accept, members]] of Object.entries(FORMATS).filter(([format]) => formats.includes(format))) {
      for (const caller of everyone) {
        const response = await app.inject({ url: '/order', headers: { ...CALLERS[caller], accept } })
        const found = response.json<Record<string, Record<string, unknown> | undefined>>()[members]?.[member]
        const isShown = Array.isArray(found) ? found.length > 0 : found !== undefined
        t.equal(isShown, shown.includes(caller), `${name}, ${format}, ${caller}`)
        const isOpen = /without policies|elsewhere|URL|^another resource$/.test(name)
        if (shown.length < everyone.length) {
          t.equal(response.headers['cache-control'], 'private', `${name}, ${format}, ${caller}: private`)
        } else if (isOpen) {
          t.equal(response.headers['cache-control'], undefined, `${name}, ${format}, ${caller}: not private`)
        }
      }
    }
  }
})

t.test('each element of a list, an item of a page, an embedded resource', async t => {
  const links = defineLinks(Order, links => {
    links.self(target('Owner'))
    links.affordance('x', target('PostOwner'))
  })
  const app = await serve(t, links)
  const get = async (url: string) => (await app.inject({ url, headers: CALLERS.ann })).json<unknown>()
  const shown = { _links: { self: { href: '/Owner/1' } }, _actions: { x: { href: '/Owner/1' } } }
  t.match(await get('/orders'), [shown, { id: 2, _links: undefined, _actions: undefined }])
  t.match(await get('/page'), { items: [shown, { id: 2, _links: undefined, _actions: undefined }] })
})

t.test('the Link header', async t => {
  const links = defineLinks(Order, links => {
    links.self(target('Owner'))
    links.link('staff', target('StaffLater'))
  })
  const app = await serve(t, links, { emitLinkHeader: true })
  const read = async (headers: object) => (await app.inject({ url: '/order', headers: { ...headers } })).headers['link']
  t.equal(await read(CALLERS.nobody), undefined)
  t.equal(await read(CALLERS.ann), '</Owner/1>; rel="self"')
  t.equal(await read(CALLERS['staff ann']), '</Owner/1>; rel="self", </StaffLater/1>; rel="staff"')
})

t.test('problem documents', async t => {
  const app = await hyperApp(t, { policies, hrefs: 'path' })
  guardedRoutes(app)
  const document = () => {
    const made = problem({ status: 409 })
    for (const name of Object.keys(ROUTES)) {
      made.action(name, LinkTarget.route(`Post${name}`, { id: 1 })).link('many', LinkTarget.route(name, { id: 1 }))
    }
    return made
  }
  const WAYS: Readonly<Record<string, (request: FastifyRequest, reply: FastifyReply) => unknown>> = {
    returned: document,
    'returned later': async () => document(),
    thrown: async () => {
      const made = document()
      throw made
    },
    sent: (_request, reply) => { document().send(reply) },
    'sent and returned': (_request, reply) => document().send(reply),
    'sent and returned later': async (_request, reply) => document().send(reply),
    'sent by the reply': (_request, reply) => reply.send(document())
  }
  Object.values(WAYS).forEach((way, index) => app.get(`/way/${index}`, way))
  Object.values(WAYS).forEach((way, index) => app.get(`/linked/${index}`, { config: { hyper: { links: true } } }, way))
  await app.ready()
  // A problem represents no resource, so policies of a resource do not apply.
  const ROWS = { nobody: ['Open', 'Elsewhere', 'Owner'], staff: Object.keys(ROUTES) } as const
  for (const [caller, names] of Object.entries(ROWS)) {
    for (const [index, way] of Object.keys(WAYS).entries()) {
      for (const path of ['way', 'linked']) {
        const response = await app.inject({ url: `/${path}/${index}`, headers: CALLERS[caller as Caller] })
        const { _links, _actions } = response.json<{ _links: { many: { href: string }[] }, _actions: object }>()
        t.equal(response.statusCode, 409, `${path}, ${way}`)
        t.strictSame(Object.keys(_actions), names, `${path}, ${way}, ${caller}: actions`)
        t.strictSame(
          _links.many.map(({ href }) => href), names.map(name => `/${name}/1`), `${path}, ${way}, ${caller}: links`
        )
        t.equal(response.headers['cache-control'], 'private')
      }
    }
  }
})

t.test('a policy that throws while a problem is written', async t => {
  for (const [mode, status] of [['lax', 409], ['strict', 500]] as const) {
    for (const fail of [() => { throw new Error('broken') }, async () => { throw new Error('broken') }]) {
      const app = await hyperApp(t, { mode, policies: { broken: fail } })
      app.get('/target', { config: { hyper: { name: 'Target', policy: 'broken' } } }, () => ({}))
      app.get('/returned', () => problem({ status: 409 }).link('x', LinkTarget.route('Target')))
      app.get('/sent', (_request, reply) => problem({ status: 409 }).link('x', LinkTarget.route('Target')).send(reply))
      for (const url of ['/returned', '/sent']) {
        const response = await app.inject(url)
        t.equal(response.statusCode, status, `${mode}, ${url}`)
        t.equal(response.json<{ _links?: object }>()._links, undefined)
      }
    }
  }
})

t.test('the version of a route that the request gets', async t => {
  const links = defineLinks(Order, links => {
    links.link('x', LinkTarget.route('Versioned'))
    links.linkMany('many', [LinkTarget.route('Versioned')])
    links.affordance('y', LinkTarget.route('Versioned')).get()
  })
  const app = await hyperApp(t, { links: [links], policies, hrefs: 'path' })
  for (const [version, guard] of [['1.0.0', {}], ['2.0.0', { policy: 'staff' }]] as const) {
    app.get('/versioned', { constraints: { version }, config: { hyper: { name: 'Versioned', ...guard } } }, () => ({}))
    app.get('/order', { constraints: { version }, config: { hyper: { links: true } } }, () => orders[0])
  }
  for (const [version, shown] of [['1.0.0', true], ['2.0.0', false]] as const) {
    const body = (await app.inject({ url: '/order', headers: { 'accept-version': version } }))
      .json<{ _links: { x?: object, many: object[] }, _actions?: { y: object } }>()
    t.equal(body._links.x !== undefined, shown, version)
    t.equal(body._links.many.length, shown ? 1 : 0, version)
    t.equal(body._actions !== undefined, shown, version)
  }
})

interface Choice {
  readonly name: string
  readonly type?: string
  readonly options?: { readonly link?: { readonly href: string } }
}

t.test('the choices of a field', async t => {
  const HAL_FORMS = 'application/prs.hal-forms+json'
  const ROWS: ReadonlyArray<readonly [name: string, route: string | LinkTarget<Order>, shown: readonly Caller[]]> = [
    ['a route without policies', 'OpenChoices', everyone],
    ['a name', 'StaffChoices', staff],
    ['a policy that is evaluated later', 'StaffChoicesLater', staff],
    ['a target with values of the resource', target('Staff'), staff],
    ['another resource', target('Owner'), everyone],
    ['a route with versions', 'Versioned', staff]
  ]
  for (const [name, route, shown] of ROWS) {
    const DECLARE: Readonly<Record<string, Declare>> = {
      fixed: links => links.affordance('x', target('Change')).fields({ reason: { options: { route } } }),
      callback: links => links.affordance('x', now('Change')).fields({ reason: { options: { route } } })
    }
    for (const [kind, declare] of Object.entries(DECLARE)) {
      const links = [defineLinks(Order, links => { declare(links) })]
      const app = await hyperApp(t, { links, policies, hrefs: 'path' })
      const body = { type: 'object', properties: { reason: { type: 'string' } } }
      app.post('/change/:id', { schema: { body }, config: { hyper: { name: 'Change' } } }, () => ({}))
      app.get('/choices', { config: { hyper: { name: 'OpenChoices' } } }, () => [])
      app.get('/staff-choices', { config: { hyper: { name: 'StaffChoices', policy: 'staff' } } }, () => [])
      app.get('/later-choices', { config: { hyper: { name: 'StaffChoicesLater', policy: 'staff later' } } }, () => [])
      for (const version of ['1.0.0', '2.0.0']) {
        app.get('/versioned', {
          constraints: { version }, config: { hyper: { name: 'Versioned', policy: 'staff' } }
        }, () => [])
        app.get('/order', {
          constraints: { version }, config: { hyper: { links: true, etag: (order: Order) => order.id } }
        }, () => orders[0])
      }
      for (const path of ['Staff', 'Owner']) {
        app.get(`/${path}/:id`, { config: { hyper: { name: path, ...ROUTES[path] } } }, () => [])
      }
      await app.ready()
      for (const caller of everyone) {
        const headers = { ...CALLERS[caller], accept: HAL_FORMS, 'accept-version': '1.0.0' }
        const response = await app.inject({ url: '/order', headers })
        const [field] = response.json<{ _templates: { x: { properties: Choice[] } } }>()._templates.x.properties
        t.equal(field?.options?.link !== undefined, shown.includes(caller), `${name}, ${kind}, ${caller}`)
        if (field?.options === undefined) t.match(field, { name: 'reason', type: 'text' }, 'the field stays')
        const isPrivate = shown.length < everyone.length
        t.equal(response.headers['cache-control'], isPrivate ? 'private' : undefined, `${name}, ${kind}, ${caller}`)
        const conditional = await app.inject({
          url: '/order', headers: { ...headers, 'if-none-match': response.headers['etag'] }
        })
        t.equal(conditional.statusCode, 304)
        t.equal(
          conditional.headers['cache-control'], isPrivate ? 'private' : undefined, `${name}, ${kind}, ${caller}: 304`
        )
      }
      if (shown.length === everyone.length) continue
      const tagFor = async (caller: Caller) =>
        (await app.inject({
          url: '/order', headers: { ...CALLERS[caller], accept: HAL_FORMS, 'accept-version': '1.0.0' }
        })).headers['etag']
      t.not(await tagFor('ann'), await tagFor('staff ann'), `${name}, ${kind}: the tag differs`)
    }
  }
})

t.test('conditional reads', async t => {
  const kinds: Readonly<Record<string, Declare>> = {
    fixed: links => links.self(target('Owner')),
    callback: links => links.self(now('Owner')),
    action: links => links.affordance('x', target('PostOwner'))
  }
  for (const [kind, declare] of Object.entries(kinds)) {
    const app = await hyperApp(t, { links: [defineLinks(Order, links => { declare(links) })], policies })
    app.get('/orders/:id', { config: { hyper: { name: 'Owner', policy: 'owner', resource: load } } }, () => ({}))
    app.post('/orders/:id', { config: { hyper: { name: 'PostOwner', policy: 'owner', resource: load } } }, () => ({}))
    app.get('/order', { config: { hyper: { links: true, etag: (order: Order) => order.id } } }, () => orders[0])
    const get = async (headers: object) => app.inject({ url: '/order', headers: { ...headers } })
    const { etag: hidden } = (await get({})).headers
    const { etag: shown } = (await get(CALLERS.ann)).headers
    t.equal(shown, '"1"', `${kind}: the complete representation has the tag of the resource`)
    t.not(hidden, shown, kind)
    for (const [caller, tag, status] of [
      [{}, hidden, 304], [{}, shown, 200], [CALLERS.ann, shown, 304], [CALLERS.ann, hidden, 200]
    ] as const) {
      const response = await get({ ...caller, 'if-none-match': tag })
      t.equal(response.statusCode, status, `${kind}: ${String(tag)}`)
      t.equal(response.headers['cache-control'], 'private', kind)
    }
  }
})

t.test('HYPER015: a policy that the target does not enforce', async t => {
  const uri = LinkTarget.uri('/')
  const DECLARED: ReadonlyArray<readonly [name: string, declare: Declare, place: string | null]> = [
    ['an open target', links => links.link('x', target('Open')).requireAuthorization('staff'), "relation 'x'"],
    ['one of many targets', links =>
      links.linkMany('x', [target('Staff'), target('Open')]).requireAuthorization('staff'), "relation 'x'"],
    ['an action', links => links.affordance('x', target('PostOpen')).requireAuthorization('staff'), "action 'x'"],
    ['a target with another policy', links =>
      links.link('x', target('Owner')).requireAuthorization('staff'), "relation 'x'"],
    ['a target with the policy', links => links.link('x', target('Staff')).requireAuthorization('staff'), null],
    ['a target that is enforced elsewhere', links =>
      links.link('x', target('Elsewhere')).requireAuthorization('staff'), null],
    ['a target whose handler enforces it', links =>
      links.affordance('x', target('PostHandler')).requireAuthorization('staff'), null],
    ['a target whose hook enforces it', links => links.link('x', target('Hook')).requireAuthorization('staff'), null],
    ['a target whose hook enforces another', links =>
      links.link('x', target('OtherHook')).requireAuthorization('staff'), "relation 'x'"],
    ['a URL', links => links.link('x', uri).requireAuthorization('staff'), null],
    ['a URL like the name of a route', links =>
      links.link('x', LinkTarget.uri('Open')).requireAuthorization('staff'), null],
    ['the same for an action', links =>
      links.affordance('x', LinkTarget.uri('PostOpen')).requireAuthorization('staff'), null],
    ['a callback', links => links.link('x', now('Open')).requireAuthorization('staff'), null],
    ['a condition', links => links.link('x', target('Open')).when(() => true), null]
  ]
  for (const [name, declare, place] of DECLARED) {
    const log: LogLine[] = []
    const links = defineLinks(Order, links => { declare(links) })
    const app = await hyperApp(t, { links: [links], policies }, logTo(log))
    guardedRoutes(app)
    await app.ready()
    const found = warnings(log, 'HYPER015')
    t.equal(found.length, place === null ? 0 : 1, name)
    if (place !== null) {
      t.match(found[0], `links of Order, ${place}: it requires the policy 'staff'`, name)
      const elsewhere = name === 'a target with another policy' ? "enforcedElsewhere: 'staff'" : 'policy: false'
      t.match(found[0], `or ${elsewhere} if the app enforces it elsewhere.`, name)
    }
    const strict = serve(t, links, { mode: 'strict' })
    if (place === null) await t.resolves(strict, `${name}, strict`)
    else {
      await t.rejects(strict, {
        code: 'FST_ERR_HYPER_INVALID_OPTION', message: `${place}: it requires the policy 'staff'`
      }, `${name}, strict`)
    }
  }
})

t.test('enforcedElsewhere takes names of policies', async t => {
  const rows: [value: unknown, code: string, message: string][] = [
    [
      'stuff', 'FST_ERR_HYPER_UNKNOWN_POLICY',
      "enforcedElsewhere: the policy 'stuff' is not registered. Did you mean 'staff'?"
    ],
    [[], 'FST_ERR_HYPER_INVALID_OPTION', 'enforcedElsewhere'],
    [false, 'FST_ERR_HYPER_INVALID_OPTION', 'enforcedElsewhere']
  ]
  for (const [enforcedElsewhere, code, message] of rows) {
    const app = await hyperApp(t, { policies })
    await t.rejects(async () => {
      app.get('/', { config: { hyper: { enforcedElsewhere } as HyperRouteOptions } }, () => ({}))
      await app.ready()
    }, { code, message }, JSON.stringify(enforcedElsewhere))
  }
})

t.test('enforcedElsewhere enforces nothing, and hides nothing by itself', async t => {
  const app = await serve(t, defineLinks(Order, links => { links.link('x', target('Hook')) }))
  t.equal((await app.inject('/Hook/1')).statusCode, 200)
  t.hasProp((await app.inject('/order')).json<{ _links: object }>()._links, 'x')
})
