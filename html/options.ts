import { describe } from '../lib/diagnostics/wording.ts'
import { fail } from '../lib/errors.ts'
import { checkKeys, withoutUndefined } from '../lib/options/checks.ts'
import type { HtmlOptions } from '../types/html.ts'
import { type Components, readComponents } from './components.ts'
import { type LoginSettings, readLogin } from './login-options.ts'
import { readTheme, type Theme } from './theme.ts'

/** The options, checked, with their defaults. */
export interface HtmlSettings extends Required<Omit<HtmlOptions, 'theme' | 'login' | 'components'>> {
  readonly theme: Theme
  readonly components: Components
  /** Null for pages without a login. */
  readonly login: LoginSettings | null
}

const PLACE = 'html options'
const KEYS = ['components', 'enabled', 'login', 'theme', 'title']
const OF_REGISTER = ['prefix', 'logLevel', 'logSerializers', 'hyper']

/**
 * Checks the options, and returns them with defaults.
 * @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION
 */
export function readOptions (options: HtmlOptions): HtmlSettings {
  const own = Object.fromEntries(Object.entries(options).filter(([key]) => !OF_REGISTER.includes(key)))
  checkKeys(PLACE, own, KEYS)
  const { components, enabled = true, login, theme = 'auto', title = 'API' } = withoutUndefined(own as HtmlOptions)
  if (typeof enabled !== 'boolean') invalid('enabled', enabled, 'Use true or false.')
  if (typeof title !== 'string' || title.trim() === '') invalid('title', title, 'Give the name of the API.')
  return {
    components: readComponents(components),
    enabled,
    login: login === undefined ? null : readLogin(login),
    theme: readTheme(theme),
    title,
    prefix: withoutSlash(options.prefix ?? '')
  }
}

function withoutSlash (prefix: string): string {
  return prefix.endsWith('/') ? prefix.slice(0, -1) : prefix
}

function invalid (key: string, value: unknown, remedy: string): never {
  return fail('FST_ERR_HYPER_INVALID_OPTION', `${PLACE}, ${key}`, describe(value), remedy)
}
