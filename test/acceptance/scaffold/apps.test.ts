import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { hyperApi, hyperApiFor, LIB } from './command.ts'

// What `<app>` may be, and the messages for other values.

const DECLARE = `
import Fastify from 'fastify'
import hyper from '${LIB}'
export { Fastify }
export async function declare (app, { path = '/things/:id' } = {}) {
  await app.register(hyper)
  app.get(path, { config: { hyper: { name: 'GetThing' } } }, () => ({}))
}`

const HEAD = "import { declare, Fastify } from './declare.mjs'\n"
const REQUIRE = "const { declare, Fastify } = require('./declare.mjs')\n"

const APPS: Readonly<Record<string, [file: string, source: string]>> = {
  'an instance': ['app.mjs', `${HEAD}const app = Fastify(); await declare(app); export default app`],
  'an instance that is ready': [
    'app.mjs', `${HEAD}const app = Fastify(); await declare(app); await app.ready(); export default app`
  ],
  'a function': ['app.mjs', `${HEAD}export default () => { const app = Fastify(); app.register(declare); return app }`],
  'a function that returns a promise': [
    'app.mjs', `${HEAD}export default async () => { const app = Fastify(); await declare(app); return app }`
  ],
  'a function with options by default': [
    'app.mjs',
    `${HEAD}export default async ({ more = true, ...options } = {}) => { const app = Fastify(options); ` +
      'await declare(app); return app }'
  ],
  'a function with options': [
    'app.mjs',
    `${HEAD}export default async options => { const app = Fastify({ logger: true, ...options }); await declare(app); ` +
      'return app }'
  ],
  'a function with options that are called as members of an app': [
    'app.mjs',
    `${HEAD}export default async ({ prefix = '/things', version = ':id', server, ...options }) => { const app = ` +
      'Fastify({ ...options, ...server }); await declare(app, { path: prefix + \'/\' + version }); return app }'
  ],
  'a plugin of one parameter': ['app.mjs', `${HEAD}export default async app => { await declare(app) }`],
  'a plugin with options by default': [
    'app.mjs',
    `${HEAD}export default async (app, options = {}) => { app.log.info('hello'); await declare(app, options) }`
  ],
  'a plugin': [
    'app.mjs', `${HEAD}export default async (app, options) => { if (options !== undefined) await declare(app) }`
  ],
  'a plugin with a callback': [
    'app.mjs', `${HEAD}export default (app, options, done) => { declare(app).then(() => done(), done) }`
  ],
  'a wrapped plugin': [
    'app.mjs',
    `${HEAD}import fastifyPlugin from 'fastify-plugin'\nexport default fastifyPlugin(async (...args) => { await ` +
      'declare(args[0]) })'
  ],
  'an app that prints and logs': [
    'app.mjs',
    `${HEAD}console.log('hello'); const app = Fastify({ logger: true }); app.log.info('hello'); await declare(app); ` +
      'export default app'
  ],
  'an export app': ['app.mjs', `${HEAD}const app = Fastify(); await declare(app); export { app }`],
  'an export app, which is a plugin': [
    'app.mjs', `${HEAD}export async function app (app, options) { await declare(app) }`
  ],
  'an export buildApp': [
    'app.mjs',
    `${HEAD}export const port = 80; export const buildApp = async () => { const app = Fastify(); await declare(app); ` +
      'return app }'
  ],
  'an export createApp': [
    'app.mjs', `${HEAD}export const createApp = () => { const app = Fastify(); app.register(declare); return app }`
  ],
  'an export build': [
    'app.mjs',
    `${HEAD}export function build (options) { const app = Fastify(options); app.register(declare); return app }`
  ],
  'a default export beside an app': [
    'app.mjs', `${HEAD}export const app = Fastify(); export default async app => { await declare(app) }`
  ],
  'exports of CommonJS': [
    'app.cjs',
    `${REQUIRE}module.exports = { ['build' + 'App']: () => { const app = Fastify(); app.register(declare); ` +
      'return app } }'
  ],
  'an export app, compiled to CommonJS': [
    'app.cjs',
    `${REQUIRE}Object.defineProperty(exports, '__esModule', { value: true }); exports.app = Fastify(); ` +
      'exports.app.register(declare)'
  ],
  CommonJS: ['app.cjs', `${REQUIRE}module.exports = declare`],
  'compiled to CommonJS': [
    'app.cjs', `${REQUIRE}Object.defineProperty(exports, '__esModule', { value: true }); exports.default = declare`
  ],
  TypeScript: ['app.ts', `${HEAD}import type { FastifyInstance } from 'fastify'\nexport default async (app: ` +
    'FastifyInstance): Promise<void> => { await declare(app) }'],
  'TypeScript in CommonJS': ['app.cts', `${REQUIRE}const app: unknown = declare\nmodule.exports = app`]
}

