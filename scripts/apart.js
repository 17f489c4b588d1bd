// npm run test:apart [-- GROUP [OPTION …]]: the tests that take more time or other programs than npm test. Without a
// group, what CI runs.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { install, installApart } from './install.js'

const SUITES = ['browser', 'nest', 'package', 'recipes'].map(name => `suites/apart/${name}`)
const SCAFFOLD = 'acceptance/scaffold/all'
const GENERATED = 'acceptance/scaffold/generated'
const IMPORT = 'process/package/import.test'
const TUTORIAL = 'acceptance/newcomer/shell'
const CACHE = ['http-cache', 'callers', 'compression'].map(name => `acceptance/cache/${name}`)
const TRUST = ['leaks', 'random-schemas', 'faults', 'room-faults', 'isolation'].map(name => `process/trust/${name}`)

// By the name of a group: files for tap, or a program; and a folder of what they need.
const GROUPS = {
  ci: { files: () => [SCAFFOLD, GENERATED, ...SUITES, IMPORT, ...CACHE, ...TRUST] },
  package: { files: () => ['suites/apart/package', SCAFFOLD, IMPORT] },
  generated: { files: () => [GENERATED], timeout: 3600 },
  tutorial: { files: () => [TUTORIAL] },
  recipes: { files: () => ['suites/apart/recipes'] },
  nest: { files: () => ['suites/apart/nest'] },
  openapi: { files: () => ['suites/apart/openapi'] },
  browser: { files: () => ['suites/apart/browser'] },
  cache: { files: () => CACHE },
  trust: { files: () => TRUST },
  isolation: { files: () => ['process/trust/isolation', 'process/trust/proxied-isolation'], timeout: 7200 },
  laws: {
    files: () => compiled(file => file.endsWith('.test') && readFileSync(pathOf(file)).includes('support/runs'))
  },
  looks: { files: () => compiled(file => file.endsWith('/looks.browser')) },
  images: { files: () => ['unit/explorer/images'] },
  examples: { files: () => compiled(file => /^acceptance\/examples\/[^/]+$/.test(file)) },
  beside: { files: () => ['acceptance/beside/beside'], tools: 'test/acceptance/beside/tools' },
  clients: {
    files: () => ['clients', 'formats', 'json-api-and-hydra'].map(name => `acceptance/clients/${name}`),
    tools: 'test/acceptance/clients/tools'
  },
  generators: { files: () => ['acceptance/generators/generators'], tools: 'test/acceptance/generators/tools' },
  compat: { program: 'build/test/acceptance/compat/run.js' },
  mutation: { program: 'test/process/mutation/run.js', tools: 'test/process/mutation/tools' },
  fuzz: { program: 'test/process/fuzz/run.js' },
  soak: { program: 'build/test/process/trust/soak.js' }
}

const given = process.argv.slice(2)
const [name, ...options] = given[0] === undefined || given[0].startsWith('-') ? ['ci', ...given] : given

if (!Object.hasOwn(GROUPS, name)) {
  console.error(`Name a group of tests: ${Object.keys(GROUPS).join(', ')}.`)
  process.exit(2)
}
const { files, program, tools, timeout = 1200 } = GROUPS[name]
if (name === 'laws') process.env.LAWS ??= 'full'
if (name === 'generated') process.env.GENERATED ??= 'full'
installApart()
// In CI both are there.
if (process.env.COMPILED !== 'yes') for (const name of ['build', 'compile']) run(`scripts/${name}.js`)
if (tools !== undefined) install(tools, '--ignore-scripts', '--silent')
if (program !== undefined) run(program, ...options)
else run('node_modules/tap/dist/esm/run.mjs', `--timeout=${timeout}`, ...files().map(pathOf), ...options)

function pathOf (file) {
  return `build/test/${file}.js`
}

function compiled (isOne) {
  const files = readdirSync('build/test', { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.js'))
  return files.map(file => file.replaceAll('\\', '/').replace(/\.js$/, '')).filter(isOne).sort()
}

function run (file, ...options) {
  const { status } = spawnSync(process.execPath, [file, ...options], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
