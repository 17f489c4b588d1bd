import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import t from 'tap'
import { hyperApi, LIB, run } from './command.ts'

const app = (properties: object = { id: { type: 'integer' } }, options = '', path = '/') => `
import Fastify from 'fastify'
import hyper, { defineLinks, LinkTarget } from '${LIB}'
const app = Fastify()
const root = { $id: 'Root', type: 'object', properties: ${JSON.stringify(properties)} }
await app.register(hyper, { links: [defineLinks(root, links => { links.self(LinkTarget.route('GetRoot')) })] })
const config = { hyper: { name: 'GetRoot', links: true } }
app.get('${path}', { schema: { response: { 200: root } }, config }, () => ({}))
${options}
export default app`

t.jobs = 2

t.test('the types are written, compared and written anew', { buffered: true }, async t => {
  const cwd = t.testdir({ 'app.mjs': app() })
  const command = ['client', 'app.mjs', '--out', 'types/api.ts']
  t.match(await hyperApi([...command, '--check'], cwd), {
    status: 1, stdout: 'types/api.ts is stale. Write it again: hyper-api client app.mjs --out types/api.ts\n'
  })
  t.notOk(existsSync(join(cwd, 'types')), 'nothing was written')
  t.match(await hyperApi(command, cwd), { status: 0, stdout: 'Wrote types/api.ts: 1 resource type\n', stderr: '' })
  t.match(await hyperApi(command, cwd), { status: 0, stdout: 'Nothing changed in types/api.ts: 1 resource type\n' })
  t.match(await hyperApi([...command, '--check'], cwd), {
    status: 0, stdout: 'types/api.ts is up to date: 1 resource type\n'
  })
  const types = readFileSync(join(cwd, 'types/api.ts'), 'utf8')
  t.match(types, /export interface RootData \{\n {2}id\?: number\n\}/)
  t.match(await hyperApi(['client', 'app.mjs'], cwd), { status: 0, stdout: types })
  writeFileSync(join(cwd, 'app.mjs'), app({ name: { type: 'string' } }))
  t.match(await hyperApi([...command, '--check'], cwd), { status: 1, stdout: /stale/ }, 'the schema changed')
  t.match(await hyperApi(['client', 'app.mjs', '--check'], cwd), {
    status: 1, stdout: /^api\.ts is stale/
  }, 'the default file')
})

t.test('the entry point', { buffered: true }, async t => {
  const cwd = t.testdir({ 'app.mjs': app({}, '', '/api') })
  t.match(await hyperApi(['client', 'app.mjs'], cwd), {
    status: 2,
    stderr: 'hyper-api: app.mjs has no route GET /, which would be the entry point. Name one with --start: /api\n'
  })
  t.match(await hyperApi(['client', 'app.mjs', '--start', '/api'], cwd), {
    status: 0, stdout: /readonly start: Root\n/
  })
  const prefixed = "app.register(async scope => { scope.get('/', () => ({})) }, { prefix: '/orders' })"
  writeFileSync(join(cwd, 'app.mjs'), app({}, prefixed, '/api'))
  t.match(
    await hyperApi(['client', 'app.mjs', '--start', '/orders'], cwd), { status: 0 }, 'the root of a prefix has two URLs'
  )
  // The endpoints of this package are hidden from documents.
  const hidden = "app.get('/hidden', { schema: { hide: true } }, () => ({}))\n"
  writeFileSync(join(cwd, 'app.mjs'), app({}, '', '/api').replace('app.get(', `${hidden}app.get(`))
  t.match(await hyperApi(['client', 'app.mjs'], cwd), { stderr: /Name one with --start: \/api, \/hidden\n$/ })
})

t.test('an app without types', { buffered: true }, async t => {
  const cwd = t.testdir({
    'none.mjs': "import Fastify from 'fastify'\nexport default Fastify()",
    'broken.mjs': app({}, "app.get('/a', { config: { hyper: { links: 1 } } }, () => '')"),
    'app.mjs': app()
  })
  t.match(await hyperApi(['client', 'none.mjs'], cwd), {
    status: 2, stderr: 'hyper-api: none.mjs does not register fastify-hyper.\n'
  })
  t.match(await hyperApi(['client', 'broken.mjs'], cwd), {
    status: 2, stderr: /^hyper-api: broken\.mjs does not start, so its types are unknown: route GET \/a/
  })
  t.match(await hyperApi(['client', 'app.mjs', '--out', 'api.js'], cwd), {
    status: 2, stderr: /'api\.js' is no TypeScript file, as the types of an API is\./
  })
  t.match(await hyperApi(['client', 'app.mjs', '--out', 'app.mjs/api.ts'], cwd), {
    status: 2, stderr: /cannot hold the types of the API/
  })
})

