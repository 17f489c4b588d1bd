import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Frames of this package are skipped.
const OWN = new URL('../', import.meta.url).href
const FRAME = /(?:\(|at (?:async )?)([^()]+):(\d+):\d+\)?$/

const places = new WeakMap<object, string>()

/** Stores the place in the source of the app that makes a link configuration. In production no stack is captured. */
export function rememberPlace (config: object): void {
  if (process.env['NODE_ENV'] === 'production') return
  const place = String(new Error().stack).split('\n').map(placeIn).find(place => place !== null)
  if (place !== undefined) places.set(config, place!)
}

/** Returns where a link configuration was made, relative to the working directory: `src/orders.ts:12`; null if that is unknown. */
export function placeOf (config: object): string | null {
  return places.get(config) ?? null
}

// Returns null for frames of this package, of Node, and without a file.
function placeIn (frame: string): string | null {
  const [, file, line] = FRAME.exec(frame) ?? []
  if (file === undefined || file.startsWith('node:')) return null
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  return pathToFileURL(path).href.startsWith(OWN) ? null : `${relative(process.cwd(), path)}:${line!}`
}
