import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import t, { type Test } from 'tap'
import ts from 'typescript'
import { DEFAULT_FRAMEWORK, FRAMEWORKS, type NewProject } from '../../../scaffold/command.ts'
import { generate } from '../../../scaffold/generate.ts'
import { manifest } from '../../../scaffold/package.ts'
import { projectFiles } from '../../../scaffold/project-files.ts'
import { hyperApi, run } from './command.ts'

const TEMPLATE = 'scaffold/templates/minimal'
const PLAIN = [
  '.gitignore', 'README.md', 'app.test.ts', 'app.ts', 'orders.ts', 'package.json', 'root.ts', 'routes.ts', 'server.ts',
  'store.ts', 'tsconfig.build.json', 'tsconfig.json'
]
const FULL = [
  '.dockerignore', '.gitignore', 'Dockerfile', 'README.md', 'contract.json', 'eslint.config.js', 'package.json',
  'tsconfig.build.json', 'tsconfig.json', 'scripts/user.ts',
  ...['app', 'route-names', 'rows', 'server', 'settings'].map(name => `src/${name}.ts`),
  'src/migrations/0001-users.ts', 'src/migrations/0002-orders.ts',
  ...['auth', 'database', 'errors', 'hyper', 'security'].map(name => `src/plugins/${name}.ts`),
  ...['login/index', 'orders/index', 'orders/order', 'root'].map(name => `src/routes/${name}.ts`),
  ...['app.test', 'crawl.test', 'orders.test', 'resource', 'start'].map(name => `test/${name}.ts`)
]
const ADDED_BY_DEFAULT = { html: true, mcp: true, explorer: true, openapi: false }
const project = (given: Partial<NewProject> = {}): NewProject => ({
  dir: 'orders',
  framework: 'node24',
  minimal: true,
  ...ADDED_BY_DEFAULT,
  force: false,
  ...given
})

/** What shows that a project has what an option adds. */
const ADDED = {
  html: /fastify-hyper\/html/, mcp: /fastify-hyper\/mcp/, explorer: /hyperExplorer/, openapi: /@fastify\/swagger/
}
const OPTIONS = Object.keys(ADDED) as (keyof typeof ADDED)[]
const CHOICES = Array.from({ length: 2 ** OPTIONS.length }, (_, bits) =>
  Object.fromEntries(OPTIONS.map((option, bit) => [option, (bits & 1 << bit) !== 0])) as typeof ADDED_BY_DEFAULT)
const template = (name: string) => readFileSync(join(TEMPLATE, name), 'utf8')

