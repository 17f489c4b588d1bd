// How the files of an app are written, so that new ones look like them.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { resolveFrom } from '../resolve-from.ts'

export interface Style {
  readonly typescript: boolean
  readonly commonjs: boolean
  /** `.ts`, `.js`, `.cjs`, or `.mjs`. */
  readonly extension: string
  /** The extension in imports; empty for none. */
  readonly importExtension: string
  /** Whether the project has fastify-plugin. */
  readonly pluginPackage: boolean
  /** Returns code with semicolons as the app has it. */
  readonly format: (code: string) => string
}

/** Returns the style of a module. */
export function styleOf (app: string): Style {
  const text = readFileSync(app, 'utf8')
  const extension = extname(app)
  const typescript = /^\.[cm]?ts$/.test(extension)
  const commonjs =
    extension === '.cjs' || (extension === '.js' && !isModule(app) && !/^\s*(?:import|export)\b/m.test(text))
  const own = extension === '.tsx' ? '.ts' : extension
  return {
    typescript,
    commonjs,
    extension: own,
    importExtension: typescript ? importExtension(text, app, own) : own,
    pluginPackage: dependsOn(app, 'fastify-plugin'),
    format: formatter(text)
  }
}

// As the app imports its own modules; a project that imports none has what Node.js needs.
function importExtension (text: string, app: string, own: string): string {
  const found = /(?:from|import)\s*\(?\s*['"](?:\.{1,2}\/|#)[^'"]*?(\.[cm]?[jt]s)?['"]/.exec(text)
  if (found !== null) return found[1] ?? ''
  const config = nearestFile(app, 'tsconfig.json')
  const settings = config === null ? '' : readFileSync(config, 'utf8')
  if (/"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(settings)) return own
  return /"module"\s*:\s*"(?:commonjs|esnext|preserve)"/i.test(settings) && !isModule(app)
    ? ''
    : own.replace('t', 'j')
}

function formatter (text: string): (code: string) => string {
  const lines = text.split('\n').map(line => line.trimEnd())
  const ends = lines.filter(line => line.endsWith(';')).length
  const hasSemicolons = ends * 5 > lines.filter(line => /[\w)'"`\]]$/.test(line)).length
  const quotes = (text.match(/from "/g) ?? []).length + (text.match(/require\("/g) ?? []).length
  const others = (text.match(/from '/g) ?? []).length + (text.match(/require\('/g) ?? []).length
  return code => {
    const spaced = hasSemicolons ? code.replace(/(function \w+) \(/g, '$1(') : code.replace(/;$/gm, '')
    return quotes > others ? doubleQuoted(spaced) : spaced
  }
}

function doubleQuoted (code: string): string {
  return code.replace(
    /'((?:[^'\\\n]|\\.)*)'/g,
    (_text, inner: string) => `"${inner.replaceAll('"', '\\"').replaceAll("\\'", "'")}"`
  )
}

/** Returns code as the prettier of the project writes it, if it has one. */
export async function prettified (code: string, file: string, app: string): Promise<string> {
  const prettier = dependsOn(app, 'prettier') ? resolveFrom(app, 'prettier') : undefined
  if (prettier === undefined) return code
  try {
    const { default: module } = (await import(pathToFileURL(prettier).href)) as { default: Prettier }
    const options = (await module.resolveConfig(resolve(file))) ?? {}
    return await module.format(code, { ...options, filepath: resolve(file) })
  } catch {
    return code
  }
}

interface Prettier {
  resolveConfig (file: string): Promise<object | null>
  format (code: string, options: object): Promise<string>
}

interface Manifest {
  readonly type?: string
  readonly dependencies?: object
  readonly devDependencies?: object
}

function manifestOf (app: string): Manifest {
  const file = nearestFile(app, 'package.json')
  return file === null ? {} : (createRequire(resolve(app))(file) as Manifest)
}

function dependsOn (app: string, name: string): boolean {
  const { dependencies = {}, devDependencies = {} } = manifestOf(app)
  return Object.hasOwn({ ...devDependencies, ...dependencies }, name)
}

function isModule (app: string): boolean {
  return extname(app).startsWith('.m') || (!extname(app).startsWith('.c') && manifestOf(app).type === 'module')
}

function nearestFile (app: string, name: string): string | null {
  for (let folder = dirname(resolve(app)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, name))) return join(folder, name)
    if (folder === dirname(folder)) return null
  }
}
