// Makes the requests of actions: an input goes into the query, or into a body of the media type that the form names.
import { encodingOf, isSentInQuery, setQuery } from '../lib/http/form-encoding.ts'
import { isObject, type JsonObject, membersOf, objectOf } from './read.ts'

const JSON_TYPE = 'application/json'
const MULTIPART = 'multipart/form-data'

/** A field whose value people cannot change, if it is hidden or read-only. */
interface FixedField {
  readonly name: string
  readonly type?: string
  readonly readOnly?: boolean
  readonly value?: unknown
}

/**
 * Returns the input with the values of hidden and read-only fields that it lacks, as a form sends them. What PATCH does
 * not send stays as it is (RFC 5789), so read-only values are not sent.
 */
export function completed (
  input: JsonObject, { method, fields }: { readonly method: string, readonly fields: readonly FixedField[] }
): JsonObject {
  const fixed = fields.flatMap(({ name, type, readOnly, value }) =>
    (type === 'hidden' || (readOnly === true && method !== 'PATCH')) &&
    value !== undefined && valueOf(input, name) === undefined
      ? [[name, value]]
      : [])
  return { ...Object.fromEntries(fixed) as JsonObject, ...input }
}

/**
 * Returns the value of a field in an input. The field of a nested member has the names of the members that lead to it,
 * with dots between them.
 */
export function valueOf (input: JsonObject, name: string): unknown {
  return own(input, name) ?? name.split('.').reduce(own, input)
}

// Null has nothing within.
function own (value: unknown, name: string): unknown {
  if (value === null) return null
  return Object.hasOwn(objectOf(value), name) ? (value as JsonObject)[name] : undefined
}

/** The parts of an action that decide how its input is sent. */
export interface Target {
  readonly method: string
  /** The media type of the body. @default 'application/json' */
  readonly contentType?: string | undefined
  readonly fields: readonly unknown[]
}

/** The request of an action. */
export interface EncodedRequest {
  readonly method: string
  readonly url: URL
  /** The media type of a string: `fetch` knows it for the other bodies. */
  readonly contentType?: string
  readonly body?: string | URLSearchParams | FormData
}

/**
 * Makes the request of an action. Names of nested members have dots where there is no JSON.
 * @param url the target
 * @param json the input as JSON. @default as JSON writes it
 * @throws TypeError for a Blob that is not sent as `multipart/form-data`, and for an unknown media type
 */
export function encode (
  { method, contentType, fields }: Target, url: URL, input: JsonObject, json?: string
): EncodedRequest {
  const type = contentType ?? JSON_TYPE
  const encoding = isSentInQuery(method) ? 'query' : encodingOf(type)
  const members = membersOf(input)
  const pairs = members.flatMap(([name, value]) => pairsOf(name, value, encoding))
  if (encoding === 'query') setQuery(url, pairs)
  if (encoding === 'query' || (contentType === undefined && fields.length + members.length === 0)) {
    return { method, url }
  }
  if (encoding === null) throw new TypeError(`The client cannot write ${type}.`)
  if (encoding === JSON_TYPE) return { method, url, contentType: type, body: json ?? JSON.stringify(input) }
  const body = encoding === MULTIPART ? new FormData() : new URLSearchParams()
  for (const [name, value] of pairs) body.append(name, value)
  return { method, url, body }
}

// A list has one pair for each element. A FormData contains a Blob as it is.
function pairsOf (name: string, value: unknown, encoding: string | null): [name: string, value: string][] {
  const sent = plain(value)
  if (Array.isArray(sent)) return sent.flatMap(one => pairsOf(name, one, encoding))
  if (sent instanceof Blob) {
    if (encoding !== MULTIPART) throw new TypeError(`The client cannot write the Blob ${name} as ${encoding}.`)
    return [[name, sent as unknown as string]]
  }
  if (isObject(sent)) return membersOf(sent).flatMap(([inner, one]) => pairsOf(`${name}.${inner}`, one, encoding))
  return sent === undefined || sent === null ? [] : [[name, String(sent)]]
}

// As JSON writes it: what was JSON may have a member of this name.
function plain (value: unknown): unknown {
  const dated = value as { toJSON?: unknown } | null | undefined
  return typeof dated?.toJSON === 'function' ? (dated as { toJSON (): unknown }).toJSON() ?? value : value
}

/** The request of an action whose target is a path, or a URL of another server. */
export interface Submission {
  readonly method: string
  readonly path: string
  /** Undefined without a body, and for FormData: whoever sends it adds the boundary. */
  readonly contentType: string | undefined
  readonly body: string | FormData | null
  /** The value of `If-Match` (RFC 9110, section 13.1.1). */
  readonly ifMatch?: string | undefined
}

/**
 * Makes the request of an action.
 * @param path of the target, or its URL on another server
 * @param json the input as JSON, which is sent as any media type that is not one of forms. @default as JSON writes it
 * @throws TypeError for a Blob that is not sent as `multipart/form-data`
 */
export function encodePath (action: Target, path: string, input: object, json = JSON.stringify(input)): Submission {
  const { contentType = JSON_TYPE } = action
  const known = encodingOf(contentType) === null ? { ...action, contentType: JSON_TYPE } : action
  const isPath = path.startsWith('/')
  // Not as a base: a path may begin with two slashes.
  const target = new URL(isPath ? `http://localhost${path}` : path)
  const { method, url, body = null } = encode(known, target, input as JsonObject, json)
  const sent = body instanceof URLSearchParams ? String(body) : body
  return {
    method,
    path: (isPath ? '' : url.origin) + url.pathname + url.search,
    contentType: typeof sent === 'string' ? contentType : undefined,
    body: sent
  }
}