interface PackageJson {
  readonly engines: { readonly node: string }
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const packageOf = (files: ReadonlyMap<string, string>) => JSON.parse(files.get('package.json')!) as PackageJson

for (const [minimal, names, document] of [
  [true, PLAIN, 'documentation.ts'], [false, FULL, 'src/plugins/documentation.ts']
] as const) {
  t.test(`what the options choose, ${minimal ? 'in the small project' : 'in the project'}`, async t => {
    for (const choice of CHOICES) {
      const files = await projectFiles(project({ minimal, ...choice }))
      const name = JSON.stringify(choice)
      t.same([...files.keys()].sort(), [...names, ...choice.openapi ? [document] : []].sort(), name)
      const contents = [...files.values()].join('\n')
      for (const option of OPTIONS) t.equal(ADDED[option].test(contents), choice[option], `${name}: ${option}`)
      t.notMatch(contents, /--(html|mcp|explorer|openapi)\b|\/\/ (import|if|await)|\n\n\n/, `${name}: no marks are left`)
    }
  })
}

t.test('it contains no secret but the one that a public API rejects', async t => {
  const files = await projectFiles(project({ minimal: false }))
  const secret = /^const SECRET = '(.*)'$/m.exec(files.get('src/settings.ts')!)![1]!
  t.ok(secret.length >= 32)
  t.match(files.get('test/app.test.ts'), secret, 'a test of the project rejects it')
  t.match(files.get('.gitignore'), /^\.env$/m)
  t.match(files.get('.dockerignore'), /^\.env$/m)
})

t.test('its image has the Node.js of the target', async t => {
  for (const framework of FRAMEWORKS) {
    const images = (await projectFiles(project({ minimal: false, framework }))).get('Dockerfile')!.match(/^FROM \S+/gm)
    t.same(images, Array(2).fill(`FROM node:${framework.slice(4)}-slim`), framework)
  }
})

t.test('its packages are those that this package is tested with', async t => {
  const { devDependencies: apart } = JSON.parse(readFileSync('test/apart/package.json', 'utf8')) as PackageJson
  const { dependencies, devDependencies } = packageOf(await projectFiles(project({ minimal: false, openapi: true })))
  const { '@types/node': _, 'fastify-hyper': itself, ...others } = { ...dependencies, ...devDependencies }
  t.equal(itself, manifest.version, 'itself, pinned')
  const tested: Readonly<Record<string, string>> = {
    ...manifest.peerDependencies, ...manifest.dependencies, ...manifest.devDependencies, ...apart
  }
  for (const [name, range] of Object.entries(others)) t.equal(range, tested[name], name)
})

t.test('the small project is the template', async t => {
  const files = await projectFiles(project())
  const withoutMarks = (name: string) => template(name).split('\n')
    .filter(line => !line.endsWith('--openapi')).map(line => line.replace(/ \/\/ --\w+$/, '')).join('\n')
  for (const name of PLAIN.filter(name => name.endsWith('.ts'))) t.equal(files.get(name), withoutMarks(name), name)
  t.equal(files.get('.gitignore'), template('gitignore'))
})

t.test('the targets differ in engines, the types of Node and the language', async t => {
  const seen = await Promise.all(FRAMEWORKS.map(async framework => {
    const files = await projectFiles(project({ framework }))
    const { engines, devDependencies: { '@types/node': types, ...tools }, ...manifest } = packageOf(files)
    const { compilerOptions: { target, ...options } } =
      JSON.parse(files.get('tsconfig.json')!) as { compilerOptions: { target: string } }
    const others = [...files].filter(([name]) => name !== 'package.json' && name !== 'tsconfig.json')
    return { own: [engines.node, types, target], same: JSON.stringify([manifest, tools, options, others]) }
  }))
  t.same(seen.map(({ own }) => own), [
    ['>=24', '^24.0.0', 'ES2024'], ['>=22', '^22.0.0', 'ES2023'], ['>=20.19', '^20.19.0', 'ES2022']
  ])
  t.equal(new Set(seen.map(({ same }) => same)).size, 1, 'all else is the same')
})

t.test('the small project depends on what it imports', async t => {
  const { dependencies } = packageOf(await projectFiles(project({ openapi: true })))
  t.same(Object.keys(dependencies), [
    '@fastify/swagger', '@fastify/swagger-ui', '@modelcontextprotocol/server', 'fastify', 'fastify-hyper'
  ])
})

t.test('a name that npm takes', async t => {
  const names = { orders: 'orders', 'My Orders': 'my-orders', 'a/b/c_d': 'c-d', '.hidden': 'hidden', 日本: 'orders-api' }
  for (const [dir, name] of Object.entries(names)) {
    t.match(packageOf(await projectFiles(project({ dir }))), { name }, dir)
  }
})

t.test('where it is written', async t => {
  const folder = t.testdir({
    empty: {}, begun: { '.git': { HEAD: '' } }, full: { 'app.ts': 'mine', 'notes.txt': 'mine' }, file: ''
  })
  const at = (name: string) => join(folder, name)
  for (const name of ['empty', 'new', 'deep/new']) {
    t.match(
      await generate(project({ dir: at(name) })),
      `small orders API for node24, with pages, tools for agents and the explorer, to ${at(name)}:\n  .gitignore\n`,
      name
    )
    t.same(readdirSync(at(name)).sort(), PLAIN, name)
  }
  await generate(project({ dir: at('begun') }))
  t.same(readdirSync(at('begun')).sort(), ['.git', ...PLAIN], 'a repository without anything else')
  await t.rejects(generate(project({ dir: at('full') })), {
    message: /full is not empty \(it holds app\.ts, notes\.txt\)\..*--force\.$/
  })
  await t.rejects(generate(project({ dir: at('new') })), {
    message: /it holds \.gitignore, README\.md, app\.test\.ts, …\)/
  })
  t.equal(readFileSync(at('full/app.ts'), 'utf8'), 'mine', 'nothing was written')
  await t.rejects(generate(project({ dir: at('file') })), {
    name: 'Failure', message: `${at('file')} is a file. Name a folder that is empty or not there yet.`
  })
  await generate(project({ dir: at('full'), force: true }))
  t.same([
    readFileSync(at('full/notes.txt'), 'utf8'), readdirSync(at('full')).length
  ], ['mine', PLAIN.length + 1], 'by force, beside what is there')
})

