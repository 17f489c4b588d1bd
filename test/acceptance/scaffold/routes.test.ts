import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { catalogText, changesTo, entriesOf } from '../../../scaffold/catalog-text.ts'
import { hyperApi, hyperApiFor, LIB } from './command.ts'

const TEMPLATE = 'scaffold/templates/minimal'

const get = (name: string) =>
  `app.get('/${name}/:id(^\\\\d+$)', { config: { hyper: { name: '${name}' } } }, () => ({}))`

// Routes in a scope with a prefix, of several methods, and one that has no name.
const app = (names: readonly string[], links = '', options = '{}') => `
import Fastify from 'fastify'
import hyper, { defineLinks, defineRoutes, LinkTarget } from '${LIB}'
const Routes = defineRoutes({ ListOrders: 'GET /orders' })
const app = Fastify()
await app.register(hyper, { links: [defineLinks('Order', links => { ${links} })], ...${options} })
app.get('/', () => ({}))
await app.register(async app => {
  ${names.map(get).join('\n')}
  app.route({ method: ['PUT', 'PATCH'], url: '/all', config: { hyper: { name: 'Change' } }, handler: () => ({}) })
  app.get('', { config: { hyper: { name: 'Root' } } }, () => ({}))
}, { prefix: '/v1' })
export default app`

const entries = (catalog: string) => [...catalog.matchAll(/^ {2}(.+: '.*'),?$/gm)].map(([, entry]) => entry!)

t.jobs = 2

t.test('the catalog of the template is what is written for it', { buffered: true }, async t => {
  t.same(await hyperApi(['routes', `${TEMPLATE}/app.ts`]), {
    status: 0, stdout: readFileSync(`${TEMPLATE}/routes.ts`, 'utf8'), stderr: ''
  })
})

t.test('it is written, compared and written anew', { buffered: true }, async t => {
  const cwd = t.testdir({ 'app.mjs': app(['Line', 'Order']) })
  const catalog = () => readFileSync(join(cwd, 'routes.ts'), 'utf8')
  const command = ['routes', 'app.mjs', '--out', 'routes.ts']
  const missing = await hyperApi([...command, '--check'], cwd)
  t.same([missing.status, missing.stdout.split('\n')[0]], [1, 'routes.ts is stale:'], 'there is none')
  t.match(await hyperApi(command, cwd), { status: 0, stdout: 'Wrote routes.ts: 4 routes\n' })
  const order = [
    "Line: 'GET /v1/Line/:id(^\\\\d+$)'", "Order: 'GET /v1/Order/:id(^\\\\d+$)'", "Change: 'PUT /v1/all'",
    "Root: 'GET /v1'"
  ]
  t.same(entries(catalog()), order, 'in the order of their declaration')
  t.match(await hyperApi([...command, '--check'], cwd), { status: 0, stdout: 'routes.ts is up to date: 4 routes\n' })
  t.match(await hyperApi(command, cwd), { status: 0, stdout: 'Nothing changed in routes.ts: 4 routes\n' })

  const before = catalog()
  writeFileSync(join(cwd, 'app.mjs'), app(['Line', 'OneOrder']))
  const stale = await hyperApi([...command, '--check'], cwd)
  t.equal(stale.status, 1, 'a route was renamed')
  t.equal(stale.stdout, `routes.ts is stale:
  - Order: 'GET /v1/Order/:id(^\\\\d+$)'
  + OneOrder: 'GET /v1/OneOrder/:id(^\\\\d+$)'
Write it anew: hyper-api routes app.mjs --out routes.ts
`)
  t.equal(catalog(), before, 'nothing was written')
  await hyperApi(command, cwd)
  writeFileSync(join(cwd, 'routes.ts'), catalog().replaceAll('\n', '\r\n'))
  t.match(await hyperApi([...command, '--check'], cwd), { status: 0 }, 'with the ends of lines of another system')
  writeFileSync(join(cwd, 'routes.ts'), `// mine\n${catalog()}`)
  t.match(await hyperApi([...command, '--check'], cwd), {
    status: 1, stdout: /stale:\n {2}the same routes, with other inputs, or written otherwise\n/
  })
})

