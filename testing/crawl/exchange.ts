import type { FastifyRequest } from 'fastify'
import { isObject, member } from '../../hypermedia/read.ts'
import { ignoreRejections } from '../../lib/async/promises.ts'
import type { HypermediaFormatter, ReadDocument } from '../../types/formats.ts'
import { type ReadResource, resourcesIn, resourcesOf } from '../document.ts'
import type { Visitor } from './visitor.ts'

/** A request that was sent. */
interface Sent {
  readonly visitor: Visitor
  readonly method: string
  /** The origin of its app; empty for the only one. */
  readonly origin: string
  /** The path with the query, after the origin. */
  readonly path: string
  /** Its headers. Names in lower case. */
  readonly sent: Readonly<Record<string, string>>
  /** The request in Fastify; null if no handler ran. */
  readonly request: FastifyRequest | null
}

/** A request with its response. */
export interface Exchange extends Sent {
  /** The pattern of the route: `/orders/:id`; the path if no handler ran. */
  readonly pattern: string
  readonly status: number
  /** Names in lower case; several fields of a name are joined. */
  readonly headers: Readonly<Record<string, string>>
  /** The document; undefined if the body is no JSON. */
  readonly document: unknown
  /** The resources in the document; none unless it is JSON. */
  readonly resources: readonly ReadResource[]
  /** Whether the document is of a formatter of the app. */
  readonly isFormatted: boolean
  /** What the formatter of the document threw when it read it; null for nothing. */
  readonly unread: string | null
}

/** The response of `app.inject` as it is read. */
export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number | readonly string[] | undefined>>
  readonly body: string
}

/** Reads a response. @param formatters of the app, which read their documents */
export function readExchange (
  sent: Sent, raw: RawResponse, formatters: readonly HypermediaFormatter[] = []
): Exchange {
  const headers = Object.fromEntries(Object.entries(raw.headers)
    .map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))
  const document = /[/+]json\b/.test(headers['content-type'] ?? '') ? parse(raw.body) : undefined
  const { request, origin, path } = sent
  const pattern = request === null ? path.replace(/\?.*/s, '') : origin + request.routeOptions.url!
  const formatter = formatterOf(contentTypeOf({ headers }), document, sent.visitor, formatters)
  const read = formatter === undefined
    ? { resources: document === undefined ? [] : resourcesIn(document, headers['link'] ?? ''), unread: null }
    : readFormatted(raw.status < 400 ? document : undefined, formatter)
  return { ...sent, pattern, status: raw.status, headers, document, isFormatted: formatter !== undefined, ...read }
}

// A bare array is application/json in each format, and its elements are in the format that was requested.
function formatterOf (
  type: string, document: unknown, { accept }: Visitor, formatters: readonly HypermediaFormatter[]
): HypermediaFormatter | undefined {
  const wanted = Array.isArray(document) && type === 'application/json' ? accept.toLowerCase() : type
  return formatters.find(({ mediaType }) => mediaType.toLowerCase() === wanted)
}

function readFormatted (document: unknown, formatter: HypermediaFormatter): Pick<Exchange, 'resources' | 'unread'> {
  const read = (part: unknown, at: string) => {
    if (formatter.read === undefined) return []
    const found: unknown = formatter.read(part)
    ignoreRejections(found)
    return resourcesOf(found as ReadDocument, at)
  }
  try {
    const resources = Array.isArray(document)
      ? document.flatMap((element, index) => isObject(element) ? read(element, `/${index}`) : [])
      : document === undefined ? [] : read(document, '')
    return { resources, unread: null }
  } catch (error) {
    return { resources: [], unread: error instanceof Error ? error.message : String(error) }
  }
}

function parse (body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}

/** The request line in findings: `GET /orders/42`. */
export function requestOf ({ method, path }: Exchange): string {
  return `${method} ${path}`
}

/** Whether the response is a success. */
export function isSuccess ({ status }: Exchange): boolean {
  return status >= 200 && status < 300
}

/** The detail of a problem document or an error of Fastify, without its full stop; else an empty string. */
export function detailOf ({ document }: Exchange): string {
  if (!isObject(document)) return ''
  const detail = member(document, 'detail') ?? member(document, 'message')
  return typeof detail === 'string' ? `: ${detail.replace(/\.$/, '')}` : ''
}

/** Returns the essence of the content type, in lower case. */
export function contentTypeOf ({ headers }: Pick<Exchange, 'headers'>): string {
  return (headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase()
}