const REJECTED: Readonly<Record<string, [source: string, message: RegExp]>> = {
  'no usual export': [
    'export const server = 1; export const port = 80',
    /^hyper-api: app\.mjs exports no app under .*, AppModule\. Its exports are port, server\. Name .* listen\.\n$/
  ],
  'no export': ['', /^hyper-api: app\.mjs exports no app .*\. It exports nothing\. /],
  'a number': [
    'export default 7',
    /^hyper-api: app\.mjs exports 7\. It is to be a Fastify instance, a function that returns one, or a plugin\.\n$/
  ],
  null: ['export default null', /^hyper-api: app\.mjs exports null\./],
  'an object': ['export default { ready: true }', /^hyper-api: app\.mjs exports an object\./],
  'a function that returns nothing': [
    'export default () => {}',
    /^hyper-api: app\.mjs: the function that it exports returned no Fastify instance\. Return it; a plugin has .*\.\n$/
  ],
  'a function of one parameter that returns nothing': [
    'export default options => { String(options.prefix) }',
    /^hyper-api: app\.mjs: the function that it exports returned no Fastify instance\./
  ],
  'no named route': [
    "export default async app => { app.get('/', () => 1) }",
    /^hyper-api: app\.mjs has no named routes\. Register fastify-hyper before them/
  ],
  'a function of one parameter that throws': [
    "export default options => { throw new TypeError('no database') }",
    /^hyper-api: app\.mjs does not start, .*: no database\nTypeError: no database\n {4}at /
  ],
  'an app that throws': [
    "export default async app => { throw new Error('no database') }",
    /^hyper-api: app\.mjs does not start, .*: no database\nError: no database\n {4}at /
  ],
  'a module that throws': [
    "throw new Error('no settings')",
    /^hyper-api: app\.mjs does not start, .*: no settings\nError: no settings\n {4}at .*app\.mjs:1:7\n$/
  ],
  'something thrown that is no error': [
    "export default async app => { throw 'no' }", /^hyper-api: app\.mjs does not start, .*: no\n/
  ]
}

t.jobs = 2

for (const [name, [file, source]] of Object.entries(APPS)) {
  t.test(name, { buffered: true }, async t => {
    const cwd = t.testdir({ 'declare.mjs': DECLARE, [file]: source })
    const { status, stdout, stderr } = await hyperApi(['routes', file], cwd)
    t.equal(status, 0, stderr)
    t.match(stdout, /^import [^]*\n {2}GetThing: 'GET \/things\/:id'\n\}\)\n[^]*\}\n$/, 'the catalog, and nothing else')
  })
}

for (const [name, [source, message]] of Object.entries(REJECTED)) {
  t.test(name, { buffered: true }, async t => {
    const { status, stdout, stderr } = await hyperApiFor(t, source, ['routes'])
    t.same([status, stdout], [2, ''])
    t.match(stderr, message)
  })
}

t.test('an export that is named', { buffered: true }, async t => {
  const cwd = t.testdir({
    'declare.mjs': DECLARE,
    'app.mjs': `${HEAD}export default 7; export async function server () { const app = Fastify(); ` +
      'await declare(app); return app }'
  })
  const { status, stdout } = await hyperApi(['routes', 'app.mjs', '--export', 'server'], cwd)
  t.same([status, /GetThing/.test(stdout)], [0, true])
  t.same(await hyperApi(['check', 'app.mjs', '--export', 'servr'], cwd), {
    status: 2,
    stdout: '',
    stderr: "hyper-api: app.mjs has no export 'servr'. Did you mean 'server'? Its exports are default, server.\n"
  })
  const stale = await hyperApi(['routes', 'app.mjs', '--export', 'server', '--check'], cwd)
  t.match(stale, { status: 1, stdout: /Write it anew: hyper-api routes app\.mjs --export server --out routes\.ts\n$/ })
})

