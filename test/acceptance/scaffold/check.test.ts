import t, { type Test } from 'tap'
import { findingTopic } from '../../../lib/diagnostics/inspection.ts'
import { hyperApi, hyperApiFor, LIB, type Received } from './command.ts'

interface Finding {
  readonly code: string
  readonly place: string
  readonly message: string
}

const HEAD = `
import Fastify from 'fastify'
import hyper, { defineLinks, hyperOptionsHandler, LinkTarget } from '${LIB}'
const app = Fastify()
export default app
`

// One of each fault that a start shows.
const FAULTY = `${HEAD}
class Order {}
class Line {}
const lineLinks = defineLinks(Line, links => { links.self(LinkTarget.uri('/lines/1')) })
const orderLinks = defineLinks({ $id: 'Order' }, links => {
  links.link('up', LinkTarget.route('ListOrder'))
  links.embedMany('lines', () => [], lineLinks)
  links.affordance('create', LinkTarget.route('CreateOrder'))
})
await app.register(hyperOptionsHandler)
app.get('/old', { config: { hyper: { deprecation: true } } }, () => ({}))
await app.register(async app => {
  app.get('/early', { config: { hyper: { links: true } } }, () => ({}))
  await app.register(hyper)
  const response = { 200: { type: 'object', properties: { id: { type: 'integer' } } } }
  app.get('/orders', { config: { hyper: { name: 'ListOrders', links: orderLinks } } }, () => [])
  app.get('/unknown', { schema: { response }, config: { hyper: { links: true } } }, () => ({}))
  app.get('/siren', { config: { hyper: { links: orderLinks, format: 'application/vnd.siren+json' } } }, () => ({}))
  const body = { type: 'object', required: ['note'], properties: { quantity: { type: 'integer' } } }
  app.post('/orders', { schema: { body }, config: { hyper: { name: 'CreateOrder' } } }, () => ({}))
})`

const FINDINGS: Readonly<Record<string, [place: RegExp, message: RegExp]>> = {
  FST_ERR_HYPER_FORMAT_NOT_REGISTERED: [
    /^route GET \/siren$/, /no formatter is registered .* Use one of the built-in formats/
  ],
  HYPER001: [
    /^links of Order, relation 'up'$/, /no route is named 'ListOrder'\. Did you mean 'ListOrders'\? Name the route with/
  ],
  HYPER002: [/^route GET \/unknown$/, /no link configuration applies.* Bind one: /],
  HYPER003: [/^route GET \/early$/, /Write: await app\.register\(hyper\)/],
  HYPER004: [
    /^links of Order, embedded 'lines'$/,
    /^the embedded resources have no schema.*Give their link configuration a \{ schema \}/
  ],
  HYPER010: [
    /^links of Order, action 'create', form of route POST \/orders$/,
    /^the form allows the field 'note' to be omitted, but the route rejects the input: /
  ],
  HYPER013: [/^route GET \/old$/, /Write: await app\.register\(hyper\)/]
}

t.jobs = 2

t.test('one of each fault', { buffered: true }, async t => {
  const cwd = t.testdir({ 'app.mjs': FAULTY })
  const { status, stdout, stderr } = await hyperApi(['check', 'app.mjs', '--json'], cwd)
  t.same([status, stderr], [1, ''])
  const { findings, ...others } = JSON.parse(stdout) as { findings: readonly Finding[] }
  t.same(others, {})
  t.same(findings.map(({ code }) => code).sort(), Object.keys(FINDINGS))
  for (const { code, ...finding } of findings) {
    const [place, message] = FINDINGS[code]!
    t.match(finding, { place, message }, code)
    t.same(Object.keys(finding), ['place', 'message'])
    t.notOk(finding.message.includes(finding.place), `${code}: the message does not repeat the place`)
  }
  const readable = await hyperApi(['check', 'app.mjs'], cwd)
  t.same([readable.status, readable.stderr], [1, ''])
  t.equal(readable.stdout, `${findings.map(({ code, place, message }) =>
    `${code} ${message.includes(place) ? '' : `${place}: `}${message}\n\n`).join('')}7 findings in app.mjs.\n`)
  for (const { place } of findings) t.ok(readable.stdout.includes(place), place)
})

