import { describe } from '../lib/diagnostics/wording.ts'
import { fail } from '../lib/errors.ts'
import { checkKeys, withoutUndefined } from '../lib/options/checks.ts'
import type { HyperExplorerOptions } from '../types/explorer.ts'

const PLACE = 'hyperExplorer options'
const KEYS = ['enabled', 'entryPoint']

// The options of app.register, and the one of a group.
const OF_REGISTER = ['prefix', 'logLevel', 'logSerializers', 'hyper']

/**
 * Checks the options, and returns them with defaults.
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION
 */
export function readOptions (
  options: HyperExplorerOptions
): Required<Pick<HyperExplorerOptions, 'enabled' | 'entryPoint'>> {
  const own = Object.fromEntries(Object.entries(options).filter(([key]) => !OF_REGISTER.includes(key)))
  checkKeys(PLACE, own, KEYS)
  const { enabled = process.env['NODE_ENV'] !== 'production', entryPoint = '/' } =
    withoutUndefined(own as HyperExplorerOptions)
  if (typeof enabled !== 'boolean') invalid('enabled', enabled, 'Use true or false.')
  if (typeof entryPoint !== 'string' || !isPath(entryPoint)) {
    invalid('entryPoint', entryPoint, "Give a path of this API, '/' or '/home'.")
  }
  return { enabled, entryPoint }
}

// For browsers `//host` and `/\host` are other sites, and `/.//host` becomes one.
function isPath (path: string): boolean {
  const anywhere = 'http://localhost'
  if (!path.startsWith('/') || !URL.canParse(path, anywhere)) return false
  const { origin, pathname } = new URL(path, anywhere)
  return origin === anywhere && !pathname.startsWith('//')
}

function invalid (key: string, value: unknown, remedy: string): never {
  return fail('FST_ERR_HYPER_INVALID_OPTION', `${PLACE}, ${key}`, describe(value), remedy)
}
