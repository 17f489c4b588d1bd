// Writes an input into a request.
import { encodingOf, isSentInQuery, setQuery } from '../lib/http/form-encoding.ts'
import type { Form } from '../types/client-document.ts'
import type { JsonObject } from './document.ts'
import type { ClientRequest } from './send.ts'

/** Returns the request of a form. @throws TypeError if the client cannot write the content type of the form */
export function requestOf ({ method, href, contentType, fields }: Form, input: JsonObject): ClientRequest {
  const url = new URL(href)
  const request = { method, url, headers: {} }
  const pairs = pairsOf(input)
  if (isSentInQuery(method)) {
    setQuery(url, pairs)
    return request
  }
  if (contentType === undefined && fields.length === 0 && Object.keys(input).length === 0) return request
  const type = contentType ?? 'application/json'
  const encoding = encodingOf(type)
  if (encoding === null) throw new TypeError(`The client cannot write ${type}.`)
  if (encoding === 'application/json') {
    return { ...request, headers: { 'content-type': type }, body: JSON.stringify(input) }
  }
  // Without a content type: `fetch` writes it, with the boundary of a multipart body.
  const body = encoding === 'multipart/form-data' ? new FormData() : new URLSearchParams()
  for (const [name, value] of pairs) body.append(name, value)
  return { ...request, body }
}

// A list has one pair for each element. URLSearchParams writes a Blob as a string.
function pairsOf (input: JsonObject): [string, string][] {
  return Object.entries(input).flatMap(([name, value]) =>
    [value].flat().filter(one => one !== undefined && one !== null)
      .map((one): [string, string] => [name, scalar(one) as string]))
}

function scalar (value: unknown): string | Blob {
  if (value instanceof Blob) return value
  return value instanceof Date ? value.toISOString() : typeof value === 'object' ? JSON.stringify(value) : String(value)
}