t.test('types of two registrations of the plugin that have one name are distinguished by the prefix', {
  buffered: true
}, async t => {
  const cwd = t.testdir({
    'app.mjs': `
import Fastify from 'fastify'
import hyper, { defineLinks, LinkTarget } from '${LIB}'
const app = Fastify()
for (const version of ['v1', 'v2']) {
  await app.register(async app => {
    const order = { $id: 'Order', type: 'object', properties: { [version]: { type: 'string' } } }
    await app.register(hyper, { links: [defineLinks(order, links => {
      links.self(LinkTarget.route('GetOrder'))
      links.embed('part', () => null, defineLinks({ ...order, $id: 'Part' }, () => {}))
      links.affordance('save', LinkTarget.route('PutOrder'))
    })] })
    const config = name => ({ schema: { response: { 200: order } }, config: { hyper: { name, links: true } } })
    app.get('/order', config('GetOrder'), () => ({}))
    app.put('/order', config('PutOrder'), () => ({}))
    const orders = { type: 'array', items: order }
    app.get('/orders', { ...config('ListOrders'), schema: { response: { 200: orders } } }, () => [])
  }, { prefix: '/' + version })
}
export default app`
  })
  const { stdout, status } = await hyperApi(['client', 'app.mjs', '--start', '/v2/order'], cwd)
  t.equal(status, 0)
  t.match(stdout, /readonly start: V2Order\n/)
  t.match(
    stdout,
    /export interface V2Order \{\n {2}readonly data: V2OrderData\n {2}readonly links: \{\n.* self: LinkTo<V2Order>/
  )
  t.match(stdout, /ActionTo<NoInput, V2Order>/)
  t.match(stdout, /export interface V2OrderList [^]*?readonly items: V2Order\n/)
})

t.test('the name of a configuration is in types and messages, and never a position', { buffered: true }, async t => {
  const cwd = t.testdir({
    'app.mjs': `
import Fastify from 'fastify'
import hyper, { defineLinks, LinkTarget } from '${LIB}'
const app = Fastify()
const schemas = ['Root', 'Task', 'AdminTask', 'Note']
  .map(name => ({ type: 'object', properties: { ['of' + name]: { type: 'string' } } }))
const names = [undefined, undefined, { name: 'Task' }, { name: 'Remark' }]
const routes = ['GetRoot', 'GetTask', 'admin.task.get', 'GetNote']
await app.register(hyper, { links: schemas.map((schema, index) => defineLinks(schema, links => {
  links.self(LinkTarget.route(routes[index]))
  links.link('up', LinkTarget.route('Gone'))
}, names[index])) })
schemas.forEach((schema, index) => {
  const name = routes[index]
  const config = { hyper: { name, links: true } }
  app.get('/' + ['', 'a', 'b', 'c'][index], { schema: { response: { 200: schema } }, config }, () => ({}))
})
export default app`
  })
  const { stdout, stderr, status } = await hyperApi(['client', 'app.mjs'], cwd)
  t.equal(status, 0)
  t.strictSame([...stdout.matchAll(/export interface (\w+) \{\n {2}readonly data: (\w+)/g)]
    .map(([, ...names]) => names), [
    ['Root', 'RootData'], ['Task', 'TaskData'], ['AdminTask', 'AdminTaskData'], ['Remark', 'RemarkData']
  ])
  t.strictSame([...stderr.matchAll(/links of (.*), relation/g)].map(([, name]) => name), [
    'Root', 'Task', 'Task of admin.task.get', 'Remark'
  ])
})

t.test('the library that writes types is not installed', { buffered: true }, async t => {
  // A copy of the build, outside of this project, finds the packages of its folder only.
  const cwd = mkdtempSync(join(tmpdir(), 'hyper-api-'))
  t.teardown(() => rmSync(cwd, { recursive: true }))
  const copy = join(cwd, 'node_modules/fastify-hyper')
  mkdirSync(copy, { recursive: true })
  writeFileSync(join(cwd, 'app.mjs'), app())
  cpSync('dist', join(copy, 'dist'), { recursive: true })
  cpSync('package.json', join(copy, 'package.json'))
  for (const name of [
    'fastify', '@fastify', 'fastify-plugin', 'fast-json-stringify', 'find-my-way', 'ajv', 'ajv-formats'
  ]) {
    symlinkSync(resolve('node_modules', name), join(cwd, 'node_modules', name), 'junction')
  }
  const { status, stderr } = await run([process.execPath, join(copy, 'dist/scaffold/cli.js'), 'client', 'app.mjs'], cwd)
  t.equal(status, 2)
  t.match(
    stderr, /json-schema-to-typescript, which is not installed: npm install --save-dev json-schema-to-typescript@\^16/
  )
})
