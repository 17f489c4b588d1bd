import { fail } from '../lib/errors.ts'
import { checkKeys, withoutUndefined } from '../lib/options/plugin-options.ts'
import { describe } from '../lib/diagnostics/wording.ts'

/** The options of `hyperExplorer`. */
export interface HyperExplorerOptions {
  /** Whether the page is served. @default in development: `NODE_ENV` is not `production` */
  enabled?: boolean
  /** Where the page starts: a path of the scope that registers it, with a slash at its beginning. The headers that a person types go to paths below its folder only: `/api/`, not `/api`. @default '/' */
  entryPoint?: string
  /** Where the page is: Fastify's own option. */
  prefix?: string
}

const PLACE = 'hyperExplorer options'
const KEYS = ['enabled', 'entryPoint']

// What app.register takes for every plugin, and a group's hypermedia.
const OF_REGISTER = ['prefix', 'logLevel', 'logSerializers', 'hyper']

/**
 * Options to settings; unknown keys and wrong values are refused.
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION
 */
export function readOptions (options: HyperExplorerOptions): Required<Pick<HyperExplorerOptions, 'enabled' | 'entryPoint'>> {
  const own = Object.fromEntries(Object.entries(options).filter(([key]) => !OF_REGISTER.includes(key)))
  checkKeys(PLACE, own, KEYS)
  const { enabled = process.env['NODE_ENV'] !== 'production', entryPoint = '/' } = withoutUndefined(own as HyperExplorerOptions)
  if (typeof enabled !== 'boolean') invalid('enabled', enabled, 'Use true or false.')
  if (typeof entryPoint !== 'string' || !isPath(entryPoint)) invalid('entryPoint', entryPoint, "Give a path of this API, '/' or '/home'.")
  return { enabled, entryPoint }
}

// `//host` and `/\host` are other sites to a browser, and `/.//host` becomes one.
function isPath (text: string): boolean {
  const anywhere = 'http://localhost'
  if (!text.startsWith('/') || !URL.canParse(text, anywhere)) return false
  const { origin, pathname } = new URL(text, anywhere)
  return origin === anywhere && !pathname.startsWith('//')
}

function invalid (key: string, value: unknown, remedy: string): never {
  return fail('FST_ERR_HYPER_INVALID_OPTION', `${PLACE}, ${key}`, describe(value), remedy)
}
