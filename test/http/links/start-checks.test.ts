import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { defineLinks, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { project } from '../../support/projection.ts'

// What start-up finds out about callbacks and targets.

interface Order {
  readonly id: number
}

type Links = LinkBuilder<Order>

const order = { id: 1 }
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
  t.strictSame(fixed.logged('HYPER021'), [
    "links of order, relation 'post': the link leads to a route without GET. The route 'CreateOrder' has only POST: " +
      'declare an action with links.affordance, or link to a route with GET.',
    "links of order, relation 'template': the link leads to a route without GET. The route 'Search' has only POST: " +
      'declare an action with links.affordance, or link to a route with GET.',
    "links of order, relation 'many': the link leads to a route without GET. The route 'CreateOrder' has only POST: " +
      'declare an action with links.affordance, or link to a route with GET.',
    "links of order, relation 'versions': the link leads to a route without GET. The route 'Versions' has only POST: " +
      'declare an action with links.affordance, or link to a route with GET.',
    "links of order, action 'form', field 'note', options: the link leads to a route without GET. " +
      "The route 'CreateOrder' has only POST: declare an action with links.affordance, or link to a route with GET."
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
  const unwritten = "the query parameter 'at' is an object that no URL can hold: give a string, a finite number, " +
    'a bigint, a boolean, a Date, or an array of these'
  const unfit = (part: string, reason: string) => `links of order, ${part}: it cannot be resolved: ${reason}`
  const atStart = [
    unfit("relation 'missing'", `the values {} do not fit the path /orders/:id: ${missing}`),
    unfit("relation 'versions'", `the values { ID: a number } do not fit the path /versions/:id: ${missing}`),
    unfit("relation 'query'", 'the values { id: a number } and the query { at: an object } do not ' +
      `fit the path /orders/:id: ${unwritten}`),
    unfit("action 'go'", `the values { id: an empty string } do not fit the path /orders/:id: ${remedy}`),
    unfit("action 'form', field 'note', options", `the values {} do not fit the path /orders/:id: ${missing}`)
  ]
  t.strictSame(server.logged('HYPER005'), atStart)
  t.match(await server.get('hal-forms'), {
    status: 200, document: { _links: undefined, _templates: { go: undefined, form: {} } }
  })
  t.strictSame(server.logged('HYPER005'), atStart, 'a request reports nothing more')
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
    /action 'computed': it cannot be resolved/, /action 'open': it cannot be resolved/,
    /action 'template': it cannot be resolved: its function returned a URI template/
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
