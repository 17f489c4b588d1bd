import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, LinkTarget, type LinkBuilder } from '../../lib/index.ts'
import { project, projection } from '../support/projection.ts'
import { tryServe } from '../support/servers.ts'

// What start-up finds out about callbacks and targets.

interface Order {
  readonly id: number
}

type Links = LinkBuilder<Order>

const order = { id: 1 }
const withoutFile = (messages: readonly string[]) => messages.map(text => text.replace(/ \(declared at [^)]*\)$/, ''))
const uri = LinkTarget.uri('/a')
const config = (declare: (links: Links) => unknown) => defineLinks<Order>('order', links => { declare(links) })
const named = (name: string) => ({ config: { hyper: { name } } })
const routes = (app: FastifyInstance) => {
  app.get('/orders/:id', named('GetOrder'), async () => ({}))
  app.post('/orders', named('CreateOrder'), async () => ({}))
  app.head('/probe', named('Probe'), async () => '')
  app.post('/search', {
    ...named('Search'), schema: { querystring: { type: 'object', properties: { q: { type: 'string' } } } }
  }, async () => ({}))
  for (const version of ['1.0.0', '2.0.0']) {
    app.post('/versions/:id', { ...named('Versions'), constraints: { version } }, async () => ({}))
  }
}

// Each statement forgets its return. As text, so that nothing is transformed on the way.
const forgotten = (source: string) => runInNewContext(`(${source})`, { LinkTarget }) as never

const FORGOTTEN: Readonly<Record<string, [source: string, reported: boolean]>> = {
  'an arrow function': ["order => { LinkTarget.uri('/a') }", true],
  'an arrow function with parentheses': ["({ id }, { server }) => { LinkTarget.uri('/a' + id) }", true],
  'an asynchronous arrow function': ["async order => { await order; LinkTarget.uri('/a') }", true],
  'a function': ["function (order) { LinkTarget.uri('/a') }", true],
  'a named function': ["async function target (order) { LinkTarget.uri('/a') }", true],
  'a method': ["({ target (order) { LinkTarget.uri('/a') } }).target", true],
  'an expression': ["order => LinkTarget.uri('/a')", false],
  'an object in parentheses': ['order => ({ id: order.id })', false],
  'a return': ["order => { return LinkTarget.uri('/a') }", false],
  'a return in a branch': ["order => { if (order.id) return LinkTarget.uri('/a') }", false],
  'a return in a function within': ['order => { [1].map(() => { return 1 }) }', false],
  'a throw': ['order => { throw order }', false],
  'an empty block': ['order => {}', false],
  'a default that hides the end of the parameters': ["(order, at = (1)) => { LinkTarget.uri('/a') }", false],
  'native code': ['String.prototype.trim.bind(0)', false],
  'a class': ['class Target {}', false]
}

t.test('HYPER020: a function without a return statement', async t => {
  for (const [name, [source, reported]] of Object.entries(FORGOTTEN)) {
    const { logged } = await project(t, { links: config(links => links.link('x', forgotten(source))) }, order)
    t.match(logged('HYPER020'), reported
      ? [/^links of order, relation 'x', target: the function has no return statement, .* undefined\. Return the value/]
      : [], name)
    t.equal(logged('HYPER020').length, reported ? 1 : 0, name)
  }
})

t.test('HYPER020 in every callback', async t => {
  const nothing = forgotten('order => { order }')
  const input = { type: 'object', properties: { note: { type: 'string' } } }
  const { logged } = await project(t, {
    links: config(links => [
      links.link('when', uri).when(nothing),
      links.link('select', uri).requireAuthorization('staff', nothing),
      links.link('title', uri).title(nothing),
      links.link('values', LinkTarget.route('GetOrder', nothing, { query: nothing })),
      links.linkMany('many', nothing),
      links.linkMany('fixed', [uri, LinkTarget.routeTemplate('GetOrder', nothing)]),
      links.embed('child', nothing),
      links.embedMany('children', nothing),
      links.affordance('go', nothing).title(nothing).prefill(nothing),
      links.affordance('form', uri).accepts(input)
        .fields({
          note: { prompt: nothing, placeholder: nothing, options: { route: LinkTarget.route('GetOrder', nothing) } }
        })
    ])
  }, order, { routes, options: { policies: { staff: () => true } } })
  t.strictSame(logged('HYPER020').map(text => /^links of order, (.*): the function has no/.exec(text)![1]).sort(), [
    "action 'form', field 'note', options, values",
    "action 'form', field 'note', placeholder",
    "action 'form', field 'note', prompt",
    "action 'go', prefill",
    "action 'go', target",
    "action 'go', title",
    "embedded 'child'",
    "embedded 'children'",
    "relation 'fixed', values",
    "relation 'many', target",
    "relation 'select', requireAuthorization, select",
    "relation 'title', title",
    "relation 'values', query",
    "relation 'values', values",
    "relation 'when', when"
  ])
})