t.test('inputs are written, and compared', { buffered: true }, async t => {
  const withBody = (name: string) => app([]).replace('export default', `app.post('/notes', {
    schema: { body: { type: 'object', properties: { ${name}: { type: 'string' } } } },
    config: { hyper: { name: 'AddNote' } }
  }, () => ({}))\nexport default`)
  const cwd = t.testdir({ 'app.mjs': withBody('text') })
  const { stdout } = await hyperApi(['routes', 'app.mjs', '--out', 'routes.ts'], cwd)
  t.equal(stdout, 'Wrote routes.ts: 3 routes\n')
  t.match(readFileSync(join(cwd, 'routes.ts'), 'utf8'), `
  interface RouteNames extends SignaturesOf<typeof Routes> {}
  interface RouteInputs {
    AddNote: { text: string }
  }
}
`)
  writeFileSync(join(cwd, 'app.mjs'), withBody('title'))
  t.match(await hyperApi(['routes', 'app.mjs', '--out', 'routes.ts', '--check'], cwd), {
    status: 1, stdout: /with other inputs/
  })
})

t.test('a link to a route that is gone', { buffered: true }, async t => {
  for (const [name, links, options] of [
    ['in the catalog', "links.link('up', Routes.Gone())", '{}'],
    ['in the app, where that stops the start', "links.link('up', LinkTarget.route('Gone'))", "{ mode: 'strict' }"]
  ] as const) {
    const { status, stdout, stderr } = await hyperApiFor(t, app(['Order'], links, options), ['routes'])
    t.same([status, entries(stdout).length], [0, 3], name)
    t.match(stderr, /^links of Order, relation 'up': no route is named 'Gone'[ .].*\n$/, name)
  }
})

t.test('a route that is gone, before all routes are known', { buffered: true }, async t => {
  const source =
    `${app(['Order'])}\napp.register(async app => { app.hyper.href(Routes.Gone()); app.get('/late', { config: ` +
    '{ hyper: { name: \'Late\' } } }, () => ({})) })'
  const { status, stdout, stderr } = await hyperApiFor(t, source, ['routes'])
  t.same([status, stdout], [2, ''], 'no incomplete catalog')
  t.match(
    stderr,
    /^hyper-api: app\.mjs does not start, so its routes are not all known: app\.hyper\.href: no route is named 'Gone' in the/
  )
})

t.test('notices about the app are logged beside its catalog', { buffered: true }, async t => {
  const source = app(['Order'], "links.link('up', LinkTarget.route('Oder'))").replace(
    'await app.register(hyper',
    "app.get('/early', { config: { hyper: { name: 'Early' } } }, () => ({}))\nawait app.register(hyper"
  )
  const { status, stdout, stderr } = await hyperApiFor(t, source, ['routes'])
  t.same([status, entries(stdout).length], [0, 3])
  t.match(
    stderr,
    /^HYPER003 route GET \/early: it .*\nHYPER001 .*, relation 'up': .* Did you mean 'Order'\?.*\nHYPER026 .*\n$/
  )
})

t.test('a HEAD route of its own name is no twin', { buffered: true }, async t => {
  const source = `${app([]).replace('Fastify()', 'Fastify({ exposeHeadRoutes: false })')}
app.get('/size', { config: { hyper: { name: 'GetSize' } } }, () => ({}))
app.head('/size', { config: { hyper: { name: 'AskSize' } } }, () => '')`
  const { stdout } = await hyperApiFor(t, source, ['routes'])
  t.same(entries(stdout).slice(2), ["GetSize: 'GET /size'", "AskSize: 'HEAD /size'"])
})

// An app that makes its links with its own catalog.
const OWN = `
import Fastify from 'fastify'
import hyper, { defineLinks } from 'fastify-hyper'
import { Routes } from './src/routes.ts'
const app = Fastify()
await app.register(hyper, { links: [defineLinks('Order', links => { links.self(Routes.GetOrder()) })] })
app.get('/order', { config: { hyper: { name: 'GetOrder' } } }, () => ({}))
export default app`

