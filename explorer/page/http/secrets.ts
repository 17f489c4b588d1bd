const NAMES = ['authorization', 'cookie', 'token', 'secret', 'password', 'session', 'api-key', 'apikey', 'credential']

const MASK = '••••••••'

/** Returns whether a header contains a secret, as far as its name shows. */
export function isSecret (name: string): boolean {
  const lower = name.toLowerCase()
  return NAMES.some(part => lower.includes(part))
}

/** Returns the value of a header with its secret masked. The scheme of `Authorization` stays. */
export function masked (name: string, value: string): string {
  return schemeOf(name, value) + MASK
}

/** Returns the scheme in the value of `Authorization`, with a space; an empty string for other headers. */
export function schemeOf (name: string, value: string): string {
  const space = value.indexOf(' ')
  return name.toLowerCase().endsWith('authorization') && space !== -1 ? value.slice(0, space + 1) : ''
}
