// Writes an input into a request.
import type { Form } from '../types/client-document.ts'
import type { JsonObject } from './document.ts'
import type { ClientRequest } from './send.ts'

const IN_QUERY: readonly string[] = ['GET', 'HEAD', 'DELETE']

type Scalar = string | Blob

/** Returns the request of a form. */
export function requestOf ({ method, href, contentType, fields }: Form, input: JsonObject): ClientRequest {
  const url = new URL(href)
  const request = { method, url, headers: {} }
  if (IN_QUERY.includes(method)) return { ...request, url: withQuery(url, pairsOf(input)) }
  if (contentType === undefined && fields.length === 0 && Object.keys(input).length === 0) return request
  if (contentType === 'application/x-www-form-urlencoded') return { ...request, body: filled(new URLSearchParams(), pairsOf(input)) }
  // Without a content type: `fetch` writes it with the boundary.
  if (contentType === 'multipart/form-data') return { ...request, body: filled(new FormData(), pairsOf(input)) }
  return { ...request, headers: { 'content-type': contentType ?? 'application/json' }, body: JSON.stringify(input) }
}

function withQuery (url: URL, pairs: readonly (readonly [string, Scalar])[]): URL {
  for (const [name] of pairs) url.searchParams.delete(name)
  filled(url.searchParams, pairs)
  return url
}

function filled<Target extends URLSearchParams | FormData> (target: Target, pairs: readonly (readonly [string, Scalar])[]): Target {
  for (const [name, value] of pairs) target.append(name, value as string)
  return target
}

// A list has one pair for each element.
function pairsOf (input: JsonObject): [string, Scalar][] {
  return Object.entries(input).flatMap(([name, value]) =>
    [value].flat().filter(one => one !== undefined && one !== null).map((one): [string, Scalar] => [name, scalar(one)]))
}

function scalar (value: unknown): Scalar {
  if (value instanceof Blob || typeof value === 'string') return value
  return value instanceof Date ? value.toISOString() : typeof value === 'object' ? JSON.stringify(value) : String(value)
}
