import t from 'tap'
import { hyperApi, hyperApiFor, LIB } from './command.ts'

// What an app offers is followed by `hyper-api check --crawl` and `hyper-api map`.
// Only administrators are linked to the archive.

const APP = `
import Fastify from 'fastify'
import hyper, { defineLinks, LinkTarget } from '${LIB}'
const app = Fastify()
export default app
const isAdmin = ({ headers }) => headers['x-user'] === 'admin'
const links = defineLinks({ $id: 'Root', type: 'object', properties: {} }, links => {
  links.self(LinkTarget.route('GetRoot'))
  links.link('archive', LinkTarget.uri('/archive')).requireAuthorization('admin')
  links.affordance('clear', LinkTarget.route('Clear'))
})
await app.register(hyper, { policies: { admin: isAdmin }, links: [links] })
const response = { 200: { type: 'object', properties: {} } }
app.get('/', { config: { hyper: { name: 'GetRoot', links } }, schema: { response } }, () => ({}))
app.post('/clear', { config: { hyper: { name: 'Clear' } } }, () => { console.error('cleared') })
`

t.jobs = 2

t.test('check --crawl: a broken link, for the caller that sees it', { buffered: true }, async t => {
  const cwd = t.testdir({ 'app.mjs': APP })
  const found = await hyperApi(
    ['check', 'app.mjs', '--crawl', '--as', 'bob', '--as', 'admin:X-User=admin', '--json'], cwd
  )
  t.same([found.status, found.stderr], [1, ''])
  t.match(JSON.parse(found.stdout), {
    findings: [{
      code: 'CRAWL005',
      caller: 'admin',
      place: "GET /, link 'archive'",
      format: 'default',
      request: 'GET /archive',
      steps: ["GET / (format 'default')", "GET /archive (link 'archive')"],
      message: /^no route of the app matches GET \/archive/
    }]
  })
  const readable = await hyperApi(['check', 'app.mjs', '--crawl', '--as', 'admin:X-User=admin'], cwd)
  t.match(
    readable.stdout,
    new RegExp([
      "^CRAWL005 GET /, link 'archive' \\(admin, GET /archive\\): no route .*", " {2}1\\. GET / \\(format 'default'\\)",
      " {2}2\\. GET /archive \\(link 'archive'\\)", '', '1 finding in app\\.mjs\\.',
      'The crawl reached 2 states with \\d requests\\.', '$'
    ].join('\n'))
  )
})

t.test('check --crawl: nothing to find, and nothing unsafe is sent', { buffered: true }, async t => {
  const cwd = t.testdir({ 'app.mjs': APP })
  const { status, stdout, stderr } = await hyperApi(['check', 'app.mjs', '--crawl'], cwd)
  t.same([status, stderr], [0, ''])
  t.match(
    stdout,
    /^Nothing found in app\.mjs: 2 routes, 1 of them opted in\.\nThe crawl reached 2 states with 2 requests\.\n$/
  )
})

t.test('check --crawl: each notice is printed once, and not logged too', { buffered: true }, async t => {
  const source = APP.replace('Fastify()', "Fastify({ logger: { level: 'warn' } })")
    .replace("links.affordance('clear'", "links.link('gone', LinkTarget.route('Gone'))\n  $&")
  const { stdout, stderr } = await hyperApiFor(t, source, ['check', '--crawl'])
  t.equal(stdout.split('HYPER001').length, 2)
  t.equal(stderr, '')
})

t.test('check --crawl: the entry point is another one', { buffered: true }, async t => {
  const cwd = t.testdir({ 'app.mjs': APP })
  const { status, stdout } = await hyperApi(['check', 'app.mjs', '--crawl', '--start', '/api'], cwd)
  t.equal(status, 1)
  t.match(stdout, /^CRAWL005 GET \/api, entry point/)
})

t.test('map: Mermaid and Graphviz', { buffered: true }, async t => {
  const cwd = t.testdir({ 'app.mjs': APP })
  const mermaid = await hyperApi(['map', 'app.mjs'], cwd)
  t.same([mermaid.status, mermaid.stderr], [0, ''])
  t.equal(mermaid.stdout, `---
title: "This map contains only what was reached from / as anonymous in default: 1 state. Unsafe actions were not tried."
---
flowchart LR
  s0["GET /<br>clear"]
`)
  const dot = await hyperApi(['map', 'app.mjs', '--format', 'dot', '--as', 'admin:X-User=admin'], cwd)
  t.match(dot, {
    status: 0, stdout: /^digraph states \{\n {2}label="This map contains only what was reached/, stderr: /^CRAWL005 /
  })
})

t.test('map: an entry point that rejects the caller is the finding of check, too', { buffered: true }, async t => {
  const guard = "app.addHook('onRequest', async (request, reply) => reply.code(401).send())\n"
  const cwd = t.testdir({ 'app.mjs': APP.replace(/(?=await app\.register\(hyper)/, guard) })
  const caller = ['--as', 'x:Authorization=Bearer no']
  const { stdout } = await hyperApi(['check', 'app.mjs', '--crawl', ...caller], cwd)
  const [finding] = /^CRAWL.*401.*$/m.exec(stdout)!
  const { status, stderr } = await hyperApi(['map', 'app.mjs', ...caller], cwd)
  t.equal(status, 2)
  t.ok(stderr.startsWith(`${finding}\n`), stderr)
})

t.test('map: an app that cannot be read', { buffered: true }, async t => {
  const cwd = t.testdir({
    'app.mjs': APP, 'broken.mjs': `${APP}\napp.addHook('onReady', async () => { throw new TypeError('no database') })`
  })
  t.match(await hyperApi(['map', 'app.mjs', '--start', '/api'], cwd), {
    status: 2, stderr: /the entry point \/api cannot be read/
  })
  t.match(await hyperApi(['map', 'broken.mjs'], cwd), {
    status: 2, stderr: /broken\.mjs does not start, so its states are unknown: no database/
  })
})