t.test('an app that imports its own catalog', { buffered: true }, async t => {
  const cwd = t.testdir({ 'app.ts': OWN })
  const out = join(cwd, 'src/routes.ts')
  const command = ['routes', 'app.ts', '--out', 'src/routes.ts']
  const remedy =
    /\nIf that is the catalog itself: delete .* write it with hyper-api routes app\.ts --out src\/routes\.ts\n/
  t.same(await hyperApi(command, cwd), { status: 0, stdout: 'Wrote src/routes.ts: 1 route\n', stderr: '' }, 'the first')
  t.same(entries(readFileSync(out, 'utf8')), ["GetOrder: 'GET /order'"])
  writeFileSync(join(cwd, 'app.ts'), OWN.replaceAll('GetOrder', 'ReadOrder'))
  t.match(await hyperApi(['check', 'app.ts'], cwd), {
    status: 1,
    stdout: /'self': no route is named 'ReadOrder' in .*\. The app has one\. .* hyper-api routes/
  })
  t.match(await hyperApi([...command, '--check'], cwd), {
    status: 1, stdout: /- GetOrder: .*\n {2}\+ ReadOrder: /, stderr: ''
  })
  t.match(await hyperApi(command, cwd), {
    status: 0, stdout: 'Wrote src/routes.ts: 1 route\n', stderr: ''
  }, 'after a renaming')
  writeFileSync(out, '<<<<<<< HEAD')
  t.match(await hyperApi(command, cwd), { status: 2, stdout: '', stderr: remedy }, 'broken')
  rmSync(out)
  t.match(await hyperApi([...command, '--check'], cwd), {
    status: 2, stdout: '', stderr: remedy
  }, 'missing, and not to be written')
})

t.test('a catalog that cannot be written', { buffered: true }, async t => {
  const cwd = t.testdir({
    'app.mjs': app(['Order']), 'broken.mjs': "throw new Error('no settings')", file: '', 'folder.ts': {}
  })
  for (const out of ['folder.ts', 'file/routes.ts']) {
    const { status, stdout, stderr } = await hyperApi(['routes', 'app.mjs', '--out', out], cwd)
    t.same([status, stdout], [2, ''], out)
    t.match(stderr, new RegExp(`^hyper-api: ${out} cannot hold the catalog: .*\\. Name another file with --out\\.\n$`))
  }
  t.match(await hyperApi(['routes', 'broken.mjs', '--out', 'routes.ts'], cwd), { status: 2 })
  t.notOk(existsSync(join(cwd, 'routes.ts')), 'nothing is left of one that could not be made')
})

t.test('an app that does not start for another reason', { buffered: true }, async t => {
  const { status, stdout, stderr } = await hyperApiFor(t, app(['Order'], '', "{ mode: 'loose' }"), ['routes'])
  t.same([status, stdout], [2, ''])
  t.match(stderr, /^hyper-api: app\.mjs does not start, so its routes are not all known: .*'loose'/)
})

t.test('names and paths of any characters', async t => {
  const written = catalogText(entriesOf([
    { name: "it's", methods: ['GET'], url: "/it's" },
    { name: '__proto__', methods: ['GET'], url: '/"quoted"' },
    { name: 'orders.list', methods: ['GET'], url: '/:id(^\\d+$)' },
    { name: 'Twice', methods: ['GET'], url: '/twice' },
    { name: 'Twice', methods: ['GET'], url: '/again' }
  ]))
  t.same(entries(written), [
    String.raw`'it\'s': 'GET /it\'s'`,
    String.raw`['__proto__']: 'GET /"quoted"'`,
    String.raw`'orders.list': 'GET /:id(^\\d+$)'`,
    String.raw`Twice: 'GET /twice'`
  ])
})

t.test('what changed, where a path has an end of line of some scripts', async t => {
  const declared = entriesOf([
    { name: 'Odd', methods: ['GET'], url: '/a\u2028b' }, { name: 'Even', methods: ['GET'], url: '/even' }
  ])
  t.same(changesTo(catalogText(declared), declared), [])
  t.same(changesTo(catalogText(declared), new Map([['Even', 'GET /odd']])), [
    "- Odd: 'GET /a\u2028b'", "- Even: 'GET /even'", "+ Even: 'GET /odd'"
  ])
})
