// The option `login`, checked.
import { kindOf } from '../lib/diagnostics/wording.ts'
import { fail } from '../lib/errors.ts'
import { checkKeys, checkPlainObject, invalid, withoutUndefined } from '../lib/options/checks.ts'
import type { HtmlLogin } from '../types/html.ts'

/** How people sign in; null where something is not given. */
export interface LoginSettings {
  readonly route: string
  readonly token: NonNullable<HtmlLogin['token']> | null
  readonly secret: NonNullable<HtmlLogin['secret']> | null
  readonly cookies: readonly string[]
}

const PLACE = 'html options, login'

/** Checks the option `login`. @throws FST_ERR_HYPER_UNKNOWN_KEY, FST_ERR_HYPER_INVALID_OPTION */
export function readLogin (login: string | HtmlLogin): LoginSettings {
  if (typeof login !== 'string') checkPlainObject(PLACE, login)
  const given = typeof login === 'string' ? { route: login } : login
  checkKeys(PLACE, given, ['route', 'token', 'secret', 'cookies'])
  const { route, token = null, secret = null, cookies = [] } = withoutUndefined(given)
  if (!isFilled(route)) invalid(`${PLACE}, route`, route, "Name a POST route: { route: 'Login' }.")
  if (token !== null && typeof token !== 'function' && !isFilled(token)) {
    invalid(`${PLACE}, token`, token, "Name a member of the route's response, or give a function: body => body.token.")
  }
  if (secret !== null && !isSecret(secret)) invalidSecret(secret, 'Give a string, or a list of strings.')
  if (!Array.isArray(cookies) || !cookies.every(isCookieName)) {
    invalid(`${PLACE}, cookies`, cookies, "Give the names of cookies: ['sessionId'].")
  }
  return { route, token, secret, cookies }
}

// RFC 6265, section 4.1.1.
function isCookieName (name: unknown): boolean {
  return typeof name === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(name)
}

function isSecret (secret: unknown): boolean {
  return Array.isArray(secret) ? secret.length > 0 && secret.every(isFilled) : isFilled(secret)
}

function isFilled (value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** Throws for a secret, which no message contains. @throws FST_ERR_HYPER_INVALID_OPTION */
export function invalidSecret (secret: unknown, remedy: string): never {
  return fail('FST_ERR_HYPER_INVALID_OPTION', `${PLACE}, secret`, kindOf(secret), remedy)
}
