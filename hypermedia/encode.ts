// Makes the requests of actions: an input goes into the query, or into a body of the media type that the form names.
import { encodingOf, isSentInQuery, setQuery } from '../lib/http/form-encoding.ts'
import { isObject, membersOf, type JsonObject } from './read.ts'

const MULTIPART = 'multipart/form-data'

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
 * @param json the input as JSON, which is sent as any media type but those of forms. @default as JSON writes it
 * @throws TypeError for a Blob that is not sent as `multipart/form-data`, and for a media type that is no JSON
 */
export function encode (
  { method, contentType, fields }: Target, url: URL, input: JsonObject, json?: string
): EncodedRequest {
  const type = contentType ?? 'application/json'
  const encoding = isSentInQuery(method) ? 'query' : encodingOf(type)
  const members = membersOf(input)
  const pairs = members.flatMap(([name, value]) => pairsOf(name, value, encoding))
  if (encoding === 'query') setQuery(url, pairs)
  if (encoding === 'query' || (contentType === undefined && fields.length + members.length === 0)) {
    return { method, url }
  }
  if (encoding === null) throw new TypeError(`The client cannot write ${type}.`)
  if (encoding === 'application/json') return { method, url, contentType: type, body: json ?? JSON.stringify(input) }
  const body = encoding === MULTIPART ? new FormData() : new URLSearchParams()
  for (const [name, value] of pairs) body.append(name, value)
  return { method, url, body }
}

// A list has one pair for each element. A FormData contains a Blob as it is.
function pairsOf (name: string, value: unknown, encoding: string | null): [name: string, value: string][] {
  const sent: unknown = (value as { toJSON?(): unknown } | null | undefined)?.toJSON?.() ?? value
  if (Array.isArray(sent)) return sent.flatMap(one => pairsOf(name, one, encoding))
  if (sent instanceof Blob) {
    if (encoding !== MULTIPART) throw new TypeError(`The client cannot write the Blob ${name} as ${encoding}.`)
    return [[name, sent as unknown as string]]
  }
  if (isObject(sent)) return membersOf(sent).flatMap(([inner, one]) => pairsOf(`${name}.${inner}`, one, encoding))
  return sent === undefined || sent === null ? [] : [[name, String(sent)]]
}