t.test('HYPER020 in callbacks of routes, of policies and of pages', async t => {
  const nothing = forgotten('order => { order }') as never
  const declare = (mode: 'lax' | 'strict') => async (app: FastifyInstance) => {
    await app.register(hyper, { mode, policies: { one: nothing, many: { many: nothing }, fine: () => true } })
    const links = config(links => links.page({ page: nothing, pageSize: 1, total: 9 }))
    const route = { links, etag: nothing, resource: nothing, preconditions: { tag: nothing } }
    app.route({ method: ['GET', 'PUT'], url: '/order', config: { hyper: route }, handler: async () => order })
  }
  const { logged } = await projection(t, declare('lax'))
  const places = logged('HYPER020').map(text => /^(.*): the function has no/.exec(text)![1]).sort()
  t.strictSame(places, [
    'fastify-hyper options, policies.many',
    'fastify-hyper options, policies.one',
    'links of order, page, page',
    'route GET,PUT /order, config.hyper, etag',
    'route GET,PUT /order, config.hyper, preconditions, tag',
    'route GET,PUT /order, config.hyper, resource'
  ], 'each once, with the HEAD route of Fastify')
  t.match(await tryServe(t, declare('strict')), { rejected: 'FST_ERR_HYPER_INVALID_OPTION' })
})

t.test('HYPER021: a link to a route without GET', async t => {
  const input = { type: 'object', properties: { note: { type: 'string' } } }
  const fixed = await project(t, {
    links: config(links => [
      links.link('post', LinkTarget.route('CreateOrder')),
      links.link('template', LinkTarget.routeTemplate('Search')),
      links.linkMany('many', [LinkTarget.route('CreateOrder')]),
      links.link('versions', LinkTarget.route('Versions', { id: 1 })),
      links.link('get', LinkTarget.route('GetOrder', { id: 1 })),
      links.link('head', LinkTarget.route('Probe')),
      links.affordance('action', LinkTarget.route('CreateOrder')),
      links.affordance('form', uri).accepts(input).fields({ note: { options: { route: 'CreateOrder' } } })
    ])
  }, order, { routes })
  t.strictSame(withoutFile(fixed.logged('HYPER021')), [
    "links of order, relation 'post': the link leads to a route without GET. The route 'CreateOrder' has only POST: " +
      'declare an action with links.affordance, or link to a route with GET.',
    "links of order, relation 'template': the link leads to a route without GET. The route 'Search' has only POST: " +
      'declare an action with links.affordance, or link to a route with GET.',
    "links of order, relation 'many': the link leads to a route without GET. The route 'CreateOrder' has only POST: " +
      'declare an action with links.affordance, or link to a route with GET.',
    "links of order, relation 'versions': the link leads to a route without GET. The route 'Versions' has only POST: " +
      'declare an action with links.affordance, or link to a route with GET.',
    "links of order, action 'form', field 'note': the link leads to a route without GET. The route 'CreateOrder' has " +
      'only POST: declare an action with links.affordance, or link to a route with GET.'
  ])
  t.match(await fixed.read('_links', 'post'), { href: '/orders' }, 'the link is sent')

  const links = config(links => links.link('x', () => LinkTarget.route('CreateOrder')))
  const returned = await project(t, { links }, [order, order], { routes })
  t.strictSame(returned.logged('HYPER021'), [], 'a callback decides with the request')
  for (let request = 0; request < 2; request++) t.equal((await returned.get()).status, 200)
  t.equal(returned.logged('HYPER021').length, 1, 'and is reported once')
  const strict = await project(t, { links }, order, { routes, options: { mode: 'strict' } })
  t.match(await strict.get(), { status: 500, document: { code: 'FST_ERR_HYPER_INVALID_METHOD' } })
})

