import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import t from 'tap'
import ts from 'typescript'

// The rule: a unit, which is a folder or file, or several joined by +, imports from the lines above its own only; those
// on one line do not know each other. Types count too.
const LAYERS = [
  ['types', 'lib/packages.cjs', 'lib/node-modules.ts', 'lib/optional-package.ts', 'lib/remembered.ts'],
  ['lib/model/model.ts'],
  [
    'lib/http', 'lib/json', 'lib/async', 'lib/url', 'lib/fastify', 'lib/diagnostics + lib/faults.ts + lib/errors.ts'
  ],
  ['lib/schema'],
  ['lib/validation'],
  ['lib/options + lib/declare'],
  ['lib/routes'],
  ['lib/policies'],
  ['lib/context'],
  ['lib/targets'],
  ['lib/forms'],
  ['lib/links'],
  ['lib/formats', 'lib/model'],
  ['lib/respond', 'lib/problems', 'hypermedia'],
  ['lib/guards', 'lib/features', 'views'],
  ['lib/openapi'],
  [
    'lib/start + lib/plugin.ts + lib/index.ts', 'lib/typebox.ts', 'lib/zod.ts', 'explorer', 'html', 'mcp', 'client',
    'testing + scaffold'
  ],
  ['nest', 'formats']
]

const ROOT = process.cwd()
const FOLDERS = [
  'types', 'lib', 'hypermedia', 'views', 'explorer', 'html', 'mcp', 'nest', 'client', 'testing', 'scaffold',
  'formats'
]

const files =
  FOLDERS.flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(?:tsx?|cjs)$/.test(name))
      .map(name => join(folder, name)))
const imports = new Map(files.map(file => [file, importsOf(file)]))

/** The files of this package that a file imports, for values or types. */
function importsOf (file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, file), 'utf8'))
  return importedFiles.map(({ fileName }) => fileName).filter(name => name.startsWith('.')).map(name =>
    // Those in JavaScript are made by scripts/bundle-pages.js, and have declarations.
    normalize(join(dirname(file), name.replace(/\.js$/, '.d.ts'))))
}

// A file that stands alone is above its folder in the table.
const unitOf = (file: string) => LAYERS.flat()
  .find(unit => unit.split(' + ').some(path => file === path || file.startsWith(`${path}/`)))
const layerOf = (unit: string | undefined) => LAYERS.findIndex(units => unit !== undefined && units.includes(unit))

function allowed (from: string, to: string): boolean {
  const [importer, imported] = [unitOf(from), unitOf(to)]
  return imports.has(to) && (importer === imported || layerOf(imported) < layerOf(importer))
}

/** The files of a cycle that is reached from a file, or null. */
function cycleFrom (file: string, path: readonly string[] = [], done = new Set<string>()): string[] | null {
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
  if (done.has(file)) return null
  done.add(file)
  for (const imported of imports.get(file) ?? []) {
    const cycle = cycleFrom(imported, [...path, file], done)
    if (cycle !== null) return cycle
  }
  return null
}

t.test('imports point up the table', async t => {
  t.same(files.filter(file => unitOf(file) === undefined), [], 'every file has a place')
  t.same(LAYERS.flat().filter(unit => !files.some(file => unitOf(file) === unit)), [], 'every place has a file')
  for (const [from, to] of [
    ['types/links.ts', 'lib/index.ts'], ['lib/respond/respond.ts', 'lib/problems/problem.ts'],
    ['lib/index.ts', 'lib/no-such.ts']
  ] as const) {
    t.notOk(allowed(from, to), `${from} may not import ${to}`)
  }
  t.same(
    files.flatMap(from => imports.get(from)!.filter(to => !allowed(from, to)).map(to => `${from} imports ${to}`)), []
  )
})

/** The rooms that begin the lines of a drawing: `lib/options/ + lib/declare/`. */
function roomsIn (drawing: string): string[] {
  return [...drawing.matchAll(/^\S+(?: \+ \S+)*/gm)].map(([room]) => room.replaceAll(/\/(?= |$)/g, ''))
}

t.test('docs/architecture.md draws the table', async t => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const [, drawing] = /^## The rooms$[^]*?```\n([^]*?)```/m.exec(page)!
  t.same(drawing!.split(/^─+$/m).map(roomsIn), LAYERS)
})

