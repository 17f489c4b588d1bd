import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure } from './failure.ts'

/** Returns the default export of a module, in JavaScript or TypeScript. @throws Failure, and what the module throws */
export async function loadModule (file: string): Promise<unknown> {
  const path = resolve(file)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new Failure(`There is no file ${file}.`)
  if (found.isDirectory()) throw new Failure(`${file} is a folder. Name the module of the app in it.`)
  if (/\.[cm]?ts$/.test(path)) await readTypeScript(file)
  const { default: exported } = await load(path)
  if (exported === undefined) {
    throw new Failure(`${file} has no default export. Export a Fastify instance, a function that returns one, or a plugin; ` +
      'let another module listen.')
  }
  return inner(exported)
}

async function load (path: string): Promise<{ default?: unknown }> {
  // tsx does not find what an imported CommonJS module in TypeScript requires.
  if (path.endsWith('.cts')) return { default: createRequire(path)(path) as unknown }
  return await import(pathToFileURL(path).href) as { default?: unknown }
}

// In a module that was compiled to CommonJS, the default export is a member of Node's default export.
function inner (exported: unknown): unknown {
  const { __esModule: compiled, default: own } = (exported ?? {}) as { __esModule?: boolean, default?: unknown }
  return compiled === true ? own : exported
}

// With the tsx of the project, for its settings and version; otherwise with Node, if it strips types.
async function readTypeScript (file: string): Promise<void> {
  const tsx = resolveFrom(file, 'tsx')
  if (tsx !== undefined) await import(pathToFileURL(tsx).href)
  else if (!canStripTypes()) {
    throw new Failure(`${file} is TypeScript, which Node.js ${process.versions.node} does not read. ` +
      'Install tsx in the project (npm install --save-dev tsx), or build first and name the compiled file.')
  }
}

/** Returns the file of a package, resolved from a module; undefined if it is not installed. */
export function resolveFrom (file: string, name: string): string | undefined {
  try {
    return createRequire(resolve(file)).resolve(name)
  } catch {
    return undefined
  }
}

// Since Node.js 22.10; older types do not know it.
function canStripTypes (): boolean {
  return Boolean((process.features as { typescript?: unknown }).typescript)
}
