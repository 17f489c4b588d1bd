import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import t, { type Test } from 'tap'
import { RULES } from '../../../scaffold/adopt/rules.ts'
import { hyperApi, LIB, run } from './command.ts'

// `hyper-api adopt`: apps that have no links, and the files that are written for them.
// `UPDATE=1` writes what is expected.

// Not of the working directory, which tests of this process change.
const ROOT = new URL(import.meta.url.includes('/build/test/') ? '../../../../' : '../../../', import.meta.url)
const APPS = fileURLToPath(new URL('test/acceptance/scaffold/tools/adopt', ROOT))

const URLS: Readonly<Record<string, readonly string[]>> = {
  'typebox/app.ts': ['/orders?page=2', '/orders/1', '/orders/1/lines', '/customers', '/me', '/products/1', '/none'],
  'shared/app.mjs': ['/api/books', '/api/books/sea', '/api/authors/a%20b', '/api/shelves/1/books/sea'],
  'commonjs/app.cjs': ['/tasks', '/tasks/1', '/tasks/3', '/owners/9'],
  'queries/app.mjs': ['/books', '/books?year=2000', '/books/1', '/stats?from=2000', '/editions/1']
}

for (const [path, urls] of Object.entries(URLS)) {
  const [name, file] = path.split('/') as [string, string]
  t.test(`${path}: writes, registers and crawls`, { buffered: true }, async t => {
    const cwd = t.testdir()
    await cp(join(APPS, name, file), join(cwd, file))
    await cp(join(APPS, name, file), join(cwd, `before-${file}`))
    const adopted = await hyperApi(['adopt', file, '--write', '--crawl'], cwd)
    t.equal(adopted.status, 0, adopted.stdout + adopted.stderr)
    t.match(adopted.stdout, `Registered them in ${file}.`)
    t.match(adopted.stdout, `Nothing found in ${file}`)
    await compare(t, name, cwd, {
      [file]: await readFile(join(cwd, file), 'utf8'),
      'report.txt': table(adopted.stdout)
    })
    const [before, after] = [await appOf(join(cwd, `before-${file}`)), await appOf(join(cwd, file))]
    for (const url of urls) {
      const [was, is] = [await before.inject(url), await after.inject(url)]
      t.same(
        [is.statusCode, is.headers['content-type'], is.body],
        [was.statusCode, was.headers['content-type'], was.body],
        url
      )
    }
    const again = await hyperApi(['adopt', file, '--out', 'other'], cwd)
    t.same([again.status, again.stdout], [2, ''])
    t.match(again.stderr, `${file} registers fastify-hyper already`)
  })
}

t.test('the files of TypeScript compile', { buffered: true }, async t => {
  const cwd = t.testdir()
  await cp(join(APPS, 'typebox/app.ts'), join(cwd, 'app.ts'))
  await hyperApi(['adopt', 'app.ts', '--write'], cwd)
  await writeFile(
    join(cwd, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        target: 'es2023',
        strict: true,
        noUnusedLocals: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        noEmit: true,
        types: ['node']
      },
      files: ['app.ts']
    })
  )
  t.match(await run([process.execPath, resolve('node_modules/typescript/bin/tsc'), '-p', cwd], cwd), {
    status: 0, stdout: ''
  })
})

t.test('bad input: one line, and nothing is written', { buffered: true }, async t => {
  const plain = "import Fastify from 'fastify'\nconst app = Fastify()\n"
  const item =
    "app.get('/a/:id', { schema: { response: { 200: { type: 'object', required: ['id'], " +
    "properties: { id: { type: 'string' } } } } } }, () => ({}))\n"
  const faults: Readonly<Record<string, [source: string, expected: RegExp]>> = {
    'broken.mjs': [
      "export default () => { throw new Error('no') }",
      /^hyper-api: broken\.mjs does not start.*: no\n/
    ],
    'skipped.mjs': [
      'export default async app => {\n' +
        "  app.register(async function db () { throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }) })\n" +
        '  app.register(async app => { app.db.find })\n}',
      /^hyper-api: skipped\.mjs does not start.*'find'.*Start the servers of what was skipped: the plugin db: gone\n/
    ],
    'empty.mjs': [`${plain}export default app`, /^hyper-api: empty\.mjs has no routes\. Name the module .*\n$/],
    'hyper.mjs': [
      `${plain}import hyper from '${LIB}'\nawait app.register(hyper)\n${item}export default app`,
      /^hyper-api: hyper\.mjs registers fastify-hyper already\. .*\n$/
    ],
    'files.mjs': [
      `${plain}app.get('/*', () => '')\nexport default app`,
      /^hyper-api: files\.mjs: no link can be made .*\n$/
    ],
    'full.mjs': [
      `${plain}${item}export default app`,
      /^hyper-api: hypermedia\/links\.mjs exists, and nothing was written\. Move it, or name .*\n$/
    ]
  }
  for (const [file, [source, expected]] of Object.entries(faults)) {
    const cwd = t.testdir({ [file]: source })
    if (file === 'full.mjs') {
      await mkdir(join(cwd, 'hypermedia'))
      await writeFile(join(cwd, 'hypermedia/links.mjs'), '')
    }
    const before = await readdir(cwd, { recursive: true })
    const { status, stdout, stderr } = await hyperApi(['adopt', file], cwd)
    t.same([status, stdout], [2, ''], file)
    t.match(stderr, expected)
    t.same(await readdir(cwd, { recursive: true }), before)
  }
})

