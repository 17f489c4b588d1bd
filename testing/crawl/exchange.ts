import type { FastifyRequest } from 'fastify'
import { isObject, member } from '../../views/hypermedia/members.ts'
import { resourcesIn, type ReadResource } from '../document.ts'
import type { Visitor } from './visitor.ts'

/** A request with its response. */
export interface Exchange {
  readonly visitor: Visitor
  readonly method: string
  /** The path with the query. */
  readonly path: string
  /** The pattern of the route: `/orders/:id`; the path if no handler ran. */
  readonly pattern: string
  readonly status: number
  /** Names in lower case; several fields of a name are joined. */
  readonly headers: Readonly<Record<string, string>>
  /** The document; undefined if the body is no JSON. */
  readonly document: unknown
  /** The resources in the document; none unless it is JSON. */
  readonly resources: readonly ReadResource[]
  /** The request in Fastify; null if no handler ran. */
  readonly request: FastifyRequest | null
}

/** The response of `app.inject` as it is read. */
export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number | readonly string[] | undefined>>
  readonly body: string
}

/** Reads a response. */
export function readExchange (visitor: Visitor, method: string, path: string, raw: RawResponse, request: FastifyRequest | null): Exchange {
  const headers = Object.fromEntries(Object.entries(raw.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))
  const document = /[/+]json\b/.test(headers['content-type'] ?? '') ? parse(raw.body) : undefined
  const pattern = request?.routeOptions.url ?? path.replace(/\?.*/s, '')
  const resources = document === undefined ? [] : resourcesIn(document, headers['link'] ?? '')
  return { visitor, method, path, pattern, status: raw.status, headers, document, resources, request }
}

function parse (body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}

/** The place of a response in findings: `GET /orders/:id`. */
export function placeOf ({ method, pattern }: Exchange): string {
  return `${method} ${pattern}`
}

/** The request line in findings: `GET /orders/42`. */
export function requestOf ({ method, path }: Exchange): string {
  return `${method} ${path}`
}

/** Whether the response is a success. */
export function isSuccess ({ status }: Exchange): boolean {
  return status >= 200 && status < 300
}

/** The detail of a problem document or an error of Fastify; else an empty string. */
export function detailOf ({ document }: Exchange): string {
  if (!isObject(document)) return ''
  const detail = member(document, 'detail') ?? member(document, 'message')
  return typeof detail === 'string' ? `: ${detail}` : ''
}

/** Returns the essence of the content type, in lower case. */
export function contentTypeOf ({ headers }: Exchange): string {
  return (headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase()
}
