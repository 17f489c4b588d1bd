import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure } from './failure.ts'

/** The default export of a module, in TypeScript too. @throws Failure, and whatever the module throws */
export async function loadModule (file: string): Promise<unknown> {
  const path = resolve(file)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new Failure(`There is no file ${file}.`)
  if (found.isDirectory()) throw new Failure(`${file} is a folder. Name the module of the app in it.`)
  if (/\.[cm]?ts$/.test(path)) await readTypeScript(file)
  const { default: exported } = await load(path)
  if (exported === undefined) throw new Failure(`${file} has no default export. Export a Fastify instance, a function that returns one, or a plugin; let another module listen.`)
  return inner(exported)
}

async function load (path: string): Promise<{ default?: unknown }> {
  // What a CommonJS module in TypeScript requires is not found where tsx imports it.
  if (path.endsWith('.cts')) return { default: createRequire(path)(path) as unknown }
  return await import(pathToFileURL(path).href) as { default?: unknown }
}

// Compiled to CommonJS, the default export is a member of what Node takes for it.
function inner (exported: unknown): unknown {
  const { __esModule: compiled, default: own } = (exported ?? {}) as { __esModule?: boolean, default?: unknown }
  return compiled === true ? own : exported
}

// The project's own tsx, so that its settings and version count; else Node itself, where it can.
async function readTypeScript (file: string): Promise<void> {
  const tsx = resolveFrom(file, 'tsx')
  if (tsx !== undefined) await import(pathToFileURL(tsx).href)
  else if (!canStripTypes()) throw new Failure(`${file} is TypeScript, which Node.js ${process.versions.node} does not read. Install tsx in the project (npm install --save-dev tsx), or build first and name the compiled file.`)
}

/** The file that a package name stands for in the folder of a module; undefined where it is not installed. */
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
