import { dirname, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const FRAME = /(?:\(|at (?:async )?)([^()]+):(\d+):\d+\)?$/
// As a module of its own, or in a file of the build that scripts/bundle.js names.
const MODULE = /declare[/\\]declared-at\.[jt]s$/
const BUILT = /fastify-hyper-\w+\.js$/

// On the configuration itself, where each copy of this package finds it.
const PLACE = Symbol.for('fastify-hyper.declared-at')

/** Stores the place in the source of the app that makes a link configuration. In production no stack is captured. */
export function rememberPlace (config: object): void {
  if (process.env['NODE_ENV'] === 'production') return
  const place = placeIn(String(new Error().stack).split('\n'))
  if (place !== null) Object.defineProperty(config, PLACE, { value: place })
}

/**
 * Returns where a link configuration was made, relative to the working directory: `src/orders.ts:12`;
 * null if that is unknown.
 */
export function placeOf (config: object): string | null {
  return (config as { [PLACE]?: string })[PLACE] ?? null
}

// The first frame is that of this file. It has the folder of this package as all frames have it, also with source maps.
// A bundle of the app without them has no such frame.
function placeIn (stack: readonly string[]): string | null {
  const [own, ...frames] = stack.flatMap(frameOf)
  const folder = own === undefined ? null : folderOf(own.path)
  if (folder === null) return null
  const caller = frames.find(({ path }) => !path.startsWith(folder))
  return caller === undefined ? null : `${relative(process.cwd(), caller.path)}:${caller.line}`
}

// The folder lib, which ends with a separator; null for another file.
function folderOf (path: string): string | null {
  if (BUILT.test(path)) return dirname(path) + sep
  return MODULE.test(path) ? dirname(dirname(path)) + sep : null
}

// Lines without a file, and frames of Node, have none.
function frameOf (line: string): { path: string, line: string }[] {
  const [, file, number] = FRAME.exec(line) ?? []
  if (file === undefined || file.startsWith('node:')) return []
  return [{ path: file.startsWith('file:') ? fileURLToPath(file) : file, line: number! }]
}