t.test('values that are known at start and never fit', async t => {
  const input = { type: 'object', properties: { note: { type: 'string' } } }
  const server = await project(t, {
    links: config(links => [
      links.link('missing', LinkTarget.route('GetOrder')),
      links.link('versions', LinkTarget.route('Versions', { ID: 1 })),
      links.link('query', LinkTarget.route('GetOrder', { id: 1 }, { query: { at: {} } })),
      links.affordance('go', LinkTarget.route('GetOrder', { id: '' })),
      links.affordance('form', uri).accepts(input).fields({ note: { options: { route: 'GetOrder' } } })
    ])
  }, order, { routes })
  const remedy = 'each parameter needs a string or a number that the router reads back as it is'
  const missing = "they have no value for 'id'"
  const atStart = [
    'links of order, relation \'missing\': the link is omitted because the values {} do not fit the path ' +
      `/orders/:id: ${missing}`,
    'links of order, relation \'versions\': the link is omitted because the values { ID: a number } do not fit the ' +
      'path /versions/:id: ' +
      `${missing}`,
    'links of order, relation \'query\': the link is omitted because the values { id: a number } and the query { at: ' +
      'an object } do not ' +
      `fit the path /orders/:id: ${remedy}`,
    'links of order, action \'go\': the action is omitted because the values { id: an empty string } do not fit the ' +
      'path /orders/:id: ' +
      `${remedy}`,
    'links of order, action \'form\', field \'note\': the link to its choices is omitted because the values {} do ' +
      'not fit the path ' +
      `/orders/:id: ${missing}`
  ]
  t.strictSame(withoutFile(server.logged('HYPER005')), atStart)
  t.match(await server.get('hal-forms'), {
    status: 200, document: { _links: undefined, _templates: { go: undefined, form: {} } }
  })
  t.strictSame(withoutFile(server.logged('HYPER005')), atStart, 'a request reports nothing more')
})

t.test('the target of an action is a URL', async t => {
  const declared = config(links => [
    links.affordance('bound', LinkTarget.routeTemplate('GetOrder', { id: 5 })).get(),
    links.affordance(
      'computed', LinkTarget.routeTemplate<Order>('GetOrder', ({ id }) => ({ id: id === 1 ? 7 : undefined }))
    ),
    links.affordance('search', LinkTarget.routeTemplate('Search')),
    links.affordance('version', LinkTarget.routeTemplate('Versions', { id: 1 })),
    links.affordance('returned', () => LinkTarget.routeTemplate('GetOrder', { id: 8 })),
    links.affordance('open', () => LinkTarget.routeTemplate('GetOrder')),
    links.affordance('template', () => LinkTarget.template('/orders/{id}'))
  ])
  const { read, logged } = await project(t, { links: declared }, [order, { id: 2 }], { routes })
  t.match(await read(), [{
    _actions: {
      bound: { href: '/orders/5', method: 'GET' },
      computed: { href: '/orders/7' },
      search: { href: '/search' },
      version: { href: '/versions/1' },
      returned: { href: '/orders/8' },
      open: undefined,
      template: undefined
    }
  }, { _actions: { computed: undefined } }])
  t.match(logged('HYPER005'), [
    /'computed' is omitted/, /'open' is omitted/, /'template' is omitted because its function returned a URI template/
  ])
})

t.test('empty attributes are not written', async t => {
  const empty = { title: '', name: '', type: '', profile: '', hreflang: '', deprecation: '' }
  const { get } = await project(t, {
    links: config(links => [
      links.link('declared', uri, empty),
      links.link('target', LinkTarget.uri('/a', empty)),
      links.link('chained', uri).title('').name(''),
      links.link('returned', () => LinkTarget.uri('/a', empty)),
      links.link('function', uri).title(() => ''),
      links.affordance('go', LinkTarget.uri('/a', empty)).title(() => ''),
      links.affordance('titled', LinkTarget.uri('/a').title('')).title('Go')
    ])
  }, order)
  const plain = { href: '/a' }
  t.same((await get()).document, {
    id: 1,
    _links: { declared: plain, target: plain, chained: plain, returned: plain, function: plain },
    _actions: { go: { href: '/a', method: 'POST' }, titled: { href: '/a', method: 'POST', title: 'Go' } }
  })
})
