import { createRequire } from 'node:module'
import { resolve } from 'node:path'

/** Returns the file of a package, resolved from a module; undefined if it is not installed. */
export function resolveFrom (file: string, name: string): string | undefined {
  try {
    return createRequire(resolve(file)).resolve(name)
  } catch {
    return undefined
  }
}