// Three configurations without a type, each with a misspelt route; two that embed each other, and two that do
// on demand; and a page whose items have none.
const ALIKE = `${HEAD}
import { offsetPage } from '${LIB}'
const linked = to => defineLinks(links => { links.link('up', LinkTarget.route(to)) })
const of = ($id, declare) => defineLinks({ $id, type: 'object' }, links => { declare(links) })
const customerLinks = of('Customer', links => links.embedMany('orders', () => [], orderLinks))
const orderLinks = of('Order', links => links.embed('customer', () => null, customerLinks))
const bookLinks = of('Book', links => links.embed('author', () => null, authorLinks))
const authorLinks = of('Author', links => links.embedMany('books', () => [], bookLinks).onDemand())
await app.register(hyper, { links: [orderLinks, bookLinks] })
for (const name of ['Order', 'Line', 'Part']) {
  app.get('/' + name, { config: { hyper: { name: 'List' + name, links: linked('Lst' + name) } } }, () => ({}))
}
const member = { type: 'object', properties: { id: { type: 'integer' } } }
const page = { type: 'object', properties: { items: { type: 'array', items: member } } }
const none = offsetPage([], { page: 1, pageSize: 1, totalCount: 0 })
app.get('/members', { schema: { response: { 200: page } }, config: { hyper: { links: true } } }, () => none)`

t.test('findings are distinguished by route and member', { buffered: true }, async t => {
  const { stdout } = await hyperApiFor(t, ALIKE, ['check', '--json'])
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] }
  t.strictSame(findings.map(({ code, place }) => `${code} ${place}`).sort(), [
    "HYPER001 links of GET /Line, relation 'up'",
    "HYPER001 links of GET /Order, relation 'up'",
    "HYPER001 links of GET /Part, relation 'up'",
    'HYPER002 route GET /members',
    "HYPER023 links of Order, embedded 'customer'"
  ])
  const path = "Order > 'customer' > Customer > 'orders' > Order"
  t.match(
    findings.find(({ code }) => code === 'HYPER023')!.message,
    `embed each other without a condition: ${path}. Add .when(`
  )
})

t.test('a fault of two scopes is one finding', { buffered: true }, async t => {
  const source = `const links = [defineLinks('Order', links => { links.self(LinkTarget.route('Gone')) })]
const part = async app => {
  await app.register(hyper, { links })
  app.get('/x', { config: { hyper: { name: 'X' } } }, () => ({}))
}
for (const prefix of ['/a', '/b']) app.register(part, { prefix })`
  const { stdout } = await hyperApiFor(t, HEAD + source, ['check', '--json'])
  const { findings } = JSON.parse(stdout) as { findings: { code: string, place: string }[] }
  t.same(findings.map(({ code, place }) => `${code} ${place}`), [
    "HYPER001 links of Order, relation 'self'", 'HYPER026 fastify-hyper options, links'
  ])
})

const STOPPED: Readonly<
  Record<string, [source: string, finding: { code: string, place: RegExp, message: RegExp }, notes: RegExp]>
> = {
  'a key that is none': [
    "await app.register(hyper); app.get('/', { config: { hyper: { lnks: true } } }, () => ({}))",
    {
      code: 'FST_ERR_HYPER_UNKNOWN_KEY',
      place: /^route GET \/, config\.hyper$/,
      message: /'lnks' is not a known key\. Did you mean 'links'\?/
    }, /^$/
  ],
  'a target without a route, in strict mode': [
    "await app.register(hyper, { mode: 'strict', links: [defineLinks('Order', links => { " +
      "links.self(LinkTarget.route('Gone')) })] })",
    {
      code: 'FST_ERR_HYPER_UNKNOWN_ROUTE',
      place: /^links of Order, relation 'self'$/,
      message: /no route is named 'Gone'/
    }, /^$/
  ],
  'an error of Fastify': [
    "await app.register(hyper); app.get('/', () => 1); app.get('/', () => 2)",
    { code: 'FST_ERR_DUPLICATED_ROUTE', place: /^app\.mjs:6:\d+$/, message: /already declared/ },
    /^FastifyError.*\n {4}at /
  ],
  'an error of the app': [
    "await app.register(hyper); app.addHook('onReady', async () => { throw new TypeError('no database') })",
    { code: 'TypeError', place: /^app\.mjs:6:\d+$/, message: /^no database$/ }, /^TypeError: no database\n {4}at /
  ]
}

// Each in a module that the app imports.
const UNREADABLE: Readonly<Record<string, [file: string, source: string, place: string]>> = {
  'an ES module': ['part.mjs', 'export const part = 1\nconst other = = 2', 'part.mjs:2'],
  CommonJS: ['part.cjs', 'exports.part = 1\nconst other = = 2', 'part.cjs:2'],
  TypeScript: ['part.ts', 'export const part = 1\nconst other = = 2', 'part.ts:2:14'],
  'no such name': ['part.mjs', 'export const other = 1', 'app.ts:1']
}

async function unreadable (t: Test, name: string, ...commands: ReadonlyArray<readonly string[]>): Promise<Received[]> {
  const [file, source] = UNREADABLE[name]!
  const cwd = t.testdir({
    'package.json': '{ "type": "module" }',
    'app.ts': `import { part } from './${file}'\nexport default part`,
    [file]: source
  })
  // With tsx, which is loaded first: Node itself does not name the line of an ES module.
  const tsx = ['--import', import.meta.resolve('tsx')]
  return Promise.all(commands.map(async command => hyperApi([...command, 'app.ts'], cwd, tsx)))
}

