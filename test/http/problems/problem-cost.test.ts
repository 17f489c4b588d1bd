import t from 'tap'
import hyper, { defineLinks, LinkTarget, problem, validationProblem } from '../../../lib/index.ts'
import { hyperApp, type LogLine, logTo, newApp } from '../../support/servers.ts'

// What a problem costs for each response: clients decide how many of them there are.

// A compiled configuration is frozen: counted by the one member that nothing else has.
let compiled = 0
const freeze = Object.freeze
t.before(() => {
  Object.freeze = (<T extends object>(value: T) => {
    if (Object.hasOwn(value, 'actionsByPolicy')) compiled++
    return freeze(value)
  }) as typeof freeze
})
t.after(() => { Object.freeze = freeze })

t.test('problem links and the retry action compile nothing per request', async t => {
  const links = defineLinks<object>(links => { links.self(LinkTarget.uri('/self')) })
  const app = await hyperApp(t, { validationProblems: true, hrefs: 'path' })
  const body = { type: 'object', properties: { n: { type: 'integer' } } }
  app.post('/orders', { schema: { body }, config: { hyper: { links } } }, () =>
    problem({ status: 409 })
      .link('self', LinkTarget.uri('/a'))
      .link('self-help', LinkTarget.uri('/b'))
      .action('cancel', LinkTarget.uri('/c')))
  await app.ready()
  t.equal(compiled, 1, 'the configuration of the route')
  const send = async (payload: object) =>
    (await app.inject({ method: 'POST', url: '/orders', payload })).json<{ _actions: object }>()
  t.match(await send({ n: 'x' }), {
    status: 400, _actions: { retry: { href: '/orders', contentType: 'application/json' } }
  })
  for (let count = 0; count < 10; count++) {
    t.match(await send({ n: 'x' }), { status: 400, _actions: { retry: { contentType: 'application/json' } } })
    t.match(await send({ n: 1 }), {
      status: 409, _links: { self: { href: '/a' } }, _actions: { cancel: { href: '/c' } }
    })
  }
  t.equal(compiled, 1)
})

t.test('a problem whose links are whole URLs needs no origin, and what it contains is not reported', async t => {
  const logged: LogLine[] = []
  const app = await hyperApp(t, { baseUrl: () => { throw new Error('no origin') } }, logTo(logged))
  app.get('/', () => problem({ status: 409 }).extension('order', { _links: { self: { href: '/1' } } })
    .link('help', LinkTarget.uri('https://help.example/')))
  t.match((await app.inject('/')).json(), { status: 409, _links: { help: { href: 'https://help.example/' } } })
  t.strictSame(logged, [])
})

t.test('prefixes of relations are those of the option', async t => {
  const declared = { acme: 'https://acme.example/{rel}', other: 'https://other.example/{rel}' }
  const app = await hyperApp(t, { curies: declared })
  app.get('/', () => problem({ status: 409 }).link('acme:help', LinkTarget.uri('/help'))
    .link('none:help', LinkTarget.uri('/help')))
  app.get('/action', () => problem({ status: 409 }).action('acme:cancel', LinkTarget.uri('/cancel')))
  const curies = [{ href: 'https://acme.example/{rel}', templated: true, name: 'acme' }]
  t.strictSame((await app.inject('/')).json<{ _links: object }>()._links, {
    'acme:help': { href: '/help' }, 'none:help': { href: '/help' }, curies
  })
  t.strictSame((await app.inject('/action')).json<{ _links: object }>()._links, { curies })
})

t.test('a problem looks up the prefixes that it uses, however many the app declares', async t => {
  const app = newApp(t)
  const curies = Object.fromEntries(Array.from(
    { length: 500 }, (_, index) => [`p${index}`, `https://docs.example/${index}/{rel}`]
  ))
  await app.register(hyper, { curies })
  app.get('/', () => problem({ status: 409 }).link('p7:help', LinkTarget.uri('/help'))
    .action('p9:cancel', LinkTarget.uri('/cancel')))
  await app.ready()
  const { entries } = Object
  t.teardown(() => { Object.entries = entries })
  let listed = 0
  Object.entries = ((object: object) => {
    const found = entries(object)
    if (found.some(([name]) => name === 'p7')) listed += found.length
    return found
  }) as typeof entries
  const { _links } = (await app.inject('/')).json<{ _links: { curies: { name: string }[] } }>()
  t.strictSame(_links.curies.map(({ name }) => name), ['p7', 'p9'])
  t.equal(listed, 0, 'the prefixes that it does not use')
})

t.test('a relation in two spellings, an unknown route, an action without a target', async t => {
  const app = await hyperApp(t, { hrefs: 'path' })
  app.get('/', () => problem({ status: 409 })
    .link('Help', LinkTarget.uri('/a')).link('help', LinkTarget.uri('/b'))
    .link('gone', LinkTarget.route('Gone')).link('lost', LinkTarget.route('Gone')).link('lost', LinkTarget.uri('/c'))
    .action('gone', LinkTarget.route('Gone')))
  const { _links, _actions } = (await app.inject('/')).json<{ _links: object, _actions?: object }>()
  t.strictSame(_links, { Help: [{ href: '/a' }, { href: '/b' }], lost: [{ href: '/c' }] })
  t.equal(_actions, undefined)
})

t.test('to try a request again on a route without a schema', async t => {
  const app = await hyperApp(t, { hrefs: 'path' })
  app.post('/', () => validationProblem({ validation: [] }))
  app.post('/untitled', { schema: { summary: '' } }, () => validationProblem({ validation: [] }))
  for (const url of ['/', '/untitled']) {
    const { _actions } = (await app.inject({ method: 'POST', url })).json<{ _actions: object }>()
    t.strictSame(_actions, { retry: { href: url, method: 'POST' } }, url)
  }
})

// The scope and the route have a hook for problems: that of the route is for problems that later hooks return.
t.test('a problem is serialized once on a route that is not opted in', async t => {
  const app = await hyperApp(t)
  let serialized = 0
  const make = () => problem({ status: 409 }).extension('count', { toJSON: () => ++serialized })
  app.get('/returned', make)
  app.get('/thrown', () => { throw make() })
  app.get('/sent', (_request, reply) => { make().send(reply) })
  app.get('/hook', { preSerialization: async () => make() }, () => ({}))
  for (const url of ['/returned', '/thrown', '/sent', '/hook']) {
    serialized = 0
    const response = await app.inject({ url })
    t.equal(response.headers['content-type'], 'application/problem+json', url)
    t.match(response.json(), { status: 409, count: 1 }, url)
    t.equal(serialized, 1, url)
  }
})
