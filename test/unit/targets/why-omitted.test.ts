import t from 'tap'
import { defineLinks, defineRoutes, type HyperOptions, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { project } from '../../support/projection.ts'

// What becomes of links that cannot be resolved; app.hyper.href.

interface Order {
  readonly id: unknown
}

type Declare = (links: LinkBuilder<Order>) => unknown

const far = LinkTarget.route('Far')
const getOrder = LinkTarget.route<Order>('GetOrder', ({ id }) => ({ id }))
const self = LinkTarget.uri('/self')
const routes = (app: Parameters<NonNullable<Parameters<typeof project>[3]>['routes'] & object>[0]) => {
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder' } } }, async () => ({}))
}
const config = (declare: Declare) => defineLinks<Order>('order', links => { links.self(self); declare(links) })

const link = (target: unknown): Declare => links => links.link('x', target as LinkTarget)
const action = (target: unknown): Declare => links => links.affordance('x', target as LinkTarget)

// A declaration that cannot be resolved for `{ id: {} }`, its code, when it is logged, and its message.
const ROWS: Readonly<Record<string, [declare: Declare, code: string, atReady: boolean, message: RegExp]>> = {
  'a fixed route': [
    link(far), 'HYPER001', true,
    /^links of order, relation 'x': no route is named 'Far'.*config\.hyper\.name/
  ],
  'a fixed route, misspelt': [link(LinkTarget.route('getOder')), 'HYPER001', true, /Did you mean 'GetOrder'\?/],
  'a fixed route template': [link(LinkTarget.routeTemplate('Far')), 'HYPER001', true, /no route is named 'Far'/],
  'a fixed route of an action': [action(far), 'HYPER001', true, /^links of order, action 'x': no route is named 'Far'/],
  'a fixed route among many': [
    links => links.linkMany('x', [far]), 'HYPER001', true,
    /relation 'x': no route is named 'Far'/
  ],
  'a route of a function': [
    link(() => far), 'HYPER001', false,
    /^links of order, relation 'x': it cannot be resolved: no route is named 'Far'/
  ],
  'a route of a function, misspelt': [
    link(async () => LinkTarget.route('GetOrders')), 'HYPER001', false, /Did you mean 'GetOrder'\?/
  ],
  'a route of a function of an action': [
    action(() => far), 'HYPER001', false, /action 'x': it cannot be resolved: no route is named 'Far'/
  ],
  'a route of many': [
    links => links.linkMany('x', () => [far]), 'HYPER001', false,
    /relation 'x': it cannot be resolved: no route is named 'Far'/
  ],
  'a value that does not fit': [
    link(getOrder), 'HYPER005', false,
    /the values \{ id: an object \} do not fit the path \/orders\/:id/
  ],
  'an array in the path': [
    link(LinkTarget.route('GetOrder', { id: [1] })), 'HYPER005', true,
    /\/orders\/:id: the path parameter 'id' is an array of 1: .* or a boolean$/
  ],
  'a date in the path': [
    link(LinkTarget.route('GetOrder', { id: new Date(0) })), 'HYPER005', true,
    /\/orders\/:id: the path parameter 'id' is an instance of Date: give a string/
  ],
  'a symbol in the query': [
    link(LinkTarget.route('GetOrder', { id: 1, q: 1n, at: Symbol('secret') })), 'HYPER005', true,
    /the query parameter 'at' is a symbol that no URL can hold: give a string/
  ],
  'an invalid date in the query': [
    link(LinkTarget.route('GetOrder', { id: 1 }, { query: { ok: new Date(0), at: [new Date(NaN)] } })), 'HYPER005',
    true,
    /the query parameter 'at' is an array of 1 that no URL can hold: .* a Date, or an array of these$/
  ],
  'a lone surrogate in a template': [
    link(LinkTarget.routeTemplate('GetOrder', { q: '\ud800' })), 'HYPER005', true,
    /the query parameter 'q' is a string that no URL can hold: /
  ],
  'a value that is missing': [
    link(LinkTarget.route('GetOrder')), 'HYPER005', true,
    /^links of order, relation 'x': .* the values \{\} do not fit the path \/orders\/:id: they have no value for 'id'/
  ],
  'a value of an action that does not fit': [action(getOrder), 'HYPER005', false, /do not fit/],
  'an empty URI': [
    link(LinkTarget.uri('')), 'HYPER005', false,
    /relation 'x': it cannot be resolved: an empty string is no URL/
  ],
  'an empty URI of an action': [action(() => LinkTarget.uri('')), 'HYPER005', false, /an empty string is no URL/],
  'a template of a function that is none': [
    link(() => LinkTarget.template('/{')), 'HYPER005', false,
    /a string is no URI template \(RFC 6570\)/
  ],
  'no target of a function': [
    link(() => '/orders'), 'HYPER005', false,
    /its function returned a string, which is no link target: return LinkTarget\.uri\(…\) or LinkTarget\.route\(…\)/
  ],
  'no target of a function of an action': [
    action(() => 5), 'HYPER005', false,
    /its function returned a number, which is no link target/
  ]
}

const resource = { id: {} }

t.test('lax: omitted, and reported once', async t => {
  for (const [name, [declare, code, atReady, message]] of Object.entries(ROWS)) {
    const { get, log, logged } = await project(t, { links: config(declare) }, [resource, resource], { routes })
    const spoken = () => log.filter(line => line.code !== undefined)
    t.equal(spoken().length, atReady ? 1 : 0, `${name}, when the app is ready`)
    for (let request = 0; request < 2; request++) {
      const { status, document } = await get()
      t.equal(status, 200, name)
      t.strictSame(member(document, '0', '_links', 'self'), { href: '/self' })
      t.ok([undefined, 0]
        .includes((member(document, '0', '_links', 'x') as unknown[] | undefined)?.length), 'it is omitted')
      t.equal(member(document, '0', '_actions'), undefined)
    }
    t.match(logged(code), [message], name)
    t.equal(spoken().length, 1, `${name}, in the end`)
  }
})

t.test('strict: a fixed target stops the start, others fail the response', async t => {
  for (const [name, [declare, code, atReady, message]] of Object.entries(ROWS)) {
    const starting = project(t, { links: config(declare) }, resource, { routes, options: { mode: 'strict' } })
    if (atReady) {
      await t.rejects(
        starting, { code: code === 'HYPER001' ? 'FST_ERR_HYPER_UNKNOWN_ROUTE' : 'FST_ERR_HYPER_LINK_UNRESOLVED' }, name
      )
      continue
    }
    const { get } = await starting
    const { status, document } = await get()
    t.match({ status, document }, {
      status: 500, document: { statusCode: 500, code: 'FST_ERR_HYPER_LINK_UNRESOLVED', error: 'Internal Server Error' }
    }, name)
    t.match(member(document, 'message'), message, name)
  }
})

t.test('strict: the error goes to the error handler of the app', async t => {
  const { get } = await project(t, { links: config(links => links.link('x', () => far)) }, resource, {
    options: { mode: 'strict' },
    routes: app => app.setErrorHandler((error: Error, _, reply) => { reply.code(503).send({ name: error.name }) })
  })
  t.match(await get(), { status: 503, document: { name: 'LinkResolutionError' } })
})

t.test('logged once for each type and relation', async t => {
  const { get, logged } = await project(
    t, { links: config(links => [links.link('x', () => far), links.link('y', () => far), links.link('x', getOrder)]) },
    [resource, resource], { routes }
  )
  for (let request = 0; request < 3; request++) await get()
  t.strictSame(logged('HYPER001').map(text => /'\w'/.exec(text)![0]), ["'x'", "'y'"])
  t.match(logged('HYPER005'), [/relation 'x': it cannot be resolved: the values/], 'another reason is logged as well')
})

const Routes = defineRoutes({ GetOrder: 'GET /orders/:id' })

// A target, and its URL: without a request, and in one to http://127.0.0.1/value.
const HREFS: ReadonlyArray<[
  options: HyperOptions, target: LinkTarget<never>, outside: string | null, inRequest: string | null
]> = [
  [
    { hrefs: 'absolute' }, LinkTarget.route('GetOrder', { id: 7, q: 'a b' }), '/orders/7?q=a%20b',
    'http://host.example/orders/7?q=a%20b'
  ],
  [
    { hrefs: 'absolute' }, Routes.GetOrder({ id: 7 }, { query: { page: 2 } }), '/orders/7?page=2',
    'http://host.example/orders/7?page=2'
  ],
  [{ hrefs: 'absolute' }, LinkTarget.uri('/as/given'), '/as/given', '/as/given'],
  [{ hrefs: 'absolute' }, LinkTarget.routeTemplate('GetOrder'), '/orders/{id}', 'http://host.example/orders/{id}'],
  [{ hrefs: 'absolute' }, LinkTarget.template('/{id}'), '/{id}', '/{id}'],
  [{ hrefs: 'path' }, LinkTarget.route('GetOrder', { id: 7 }), '/orders/7', '/orders/7'],
  [
    { hrefs: 'absolute', baseUrl: 'https://api.example.com/v1/' }, LinkTarget.route('GetOrder', { id: 7 }),
    'https://api.example.com/v1/orders/7', 'https://api.example.com/v1/orders/7'
  ],
  [
    { hrefs: 'path', baseUrl: 'https://api.example.com/v1/' }, LinkTarget.route('GetOrder', { id: 7 }), '/v1/orders/7',
    '/v1/orders/7'
  ],
  [
    { hrefs: 'absolute', baseUrl: request => `https://${request.host}/v1` }, LinkTarget.route('GetOrder', { id: 7 }),
    '/orders/7',
    'https://host.example/v1/orders/7'
  ],
  [
    { hrefs: 'path', baseUrl: () => 'https://api.example.com/v1' }, LinkTarget.route('GetOrder', { id: 7 }),
    '/orders/7', '/v1/orders/7'
  ],
  [{ hrefs: 'absolute', baseUrl: () => 'no URL' }, LinkTarget.route('GetOrder', { id: 7 }), '/orders/7', '/orders/7'],
  [{ hrefs: 'absolute' }, LinkTarget.route('GetOrder', { id: '' }), null, null],
  [{ hrefs: 'absolute' }, LinkTarget.route('GetOrder'), null, null],
  [{ hrefs: 'absolute' }, LinkTarget.route('Far'), null, null],
  [{ hrefs: 'absolute' }, LinkTarget.uri(''), null, null]
]

t.test('app.hyper.href', async t => {
  for (const [options, target, outside, inRequest] of HREFS) {
    const name = JSON.stringify([options, target])
    const { get, app } = await project(
      t, {}, request => ({ href: request.server.hyper.href(target, request) }), { routes, options }
    )
    t.equal(app.hyper.href(target), outside, `${name}, outside a request`)
    t.strictSame(
      (await get('default', '/value', [['Host', 'host.example']])).document, { href: inRequest },
      `${name}, in a request`
    )
    if (inRequest !== null) continue
    const strict = await project(t, {}, {}, { routes, options: { ...options, mode: 'strict' } })
    t.throws(() => strict.app.hyper.href(target), {
      code: 'FST_ERR_HYPER_LINK_UNRESOLVED', name: 'LinkResolutionError', statusCode: 500
    }, `${name}, strict`)
  }
})
