// What is on the raw request of Node.js: no client can send it, and two copies of this package share it.
import type { FastifyRequest } from 'fastify'
import { addMark, type Marked, RAW_REQUEST, type RawRequestMark } from './marks.ts'

/** What a request that this package sends to the app asks for: content for pages and tools, or what clients get. */
export type Wanted = NonNullable<RawRequestMark['wanted']>

/**
 * Marks a raw request that this package sends to the app.
 * @param action the action whose reason is asked for if the resource does not offer it
 */
export function markRequest (raw: object, wanted: Wanted, action?: string): void {
  addMark(raw, RAW_REQUEST, { wanted, ...action !== undefined && { asked: action } })
}

/** Returns the action whose reason a request asks for; undefined for none. */
export function askedAction ({ raw }: FastifyRequest): string | undefined {
  return (raw as Marked)[RAW_REQUEST]?.asked
}

/** Remembers why a resource does not offer the action that a request asks for. */
export function rememberReason ({ raw }: FastifyRequest, reason: string): void {
  addMark(raw, RAW_REQUEST, { reason })
}

/** Remembers the entity tag that the plugin set, if pages or tools read the response. */
export function rememberTag (request: FastifyRequest, tag: string): void {
  if (readsContent(request)) addMark(request.raw, RAW_REQUEST, { tag })
}

/** Whether pages or tools read the content of a response: what the plugin wrote is marked in it. */
export function readsContent ({ raw }: FastifyRequest): boolean {
  return (raw as Marked)[RAW_REQUEST]?.wanted === 'content'
}

/**
 * Remembers the problem document that the plugin wrote, and the body that is sent: the document,
 * or what the app made of it.
 */
export function rememberProblem ({ raw }: FastifyRequest, document: string, body: unknown): void {
  addMark(raw, RAW_REQUEST, { problem: { document, body } })
}

/** What the plugin knows of a response. */
export interface KnownResponse {
  /** Its entity tag: the one that the plugin set, if hooks of the app have only made it weak. */
  readonly etag: string | undefined
  /** The problem document of the plugin that the body is, or was made of; null for none. */
  readonly problem: string | null
  /** Why the resource does not offer the action that the request asked for; null if that is not known. */
  readonly reason: string | null
}

/** Returns what the plugin knows of a response with a body. @param etag as it was received */
export function knownResponse (raw: object, body: string, etag?: string): KnownResponse {
  const { tag, problem, reason = null } = (raw as Marked)[RAW_REQUEST] ?? {}
  return {
    etag: tag !== undefined && etag === `W/${tag}` ? tag : etag,
    problem: problem?.body === body ? problem.document : null,
    reason
  }
}
