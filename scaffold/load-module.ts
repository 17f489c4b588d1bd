import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { suggestion } from '../lib/diagnostics/wording.ts'
import { compileDecorated } from './compile.ts'
import { Failure } from './failure.ts'
import { resolveFrom } from './resolve-from.ts'

/** The exports that may be the app, without --export. The first one that a module has is used. */
export const ENTRY_EXPORTS = ['default', 'app', 'buildApp', 'createApp', 'build', 'AppModule'] as const

/**
 * Returns the export of a module that is the app, in JavaScript or TypeScript.
 * @param name what --export gives
 * @throws Failure, and what the module throws
 */
export async function loadModule (file: string, name?: string): Promise<unknown> {
  const path = resolve(file)
  const entry = statSync(path, { throwIfNoEntry: false })
  if (entry === undefined) throw new Failure(`There is no file ${file}.`)
  if (entry.isDirectory()) throw new Failure(`${file} is a folder. Name the module of the app in it.`)
  if (!/\.[cm]?[jt]s$/.test(path)) {
    throw new Failure(`${file} is no module in JavaScript or TypeScript. Name the module of the app.`)
  }
  const exports = exportsOf(await load(/\.[cm]?ts$/.test(path) ? await readTypeScript(file) : path))
  const found = (name === undefined ? ENTRY_EXPORTS : [name]).find(name => exports[name] !== undefined)
  if (found === undefined) throw new Failure(missingExport(file, name, Object.keys(exports)))
  return exports[found]
}

type Exports = Readonly<Record<string, unknown>>

async function load (path: string): Promise<Exports> {
  // tsx does not find what an imported CommonJS module in TypeScript requires.
  if (path.endsWith('.cts')) return { default: createRequire(path)(path) as unknown }
  return await import(pathToFileURL(path).href) as Exports
}

// The exports of CommonJS are Node's default export, and their own default export a member of it.
// Node finds only some by their names.
function exportsOf (loaded: Exports): Exports {
  const { default: inner } = loaded
  if (typeof inner !== 'object' || inner === null) return loaded
  const isCompiled = (inner as { __esModule?: unknown }).__esModule === true
  const hasEntry = isCompiled || (!('inject' in inner) && ENTRY_EXPORTS.some(name => name in inner))
  return hasEntry ? { ...inner } : loaded
}

function missingExport (file: string, name: string | undefined, names: readonly string[]): string {
  const listed = names.length === 0 ? 'It exports nothing.' : `Its exports are ${names.join(', ')}.`
  if (name !== undefined) return `${file} has no export '${name}'.${suggestion(name, names)} ${listed}`
  return `${file} exports no app under the names ${ENTRY_EXPORTS.join(', ')}. ${listed} Name the one with --export: ` +
    'a Fastify instance, a function that returns one, a plugin, or a module of Nest. Let another module listen.'
}

/** Returns what loads a module, as messages name it. */
export function loaderOf (file: string): string {
  return /\.[cm]?ts$/.test(file) && resolveFrom(file, 'tsx') !== undefined ? 'tsx' : `Node.js ${process.versions.node}`
}

/**
 * Returns the file that Node reads: with the tsx of the project, for its settings and version; otherwise by itself, if
 * it strips types.
 */
async function readTypeScript (file: string): Promise<string> {
  const compiled = compileDecorated(file)
  if (compiled !== null) return compiled
  const tsx = resolveFrom(file, 'tsx')
  // @fastify/autoload sees tsx only where it was preloaded, and loads no TypeScript otherwise.
  process.env['FASTIFY_AUTOLOAD_TYPESCRIPT'] ??= '1'
  if (tsx !== undefined) await import(pathToFileURL(tsx).href)
  else if (!canStripTypes()) {
    throw new Failure(`${file} is TypeScript, which Node.js ${process.versions.node} does not read. ` +
      'Install tsx in the project (npm install --save-dev tsx), or build first and name the compiled file.')
  }
  return resolve(file)
}

// Since Node.js 22.10; older types do not know it.
function canStripTypes (): boolean {
  return Boolean((process.features as { typescript?: unknown }).typescript)
}