t.test('--force writes over files only, and everything or nothing', async t => {
  const folder = t.testdir({
    blocked: { 'app.ts': {}, 'store.ts': { 'mine.ts': 'mine' }, 'root.ts': 'mine' },
    looped: { 'server.ts': t.fixture('symlink', 'server.ts') },
    linked: { src: { routes: { orders: { 'order.ts': t.fixture('symlink', 'absent/order.ts') } }, 'app.ts': 'mine' } },
    lost: { 'README.md': 'mine', src: t.fixture('symlink', 'absent') },
    kept: { elsewhere: { 'app.ts': 'mine' }, src: t.fixture('symlink', 'elsewhere') },
    dangling: t.fixture('symlink', 'absent/folder'),
    file: 'mine'
  })
  const forced = (name: string) => generate(project({ dir: join(folder, name), force: true }))
  const at = (name: string) => join(folder, name)
  await t.rejects(forced('blocked'), {
    name: 'Failure',
    message: `Nothing was written: ${at('blocked')} has entries that cannot be ` +
    'written over: app.ts (a folder), store.ts (a folder). Move them, or name another folder.'
  })
  t.same([readdirSync(at('blocked')).sort(), readFileSync(at('blocked/root.ts'), 'utf8')], [
    ['app.ts', 'root.ts', 'store.ts'], 'mine'
  ])
  await t.rejects(forced('looped'), {
    name: 'Failure', message: /cannot be written over: server\.ts \(a link to nothing\)\./
  })
  const whole = (name: string) => generate(project({ dir: at(name), force: true, minimal: false }))
  await t.rejects(whole('linked'), {
    name: 'Failure',
    message: `Nothing was written: ${at('linked')} has entries that cannot be written over: ` +
      'src/routes/orders/order.ts (a link to nothing). Move them, or name another folder.'
  })
  t.same(
    [readdirSync(at('linked')), readdirSync(at('linked/src'))], [['src'], ['app.ts', 'routes']], 'nothing half-written'
  )
  await t.rejects(whole('lost'), {
    name: 'Failure', message: /cannot be written over: src \(a link to nothing\)\. Move/
  })
  t.equal(readFileSync(at('lost/README.md'), 'utf8'), 'mine')
  await whole('kept')
  t.not(readFileSync(at('kept/elsewhere/app.ts'), 'utf8'), 'mine', 'a link to a folder is followed')
  await t.rejects(forced('file'), {
    name: 'Failure', message: `${at('file')} is a file. Name a folder that is empty or not there yet.`
  })
  await t.rejects(forced('file/orders'), {
    name: 'Failure', message: `${at('file/orders')} is inside a file. Name a folder that is empty or not there yet.`
  })
  await t.rejects(forced('dangling'), {
    name: 'Failure', message: /dangling cannot be made: .*\. Name another folder\.$/
  })
})

t.test('every source is checked, and all but the tests are built', async t => {
  const dir = t.testdir({ src: { 'more.ts': '', 'more.test.ts': '' }, dist: { 'app.js': '' } })
  await generate(project({ dir, force: true }))
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} }
  const sources = (settings: string) =>
    ts.getParsedCommandLineOfConfigFile(join(dir, settings), {}, host)!.fileNames
      .map(name => relative(dir, name)).sort()
  const all = [...PLAIN.filter(name => name.endsWith('.ts')), 'src/more.test.ts', 'src/more.ts'].sort()
  t.same(sources('tsconfig.json'), all)
  t.same(sources('tsconfig.build.json'), all.filter(name => !name.endsWith('.test.ts')))
})