t.test('--write: an app that declares routes before plugins are loaded stays as it is', async t => {
  const source = "const app = require('fastify')()\napp.get('/a', () => [])\nmodule.exports = app\n"
  const cwd = t.testdir({ 'app.cjs': source })
  const { status, stdout } = await hyperApi(['adopt', 'app.cjs', '--write'], cwd)
  t.equal(status, 1)
  t.match(stdout, 'app.cjs was not changed: GET /a is declared before the plugin is loaded.')
  t.equal(await readFile(join(cwd, 'app.cjs'), 'utf8'), source)
})

t.test('a plugin that cannot reach its database, hooks of a scope, and singletons of one schema', async t => {
  const source = `const schema = { response: { 200: { type: 'object', properties: { name: {} } } } }
export default async app => {
  app.register(async function database () { throw Object.assign(new Error('no server'), { code: 'ECONNREFUSED' }) })
  app.addHook('onRequest', async () => {})
  app.get('/me', { schema }, () => ({}))
  app.register(async scope => {
    scope.addHook('onRequest', async function authenticate () {})
    scope.get('/you', { schema }, () => ({}))
  })
}\n`
  const cwd = t.testdir({ 'app.mjs': source })
  const { status, stdout, stderr } = await hyperApi(['adopt', 'app.mjs', '--out', 'not/yet/there'], cwd)
  t.same([status, stderr], [0, 'Not started, and not needed: the plugin database: no server\n'])
  t.match(stdout, 'GET /you has an onRequest of the scope: add its policy')
  t.notMatch(stdout, 'GET /me has')
  t.match(stdout, /^You +\/you/m)
})

t.test('the documentation has the rules', async t => {
  const text = (await readFile('docs/adopt.md', 'utf8')).replace(/\s+/g, ' ')
  for (const { name, meaning } of RULES) t.match(text, `| ${name} | ${meaning} |`)
})

async function compare (t: Test, name: string, cwd: string, others: Readonly<Record<string, string>>): Promise<void> {
  const expected = join(APPS, name, 'expected')
  const written = await readdir(join(cwd, 'hypermedia'))
  const texts = await Promise.all(
    written.map(async file => [file, await readFile(join(cwd, 'hypermedia', file), 'utf8')])
  )
  const files = { ...(Object.fromEntries(texts) as Record<string, string>), ...others }
  for (const [file, text] of Object.entries(files)) {
    if (process.env['UPDATE'] !== undefined) {
      await mkdir(expected, { recursive: true })
      await writeFile(join(expected, file), text)
    }
    t.equal(text, await readFile(join(expected, file), 'utf8'), file)
  }
}

function table (output: string): string {
  return output.slice(0, output.indexOf('Wrote '))
}

async function appOf (file: string): Promise<FastifyInstance> {
  const module = (await import(pathToFileURL(file).href)) as { default: unknown; build?: () => FastifyInstance }
  if (module.build !== undefined) return module.build()
  const made = module.default as FastifyPluginAsync & (() => FastifyInstance)
  if (made.length === 0) return made()
  const app = Fastify()
  await app.register(made)
  return app
}

t.test('links of routes at the top of a module are followed before it registers them', { buffered: true }, async t => {
  const note = "{ $id: 'Note', type: 'object', properties: { id: { type: 'integer' } } }"
  const source = `import Fastify from 'fastify'
const app = Fastify()
app.addSchema(${note})
const params = { type: 'object', properties: { id: { type: 'integer' } } }
app.get('/notes', { schema: { response: { 200: { type: 'array', items: { $ref: 'Note#' } } } } }, () => [{ id: 1 }])
app.get('/notes/:id', { schema: { params, response: { 200: { $ref: 'Note#' } } } }, ({ params: { id } }) => ({ id }))
export default app
`
  const cwd = t.testdir({ 'app.mjs': source })
  const { status, stdout } = await hyperApi(['adopt', 'app.mjs', '--crawl'], cwd)
  t.match(stdout, /\nNothing found in app\.mjs: 3 routes, 3 of them opted in\.\n/)
  t.equal(status, 0)
  t.same((await readdir(cwd)).sort(), ['app.mjs', 'hypermedia'])
  t.equal(await readFile(join(cwd, 'app.mjs'), 'utf8'), source)
})
