import type { SentRequest } from './exchange.ts'
import { isSecret, schemeOf } from './secrets.ts'

/**
 * Returns a request as a command for curl in a POSIX shell.
 *
 * @param showsSecrets false replaces the values of `Authorization` and the like by variables: `Bearer $TOKEN`
 */
export function curlOf (
  { method, path, headers, body, followsRedirects }: SentRequest, origin: string, showsSecrets: boolean
): string {
  const options = [
    ...methodOptions(method),
    // With -X, curl would repeat the method at the target of a redirect.
    ...(followsRedirects && method === 'GET' ? ['--location'] : []),
    ...headers.map(([name, value]) => `-H ${headerWord(name, value, showsSecrets)}`),
    ...bodyOptions(body)
  ]
  // Brackets and braces in a URL are patterns for curl.
  const url = `${/[[\]{}]/.test(path) ? '--globoff ' : ''}${quoted(origin + path)}`
  return ['curl ' + url, ...options].join(' \\\n  ')
}

function methodOptions (method: string): string[] {
  if (method === 'GET') return []
  return method === 'HEAD' ? ['--head'] : [`-X ${quoted(method)}`]
}

function headerWord (name: string, value: string, showsSecrets: boolean): string {
  // curl removes a header that is followed by a colon only.
  if (value === '') return quoted(`${name};`)
  if (showsSecrets || !isSecret(name)) return quoted(`${name}: ${value}`)
  return `${quoted(`${name}: ${schemeOf(name, value)}`)}"$${variableOf(name)}"`
}

function variableOf (name: string): string {
  return name.toLowerCase() === 'authorization' ? 'TOKEN' : name.toUpperCase().replace(/\W/g, '_')
}

function bodyOptions (body: SentRequest['body']): string[] {
  if (body === null) return []
  if (typeof body === 'string') return [`--data-raw ${quoted(body)}`]
  // `-F` would read a file for a value that begins with `@`.
  return [...body].map(([name, value]) => `--form-string ${quoted(`${name}=${String(value)}`)}`)
}

// Words of plain characters need no quotes.
function quoted (word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