t.test('the next commands can be copied', async t => {
  const folders = {
    orders: 'orders',
    'src/my-orders_2.0': 'src/my-orders_2.0',
    日本: '日本',
    'sp ace/two words': '"sp ace/two words"',
    'a$b"c`d': '"a\\$b\\"c\\`d"'
  }
  const cwd = t.testdir()
  for (const [dir, word] of Object.entries(folders)) {
    t.match((await hyperApi([dir], cwd)).stdout, `\nNext:\n  cd ${word}\n  npm install\n`)
  }
})

t.test('its server rejects an invalid port', async t => {
  for (const port of ['abc', '-1', '65536', '80.5']) {
    const { status, stdout, stderr } = await run([
      'env', `PORT=${port}`, process.execPath, '--import', import.meta.resolve('tsx'), `${TEMPLATE}/server.ts`
    ], process.cwd())
    t.same([status, stdout, stderr], [1, '', `PORT is '${port}': set a number from 0 to 65535.\n`])
  }
})

t.test('the command', async t => {
  const cwd = t.testdir()
  const { status, stdout, stderr } = await hyperApi(['my-orders', '--openapi', '-f', 'node22'], cwd)
  t.same([status, stderr], [0, ''])
  t.match(stdout, /^Wrote an orders API for node22, with pages, tools for agents, the explorer and an OpenAPI document, to my-orders:\n/)
  t.same(stdout.match(/(?<=^ {2})\S+$/gm)?.slice(0, FULL.length + 1), [...FULL, 'src/plugins/documentation.ts'].sort())
  for (const name of FULL) t.ok(existsSync(join(cwd, 'my-orders', name)), name)
  t.match(stdout, '\nNext:\n  cd my-orders\n  npm install\n  npm run dev\n')
  const again = await hyperApi(['new', 'my-orders'], cwd)
  t.same([again.status, again.stdout], [1, ''])
  t.match(again.stderr, /^hyper-api: my-orders is not empty .*\n$/, 'no stack')
  const here = await hyperApi(['.', '--force', '--no-html', '--no-mcp', '--no-explorer'], join(cwd, 'my-orders'))
  const small = await hyperApi(['small', '--minimal'], cwd)
  t.match(small.stdout,
    `Wrote a small orders API for ${DEFAULT_FRAMEWORK}, with pages, tools for agents and the explorer, to small:\n`)
  t.same(readdirSync(join(cwd, 'small')).sort(), PLAIN)
  t.match(here.stdout, `Wrote an orders API for ${DEFAULT_FRAMEWORK} to .:\n`)
  t.match(here.stdout, '\nNext:\n  npm install\n')
})

t.test('the command over a folder in the place of a file', async t => {
  const { status, stdout, stderr } = await hyperApi(
    ['orders', '--force'], t.testdir({ orders: { Dockerfile: {}, src: 'mine' } })
  )
  t.same([status, stdout], [1, ''])
  t.match(
    stderr,
    /^hyper-api: Nothing was written: orders has .* over: Dockerfile \(a folder\), src \(a file\)\. Move them.*\n$/
  )
})

async function forceOverReadOnly (t: Test): Promise<void> {
  const dir = t.testdir({ 'app.ts': 'mine', src: { orders: {} } })
  chmodSync(join(dir, 'app.ts'), 0o444)
  chmodSync(join(dir, 'src'), 0o555)
  t.teardown(() => chmodSync(join(dir, 'src'), 0o755))
  await t.rejects(generate(project({ dir, force: true })), {
    name: 'Failure', message: /cannot be written over: app\.ts \(EACCES\)\./
  })
  await t.rejects(generate(project({ dir, force: true, minimal: false })), {
    message: /cannot be written over: src \(EACCES\)\./
  })
  t.same([readdirSync(dir), readdirSync(join(dir, 'src'))], [['app.ts', 'src'], ['orders']], 'nothing was written')
}

// Nothing is read-only for root.
if (process.getuid?.() !== 0) t.test('--force over a file or a folder that is read-only', forceOverReadOnly)
