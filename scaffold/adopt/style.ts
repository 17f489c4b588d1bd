// How the files of an app are written, so that new ones look like them.
import { existsSync, readFileSync } from 'node:fs'
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
  const extension = extname(app) === '.tsx' ? '.ts' : extname(app)
  const typescript = /^\.[cm]?ts$/.test(extension)
  return {
    typescript,
    commonjs: extension === '.cjs' || (extension === '.js' && !isModule(app) && !/^\s*(?:import|export)\b/m.test(text)),
    extension,
    importExtension: typescript ? importExtension(text, app, extension) : extension,
    pluginPackage: dependsOn(app, 'fastify-plugin'),
    format: formatter(text)
  }
}

// As the app imports its own modules; a project that imports none has what Node.js needs.
function importExtension (text: string, app: string, own: string): string {
  const found = /(?:from|import)\s*\(?\s*['"](?:\.{1,2}\/|#)[^'"]*?(\.[cm]?[jt]s)?['"]/.exec(text)
  if (found !== null) return found[1] ?? ''
  const settings = nearestText(app, 'tsconfig.json')
  if (/"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(settings)) return own
  return /"module"\s*:\s*"(?:commonjs|esnext|preserve)"/i.test(settings) && !isModule(app) ? '' : own.replace('t', 'j')
}

function formatter (text: string): (code: string) => string {
  const count = (pattern: RegExp) => (text.match(pattern) ?? []).length
  const hasSemicolons = count(/;[^\S\n]*$/gm) * 5 > count(/[\w)'"`\]][^\S\n]*$/gm)
  const isDouble = count(/from "|require\("/g) > count(/from '|require\('/g)
  return code => {
    const ended = hasSemicolons ? code.replace(/(function \w+) \(/g, '$1(') : code.replace(/;$/gm, '')
    return isDouble ? doubleQuoted(ended) : ended
  }
}

function doubleQuoted (code: string): string {
  return code.replace(/'((?:[^'\\\n]|\\.)*)'/g, (_text, inner: string) =>
    `"${inner.replaceAll('"', '\\"').replaceAll("\\'", "'")}"`)
}

interface Prettier {
  resolveConfig (file: string): Promise<object | null>
  format (code: string, options: object): Promise<string>
}

/** Returns code as the prettier of the project writes it, if it has one. */
export async function prettified (code: string, file: string, app: string): Promise<string> {
  const prettier = dependsOn(app, 'prettier') ? resolveFrom(app, 'prettier') : undefined
  if (prettier === undefined) return code
  try {
    const { default: module } = await import(pathToFileURL(prettier).href) as { default: Prettier }
    const filepath = resolve(file)
    return await module.format(code, { ...await module.resolveConfig(filepath), filepath })
  } catch {
    return code
  }
}

const FIXERS = { eslint: 'eslint --fix', '@biomejs/biome': 'biome check --write', oxfmt: 'oxfmt' } as const

/** Returns the commands by which the project formats what prettier does not. */
export function fixersOf (app: string): string[] {
  return Object.entries(FIXERS).flatMap(([name, command]) => dependsOn(app, name) ? `npx ${command}` : [])
}

interface Manifest {
  readonly type?: string
  readonly dependencies?: object
  readonly devDependencies?: object
}

function manifestOf (app: string): Manifest {
  return JSON.parse(nearestText(app, 'package.json') || '{}') as Manifest
}

function dependsOn (app: string, name: string): boolean {
  const { dependencies, devDependencies } = manifestOf(app)
  return Object.hasOwn({ ...devDependencies, ...dependencies }, name)
}

function isModule (app: string): boolean {
  return extname(app).startsWith('.m') || (!extname(app).startsWith('.c') && manifestOf(app).type === 'module')
}

// Of the folder of the app, or one above; empty for none.
function nearestText (app: string, name: string): string {
  for (let folder = dirname(resolve(app)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, name))) return readFileSync(join(folder, name), 'utf8')
    if (folder === dirname(folder)) return ''
  }
}