t.test('no cycles', async t => {
  const done = new Set<string>()
  t.same(files.map(file => cycleFrom(file, [], done)).filter(cycle => cycle !== null), [])
})

// The steps of one response, which respond.ts calls.
const STEPS = ['negotiate', 'match', 'demand', 'conditional', 'serialize', 'evaluate', 'write', 'headers', 'send']
  .map(step => `lib/respond/${step}.ts`)

t.test('formats import public exports only', t => {
  t.same(files.filter(file => file.startsWith('formats/')).flatMap(file =>
    imports.get(file)!.filter(imported => imported !== 'lib/index.ts' && !imported.startsWith('formats/'))
      .map(imported => `${file}: ${imported}`)), [])
  t.end()
})

t.test('no step of a response imports another', t => {
  t.same(STEPS.flatMap(step => imports.get(step)!.filter(imported => STEPS.includes(imported))), [])
  t.same(imports.get('lib/respond/respond.ts')!.filter(imported => STEPS.includes(imported)).length, STEPS.length)
  t.end()
})

// A process can have two copies of the package. Objects of these classes never leave the file that makes
// them, or its copy.
const COMPARED = ['CallbackContext', 'Held', 'Later', 'Missing', 'Markup', 'Failure', 'UsageError']

// What these keep can be computed again.
const CACHES = [
  'lib/formats/known.ts: problems', 'lib/problems/members.ts: lenient', 'lib/routes/route-query.ts: QUERIES',
  'lib/validation/all-errors.ts: completed', 'nest/without-module.ts: warned',
  'testing/crawl/state.ts: states', 'testing/schemas/openapi.ts: asDocumented',
  'testing/schemas/openapi.ts: inOtherFormat', 'testing/schemas/response.ts: compiled'
]

/** What the matches of an expression capture in the files of the package, but in the explorer's page and templates. */
function foundIn (expression: RegExp): string[] {
  return files.filter(file => !/^(?:explorer\/page|scaffold\/templates)\//.test(file)).flatMap(file =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(expression)].map(([, found]) => `${file}: ${found}`))
}

t.test('nothing depends on the identity of a module', async t => {
  const classes = new Set(foundIn(/\bclass (\w+)/g).map(found => found.split(': ')[1]!)
    .filter(name => !COMPARED.includes(name)))
  t.same(foundIn(/\binstanceof (\w+)/g)
    .filter(found => classes.has(found.split(': ')[1]!)), [], 'no class of the package is compared')
  t.same(foundIn(/\b(Symbol\(.*)/g), [], 'symbols are registered: Symbol.for')
  t.same(foundIn(/^(?:export )?const (\w+)(?:: .*)? = new Weak(?:Map|Set)/gm).sort(), CACHES, 'state is on the app')
})

// What registers a symbol elsewhere: Fastify's own key for plugins.
const REGISTERED = [
  'scaffold/adopt/text.ts: skip-override', 'scaffold/make-app.ts: skip-override', 'scaffold/production.ts: plugin-meta'
]

t.test('lib/fastify/marks.ts has all marks of the package: each is the mark of one thing, and names its owner', t => {
  const places = foundIn(/Symbol\.for\('?([\w.-]+)/g)
  const here = places.filter(found => found.startsWith('lib/fastify/marks.ts: '))
  t.same(places.filter(found => !here.includes(found)).sort(), REGISTERED)
  t.ok(here.length > 15)
  t.same([...new Set(here)], here)
  const page = readFileSync(join(ROOT, 'lib/fastify/marks.ts'), 'utf8')
  const owners = [...page.matchAll(/`(\w+\/[\w/-]+\.ts|nest\/)`/g)].map(([, owner]) => owner!)
  t.same(owners.filter(owner => !files.some(file => `/${file}`.includes(`/${owner}`))), [])
  const users = files.filter(file => imports.get(file)!.includes('lib/fastify/marks.ts'))
  t.same(users.filter(file => !owners.some(owner => `/${file}`.includes(`/${owner}`))), [], 'every user is named')
  t.end()
})

// So that coverage counts a file that no other test loads.
t.test('every module is loaded', async t => {
  for (const file of files.filter(file => /^(?:types|lib|client)\//.test(file))) {
    await t.resolves(import(new URL(`../../../${file.replace(/\.ts$/, '.js')}`, import.meta.url).href), file)
  }
})
