import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path/posix'
import accepts from '@fastify/accepts'
import Fastify, { type FastifyInstance } from 'fastify'
import ts from 'typescript'
import type * as Hyper from '../../lib/index.ts'
import { ENTRY, type Example } from './doc-steps.ts'
import { declareRoutes, decorate, type Order, worldOf } from './doc-world.ts'

// Runs the examples of pages with the package that was built. An example that makes no app gets one, with the plugin
// unless it registers that itself.

// Test files run at the same time. Inside the repository, so that the name of the package resolves to it; not in dist/,
// which is published.
const ROOT = `${process.cwd()}/build/docs-run-${process.pid}`

/** Removes the modules that this process has written. */
export async function removeModules (): Promise<void> {
  await rm(ROOT, { recursive: true, force: true })
}

// By its own name, as users import it: the build, not the sources.
export const packageOf = async () => await import('fastify-hyper' as string) as typeof Hyper

/** An app that is ready, and the codes that it has logged. */
export interface Run {
  readonly app: FastifyInstance
  readonly codes: ReadonlySet<string>
  /** The folder of its modules. */
  readonly folder: string
}

let count = 0

/** What a module may export: `app`, or what a module that does not export it is given. */
interface Exports {
  readonly documentedApp?: FastifyInstance
  readonly app?: FastifyInstance
}

/** Runs an example. An app of its own replaces the one that it is given. */
export async function run (example: Example): Promise<Run> {
  const codes = new Set<string>()
  const hyper = await packageOf()
  const given = emptyApp(codes)
  const world = worldOf(hyper, given)
  const source = [...example.files.values()].join('\n')
  const registers = /register\(hyper\b/.test(source)
  if (!registers) await registerAll(given, hyper, source)
  decorate(given)
  const recorder: Recorder = { declared: [] }
  Object.assign(globalThis, world, { documentation: recorder })
  const { app: own, folder } = await load(example)
  const app = own ?? given
  if (own === undefined && app.hasDecorator('hyper')) complete(app, hyper, world, recorder.declared, !registers)
  await app.ready()
  return { app, codes, folder }
}

/** Imports the modules of an example, and returns the app that it makes. */
export async function load ({ files }: Example): Promise<{ folder: string, app?: FastifyInstance }> {
  const folder = join(ROOT, String(count++))
  const sources = new Map([...files].map(([name, source]) => [moduleName(name), prepared(source, rootOf(name))]))
  await write(folder, sources)
  const entry = sources.has('app.js') ? 'app.js' : [...sources.keys()].at(-1)!
  const { documentedApp, app = documentedApp } = await import(join(folder, entry)) as Exports
  return app === undefined ? { folder } : { folder, app }
}

/** What a wrapped module of the package records. */
interface Recorder {
  readonly declared: Hyper.LinkConfig<never>[]
}

/** The plugin, with the policies that pages name. */
async function registerAll (app: FastifyInstance, { default: plugin }: typeof Hyper, source: string): Promise<void> {
  if (!source.includes('register(accepts)')) await app.register(accepts)
  const policies = { staff: () => true, owner: (_request: unknown, order: unknown) => (order as Order).owner === 'ada' }
  await app.register(plugin, { policies })
}

function emptyApp (codes: Set<string>): FastifyInstance {
  return Fastify({
    logger: { level: 'warn', stream: { write: line => { note(codes, line) } } }
  }) as unknown as FastifyInstance
}

function note (codes: Set<string>, line: string): void {
  const { code } = JSON.parse(line) as { code?: string }
  if (code !== undefined) codes.add(code)
}

/** Adds the configurations of the example, those of other types, and the routes that they lead to. */
function complete (
  app: FastifyInstance, { linksIn }: typeof Hyper, world: object, declared: Recorder['declared'], hasPolicies: boolean
): void {
  const typeOf = (config: object) => (config as { type?: unknown }).type
  const own = declared.filter(config => typeOf(config) !== undefined)
  const others = linksIn(world)
    .filter(config => typeOf(config) !== undefined && !own.some(each => typeOf(each) === typeOf(config)))
  try {
    app.hyper.addLinks(...new Map(own.map(config => [typeOf(config), config])).values(), ...others)
  } catch (error) {
    // The example has registered these itself, or has made the app ready.
    const { code } = error as { code?: string }
    if (code === 'FST_ERR_HYPER_ALREADY_READY') return
    if (code !== 'FST_ERR_HYPER_DUPLICATE_CONFIG') throw error
  }
  declareRoutes(app, hasPolicies)
}

const moduleName = (name: string) => name === ENTRY ? 'example.js' : name.replace(/\.ts$/, '.js')

/** The way from the folder of a module to the folder of the example: `../` for `plugins/hyper.ts`. */
const rootOf = (name: string) => '../'.repeat(name.split('/').length - 1) || './'

/** The JavaScript of a module, whose app is exported and never listens, and whose configurations are recorded. */
function prepared (source: string, root: string): string {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    rewriteRelativeImportExtensions: true,
    verbatimModuleSyntax: true,
    experimentalDecorators: true
  }
  const { outputText } = ts.transpileModule(source, { compilerOptions })
  const code = outputText.replace(/^await app\.listen\(.*$/m, '')
    .replace(/ from 'fastify-hyper'/g, ` from '${root}documented-package.js'`)
  return /^const app = /m.test(code) ? `${code}\nexport { app as documentedApp }\n` : code
}

// What examples import: the package, and modules of the app that pages do not show.
const MODULES = {
  'orders.js': 'export const orderLinks = globalThis.orderLinks\n',
  'customers.js': 'export const customerLinks = globalThis.customerLinks\n',
  'documented-package.js': `
import * as all from 'fastify-hyper'
export * from 'fastify-hyper'
export { default } from 'fastify-hyper'
export function defineLinks (...args) {
  const config = all.defineLinks(...args)
  globalThis.documentation?.declared.push(config)
  return config
}
`
}

async function write (folder: string, sources: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, source] of [...Object.entries(MODULES), ...sources]) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), source)
  }
}
