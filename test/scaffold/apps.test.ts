import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { hyperApi, LIB } from './command.ts'

// What `<app>` may be, and what is said where it is something else.

const DECLARE = `
import Fastify from 'fastify'
import hyper from '${LIB}'
export { Fastify }
export async function declare (app) {
  await app.register(hyper)
  app.get('/things/:id', { config: { hyper: { name: 'GetThing' } } }, () => ({}))
}`

const HEAD = "import { declare, Fastify } from './declare.mjs'\n"
const REQUIRE = "const { declare, Fastify } = require('./declare.mjs')\n"

const APPS: Readonly<Record<string, [file: string, text: string]>> = {
  'an instance': ['app.mjs', `${HEAD}const app = Fastify(); await declare(app); export default app`],
  'an instance that is ready': ['app.mjs', `${HEAD}const app = Fastify(); await declare(app); await app.ready(); export default app`],
  'a function': ['app.mjs', `${HEAD}export default () => { const app = Fastify(); app.register(declare); return app }`],
  'a function that returns a promise': ['app.mjs', `${HEAD}export default async () => { const app = Fastify(); await declare(app); return app }`],
  'a function with options by default': ['app.mjs', `${HEAD}export default async ({ more = true, ...options } = {}) => { const app = Fastify(options); await declare(app); return app }`],
  'a function with options': ['app.mjs', `${HEAD}export default async options => { const app = Fastify({ logger: true, ...options }); await declare(app); return app }`],
  'a plugin of one parameter': ['app.mjs', `${HEAD}export default async app => { await declare(app) }`],
  'a plugin': ['app.mjs', `${HEAD}export default async (app, options) => { if (options !== undefined) await declare(app) }`],
  'a plugin with a callback': ['app.mjs', `${HEAD}export default (app, options, done) => { declare(app).then(() => done(), done) }`],
  'a wrapped plugin': ['app.mjs', `${HEAD}import fastifyPlugin from 'fastify-plugin'\nexport default fastifyPlugin(async (...args) => { await declare(args[0]) })`],
  'an app that prints and logs': ['app.mjs', `${HEAD}console.log('hello'); const app = Fastify({ logger: true }); app.log.info('hello'); await declare(app); export default app`],
  CommonJS: ['app.cjs', `${REQUIRE}module.exports = declare`],
  'compiled to CommonJS': ['app.cjs', `${REQUIRE}Object.defineProperty(exports, '__esModule', { value: true }); exports.default = declare`],
  TypeScript: ['app.ts', `${HEAD}import type { FastifyInstance } from 'fastify'\nexport default async (app: FastifyInstance): Promise<void> => { await declare(app) }`],
  'TypeScript in CommonJS': ['app.cts', `${REQUIRE}const app: unknown = declare\nmodule.exports = app`]
}

const REFUSED: Readonly<Record<string, [text: string, message: RegExp]>> = {
  'no default export': ['export const app = 1', /^hyper-api: app\.mjs has no default export\. Export a Fastify instance, a function that returns one, or a plugin; let another module listen\.\n$/],
  'a number': ['export default 7', /^hyper-api: app\.mjs exports 7\. Its default export is to be a Fastify instance/],
  null: ['export default null', /^hyper-api: app\.mjs exports null\./],
  'an object': ['export default { ready: true }', /^hyper-api: app\.mjs exports an object\./],
  'a function that returns nothing': ['export default () => {}', /^hyper-api: app\.mjs: the function that it exports returned undefined\. Return the Fastify instance; a plugin takes one as its first parameter\.\n$/],
  'no named route': ["export default async app => { app.get('/', () => 1) }", /^hyper-api: app\.mjs has no named routes\. Register fastify-hyper before them/],
  'an app that throws': ["export default async app => { throw new Error('no database') }", /^hyper-api: app\.mjs does not start, .*: no database\nError: no database\n {4}at /],
  'a module that throws': ["throw new Error('no settings')", /^hyper-api: app\.mjs does not start, .*: no settings\nError: no settings\n {4}at /],
  'something thrown that is no error': ["export default async app => { throw 'no' }", /^hyper-api: app\.mjs does not start, .*: no\n/]
}

t.jobs = 2

for (const [name, [file, text]] of Object.entries(APPS)) {
  t.test(name, { buffered: true }, async t => {
    const cwd = t.testdir({ 'declare.mjs': DECLARE, [file]: text })
    const { status, stdout, stderr } = await hyperApi(['routes', file], cwd)
    t.equal(status, 0, stderr)
    t.match(stdout, /^import [^]*\n {2}GetThing: 'GET \/things\/:id'\n\}\)\n[^]*\}\n$/, 'the catalog, and nothing else')
  })
}

for (const [name, [text, message]] of Object.entries(REFUSED)) {
  t.test(name, { buffered: true }, async t => {
    const { status, stdout, stderr } = await hyperApi(['routes', 'app.mjs'], t.testdir({ 'app.mjs': text }))
    t.same([status, stdout], [1, ''])
    t.match(stderr, message)
  })
}

t.test('nothing listens', { buffered: true }, async t => {
  const text = `${HEAD}const app = Fastify(); await declare(app); await app.listen({ port: 0 }); console.log('listens:', app.server.listening); export default app`
  const { status, stdout, stderr } = await hyperApi(['check', 'app.mjs'], t.testdir({ 'declare.mjs': DECLARE, 'app.mjs': text }))
  t.same([status, stdout, stderr], [0, 'Nothing found in app.mjs: 1 routes, 0 of them opted in.\n', 'listens: false\n'])
})

t.test('no such file', { buffered: true }, async t => {
  const { status, stderr } = await hyperApi(['check', 'app.mjs'], t.testdir())
  t.same([status, stderr], [1, 'hyper-api: There is no file app.mjs.\n'])
})

t.test('TypeScript where nobody reads it, and a project without Fastify', { buffered: true }, async t => {
  // Outside this package, where neither tsx nor Fastify is.
  const cwd = await mkdtemp(join(tmpdir(), 'hyper-api-'))
  t.teardown(() => rm(cwd, { recursive: true }))
  await writeFile(join(cwd, 'app.ts'), 'export default async (app: unknown): Promise<void> => {}')
  await writeFile(join(cwd, 'app.mjs'), 'export default async app => {}')
  const missing = /^hyper-api: app\.\w+: Fastify is not installed there\. Install the project first: npm install\.\n$/
  const unread = /^hyper-api: app\.ts is TypeScript, which Node\.js [\d.]+ does not read\. Install tsx .*, or build first and name the compiled file\.\n$/
  t.match((await hyperApi(['check', 'app.ts'], cwd)).stderr, 'typescript' in process.features ? missing : unread)
  t.match((await hyperApi(['check', 'app.mjs'], cwd)).stderr, missing)
})