// By file and loader: the message after "app.mjs does not start, so …: ".
const BROKEN: Readonly<Record<string, [file: string, source: string, message: RegExp]>> = {
  'a file that is missing': [
    'app.mjs', "import './lost.mjs'",
    /^Cannot find module '\.\/lost\.mjs' imported from \.\/app\.mjs \(loaded by Node\.js [\d.]+\)$/
  ],
  'a package that is missing': [
    'app.mjs', "import 'lost-package'",
    /^Cannot find package 'lost-package' imported from \.\/app\.mjs \(loaded by Node\.js [\d.]+\)$/
  ],
  'in TypeScript': [
    'app.ts', "import './lost.ts'", /^Cannot find module '\.\/lost\.ts' imported from \.\/app\.ts \(loaded by tsx\)$/
  ],
  'in CommonJS': [
    'app.cjs', "require('./lost.cjs')",
    /^Cannot find module '\.\/lost\.cjs', imported from \.\/app\.cjs \(loaded by Node\.js [\d.]+\)$/
  ],
  'a name that is missing': [
    'app.mjs',
    "import { lost } from './declare.mjs'",
    /^The requested module '\.\/declare\.mjs' .* named 'lost', imported from app\.mjs:1 \(.* Node\.js [\d.]+\)$/
  ],
  'where the app is made': [
    'app.mjs', "export const build = () => import('./lost.mjs')",
    /^Cannot find module '\.\/lost\.mjs' imported from \.\/app\.mjs \(/
  ]
}

for (const [name, [file, source, message]] of Object.entries(BROKEN)) {
  t.test(`a broken import: ${name}`, { buffered: true }, async t => {
    const cwd = t.testdir({ 'package.json': '{ "type": "module" }', 'declare.mjs': DECLARE, [file]: source })
    const { status, stderr } = await hyperApi(['routes', file], cwd)
    t.equal(status, 2)
    const [, said = ''] =
      /^hyper-api: app\.\w+ does not start, so its routes are not all known: (.*)\n$/.exec(stderr) ?? [stderr, stderr]
    t.match(said, message, 'one line, without a stack')
    const checked = await hyperApi(['check', file, '--json'], cwd)
    t.same([checked.status, checked.stderr], [1, ''])
    t.match(JSON.parse(checked.stdout), { findings: [{ message }] })
  })
}

const LISTENING: Readonly<Record<string, string>> = {
  'with a promise': 'const address = await app.listen({ port: 0 }); new URL(address); ' +
    'app.server.address().port.toFixed()',
  'with a callback': 'await new Promise((resolve, reject) => { app.listen({ port: 0 }, (error, ' +
    'address) => { error === null && new URL(address) ? resolve() : reject(error) }) })',
  'with only a callback': 'await new Promise(resolve => { app.listen(resolve) })',
  'past Fastify, with a callback': 'await app.ready(); await new Promise(resolve => { app.server.listen(0, resolve) })',
  'past Fastify, with an event': 'app.server.listen({ port: 0 }); await new Promise(resolve => { ' +
    "app.server.on('listening', resolve) })"
}

for (const [name, source] of Object.entries(LISTENING)) {
  t.test(`nothing listens, ${name}`, { buffered: true }, async t => {
    const module =
      `${HEAD}const app = Fastify(); await declare(app); ${source}; console.log('listens:', app.server.listening); ` +
        'export default app'
    const { status, stdout, stderr } = await hyperApiFor(t, module, ['check'], { 'declare.mjs': DECLARE })
    t.same([status, stdout, stderr], [
      0, 'Nothing found in app.mjs: 1 route, 0 of them opted in.\n', 'listens: false\n'
    ])
  })
}

t.test('the error that stops the start is logged, also if the app would listen', { buffered: true }, async t => {
  const source =
    `${HEAD}const app = Fastify(); app.register(async () => { throw new Error('no database') }); ` +
    'try { await app.listen() } catch { process.exit(1) }; export default app'
  const { status, stdout } = await hyperApiFor(t, source, ['check'], { 'declare.mjs': DECLARE })
  t.equal(status, 1)
  t.match(stdout, /^Error app\.mjs:2:\d+: no database\n\n1 finding in app\.mjs\.\n$/)
})

t.test('the logger of the user is left as it is', { buffered: true }, async t => {
  const source = `${HEAD}import pino from 'pino'
const logger = pino()
const app = Fastify({ loggerInstance: logger })
await declare(app)
app.get('/', () => 1)
app.log.info('hello')
await app.inject('/')
console.error(logger.level, app.log.isLevelEnabled('fatal'))
export default app`
  const { stdout, stderr } = await hyperApiFor(t, source, ['check'], { 'declare.mjs': DECLARE })
  t.same([stdout, stderr], ['Nothing found in app.mjs: 2 routes, 0 of them opted in.\n', 'info false\n'])
})

t.test('of several apps in one module the exported one counts', { buffered: true }, async t => {
  const source = `${HEAD}const metrics = Fastify()
metrics.get('/early', { config: { hyper: { name: 'Early' } } }, () => ({}))
await declare(metrics, { path: '/metrics' })
await metrics.ready()
const app = Fastify()
app.register(declare, { prefix: '/v1' })
export default app`
  const cwd = t.testdir({ 'declare.mjs': DECLARE, 'app.mjs': source })
  const { stdout, stderr } = await hyperApi(['routes', 'app.mjs'], cwd)
  t.match(stdout, "defineRoutes({\n  GetThing: 'GET /v1/things/:id'\n})")
  t.equal(stderr, '')
  t.match(await hyperApi(['check', 'app.mjs'], cwd), {
    status: 0, stdout: 'Nothing found in app.mjs: 1 route, 0 of them opted in.\n'
  })
})

const NEVER_READY: Readonly<Record<string, string>> = {
  'it ends the process': 'process.exit(0)',
  'it waits for something that never comes': 'await new Promise(() => {})',
  'it ends the process, where it is made': 'export default async () => { process.exit(0) }',
  'something throws beside it': "setTimeout(() => { throw new Error('lost') }); " +
    'export default () => new Promise(() => {})'
}

for (const [name, source] of Object.entries(NEVER_READY)) {
  t.test(`an app that never is ready: ${name}`, { buffered: true }, async t => {
    const cwd = t.testdir({ 'app.mjs': source })
    const message =
      'app.mjs did not become ready: it ended the process, or waits for something that never comes. ' +
        'Let another module listen and exit.'
    for (const command of [['routes', 'app.mjs'], ['check', 'app.mjs', '--json']]) {
      const { status, stdout, stderr } = await hyperApi(command, cwd)
      t.equal(status, 2, command.join(' '))
      t.same(stdout === '' ? null : JSON.parse(stdout), command.includes('--json') ? { error: message } : null)
      t.match(stderr, `hyper-api: ${message}\n`)
    }
  })
}

t.test('an app that never closes keeps nobody waiting', { buffered: true }, async t => {
  const source =
    `${HEAD}const app = Fastify(); await declare(app); app.addHook('onClose', () => new Promise(() => {})); ` +
      'export default app'
  t.match(await hyperApiFor(t, source, ['check'], { 'declare.mjs': DECLARE }), {
    status: 0, stdout: /^Nothing found/
  })
})

t.test('no such file, a folder, and no module', { buffered: true }, async t => {
  const cwd = t.testdir({ src: {} })
  t.same(await hyperApi(['check', 'app.mjs'], cwd), {
    status: 2, stdout: '', stderr: 'hyper-api: There is no file app.mjs.\n'
  })
  t.same(await hyperApi(['check', 'src'], cwd), {
    status: 2, stdout: '', stderr: 'hyper-api: src is a folder. Name the module of the app in it.\n'
  })
  t.same(await hyperApi(['check', 'package.json'], t.testdir({ 'package.json': '{}' })), {
    status: 2,
    stdout: '',
    stderr: 'hyper-api: package.json is no module in JavaScript or TypeScript. Name the module of the app.\n'
  })
  t.same(JSON.parse((await hyperApi(['check', 'app.mjs', '--json'], cwd)).stdout), {
    error: 'There is no file app.mjs.'
  })
})

t.test('TypeScript where nobody reads it, and a project without Fastify', { buffered: true }, async t => {
  // Outside this package, where neither tsx nor Fastify is.
  const cwd = await mkdtemp(join(tmpdir(), 'hyper-api-'))
  t.teardown(() => rm(cwd, { recursive: true }))
  await writeFile(join(cwd, 'app.ts'), 'export default async (app: unknown): Promise<void> => {}')
  await writeFile(join(cwd, 'app.mjs'), 'export default async app => {}')
  const missing = /^hyper-api: app\.\w+: Fastify is not installed there\. Install the project first: npm install\.\n$/
  const unread =
    /^hyper-api: app\.ts is TypeScript, which Node\.js [\d.]+ does not read\. Install tsx .*, or build first .*\.\n$/
  t.match((await hyperApi(['check', 'app.ts'], cwd)).stderr, 'typescript' in process.features ? missing : unread)
  t.match((await hyperApi(['check', 'app.mjs'], cwd)).stderr, missing)
})
