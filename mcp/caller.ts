import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseRepresentation } from '../hypermedia/content.ts'
import { parsedContent } from '../lib/features/content.ts'
import { forward, type ForwardedRequest, type ForwardedResponse } from '../lib/features/forward.ts'
import { essence, PROBLEM_TYPE } from '../lib/http/media-type.ts'
import { isProblem } from '../lib/problems/problem.ts'
import type { Api } from './api.ts'
import { type Document, readDocument } from './document.ts'
import { withItemLinks } from './item-links.ts'
import { withTitles } from './link-routes.ts'
import { Location } from './location.ts'
import { sendToService } from './service-request.ts'

/** A response of the app. */
export interface Reply {
  /** The path that sent it, or its URL in a service. */
  readonly path: string
  readonly status: number
  readonly etag: string | undefined
  /** The path in its `Location`; null for none, or another site. */
  readonly target: string | null
  /** Whether it has content. */
  readonly filled: boolean
  readonly document: Document
  /** Why the resource does not offer the action that was asked for; null if that is not known. */
  readonly reason: string | null
}

const ACCEPT = 'application/json, application/*;q=0.8, */*;q=0.1'
const MOST_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The caller of a tool: sends requests to the app with the credentials of one request of the protocol. */
export class Caller {
  readonly api: Api
  readonly location: Location
  /** The path that `open` without arguments opens. */
  readonly entryPoint: string
  /** The request of the protocol. */
  readonly request: FastifyRequest
  readonly #reply: FastifyReply

  /** @param reply of the request of the protocol */
  constructor (api: Api, reply: FastifyReply) {
    this.api = api
    this.location = new Location(reply.request, api.environment, api.settings.services)
    this.entryPoint = api.settings.entryPointFor(reply.request)
    this.request = reply.request
    this.#reply = reply
  }

  /**
   * Reads a path, and follows redirects within the app.
   * @param asked an action: the reply has the reason if the resource does not offer it
   */
  async read (path: string, asked?: string): Promise<Reply> {
    const asking = asked === undefined ? {} : { asked }
    let reply = await this.send({ method: 'GET', path, ...asking })
    for (let count = 0; count < MOST_REDIRECTS && REDIRECTS.has(reply.status) && reply.target !== null; count++) {
      reply = await this.send({ method: 'GET', path: reply.target, ...asking })
    }
    return reply
  }

  /** Sends a request. */
  async send (request: ForwardedRequest): Promise<Reply> {
    const { path } = request
    const isOwn = path.startsWith('/')
    const response = isOwn ? await this.#forward(request) : await this.#sendToService(request)
    const { status, headers: { etag, location }, body, reason } = response
    return {
      path,
      status,
      etag: typeof etag === 'string' ? etag : undefined,
      target: typeof location === 'string' ? this.location.pathOfHref(location, path) : null,
      filled: body !== '',
      reason,
      document: this.#readDocument(this.#contentOf(response, isOwn), path)
    }
  }

  #forward (request: ForwardedRequest): Promise<ForwardedResponse> {
    const headers = { ...request.headers, accept: ACCEPT }
    return forward(this.api.app, this.#reply, { ...request, headers, wanted: 'content' }).catch(rejected)
  }

  // Nothing else of the caller's request leaves the app, and only for a service that is named for it.
  #sendToService (request: ForwardedRequest): Promise<ForwardedResponse> {
    const { authorization } = this.request.headers
    const isKnown = authorization !== undefined && this.location.hasCredentials(request.path)
    const headers = { ...request.headers, ...isKnown ? { authorization } : {} }
    return sendToService({ ...request, headers }, this.#reply)
  }

  #readDocument (content: unknown, path: string): Document {
    const document = readDocument(content, path, this.location)
    if (path !== this.entryPoint) return document
    return withTitles(withItemLinks(document, href => {
      const target = this.location.pathOfHref(href, path)
      return target === null ? null : this.api.itemsAt(target, this.request)
    }), this)
  }

  // Text stays text. Binary content is not shown.
  #contentOf ({ headers, body, problem }: ForwardedResponse, isOwn: boolean): unknown {
    const type = essence(String(headers['content-type'] ?? ''))
    if (type.startsWith('text/')) return body
    if (type !== 'application/json' && !type.endsWith('+json')) return null
    if (!isOwn) return parseRepresentation(body)
    return parsedContent(this.api.environment, body, problem)
  }
}

// What is not sent is rejected as the app would reject it.
function rejected (error: unknown): ForwardedResponse {
  if (!isProblem(error)) throw error
  const headers = { 'content-type': PROBLEM_TYPE }
  return { status: error.status, headers, body: JSON.stringify(error), problem: null, reason: null }
}