for (const [name, [, , place]] of Object.entries(UNREADABLE)) {
  t.test(`what cannot be read is located: ${name}`, { buffered: true }, async t => {
    const [checked] = await unreadable(t, name, ['check', '--json'])
    t.equal(checked?.status, 1)
    t.match(JSON.parse(checked?.stdout ?? ''), { findings: [{ place, code: 'SyntaxError' }] })
  })
}

t.test('each command names the place of what cannot be read, and prints no stack', { buffered: true }, async t => {
  const commands = ['check', 'routes', 'client', 'map']
  const received = await unreadable(t, 'TypeScript', ...commands.map(command => [command]))
  for (const [index, { stdout, stderr }] of received.entries()) {
    t.match(stdout + stderr, 'part.ts:2:14', commands[index]!)
    t.notMatch(stdout + stderr, /^ {4}at |Transform failed/m, commands[index]!)
  }
})

t.test('output without --json has the place of what stops the start, too', { buffered: true }, async t => {
  const source = "await app.register(hyper); app.addHook('onReady', async () => { throw new TypeError('no database') })"
  const { stdout } = await hyperApiFor(t, HEAD + source, ['check'])
  t.match(stdout, /^TypeError app\.mjs:6:\d+: no database\n\n1 finding in app\.mjs\.\n$/)
})

for (const [name, [source, finding, notes]] of Object.entries(STOPPED)) {
  t.test(`what stops the start: ${name}`, { buffered: true }, async t => {
    const { status, stdout, stderr } = await hyperApiFor(t, HEAD + source, ['check', '--json'])
    t.equal(status, 1)
    t.match(JSON.parse(stdout), { findings: [finding] })
    t.match(stderr, notes, 'the stack is logged unless the message has the place')
  })
}

t.test('the reference API', { buffered: true }, async t => {
  const app = 'scaffold/templates/minimal/app.ts'
  t.same(await hyperApi(['check', app]), {
    status: 0, stdout: `Nothing found in ${app}: 5 routes, 4 of them opted in.\n`, stderr: ''
  })
  t.match(await hyperApi(['check', app, '--all']), {
    status: 0, stdout: /opted in\.\n\nNot opted in:\n {2}POST \/orders\/:id\/cancel \(CancelOrder\)\n$/
  })
  const { stdout } = await hyperApi(['check', app, '--all', '--json'])
  t.same(JSON.parse(stdout), {
    findings: [], notOptedIn: [{ name: 'CancelOrder', methods: ['POST'], url: '/orders/:id/cancel' }]
  })
})

t.test('the app is closed', { buffered: true }, async t => {
  const source =
    "await app.register(hyper); app.get('/', () => 1); app.addHook('onClose', " +
      "async () => { console.error('closed') }); " +
    'setInterval(() => {}, 1000)'
  t.match(await hyperApiFor(t, HEAD + source, ['check']), {
    status: 0, stderr: 'closed\n'
  }, 'and open timers do not keep the process running')
})

t.test('an app without the plugin', { buffered: true }, async t => {
  const { status, stderr } = await hyperApiFor(t, `${HEAD}app.get('/', () => 1)`, ['check'])
  t.same([status, stderr], [
    2,
    'hyper-api: app.mjs has no routes that fastify-hyper could see. Register it before them: ' +
      'await app.register(hyper).\n'
  ])
})

t.test('nobody inspects this process', { buffered: true }, async t => { t.equal(findingTopic.isObserved, false) })

t.test('where agents log in is read without credentials', async t => {
  const source = (guarded: string) => `
import Fastify from 'fastify'
import hyper, { defineLinks } from '${LIB}'
import { mcp } from '${import.meta.resolve('fastify-hyper/mcp')}'
const app = Fastify()
export default app
app.addHook('onRequest', async (request, reply) => { if (${guarded}) return reply.code(401).send({}) })
await app.register(hyper, { baseUrl: 'https://api.example.com' })
await app.register(mcp, { prefix: '/mcp', authorization: { servers: ['https://login.example.com'] } })
app.get('/', { config: { hyper: { links: defineLinks(() => {}) } } }, () => ({}))
`
  const findings = async (guarded: string): Promise<Finding[]> =>
    JSON.parse((await hyperApiFor(t, source(guarded), ['check', '--json'])).stdout).findings
  t.match(await findings('true'), [{
    code: 'HYPER044', place: 'mcp /mcp, authorization', message: /without credentials, GET \/\.well-known\/.* responds 401/
  }])
  t.strictSame(await findings("!request.url.startsWith('/.well-known/')"), [])
})
