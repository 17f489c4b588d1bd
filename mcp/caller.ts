import type { FastifyReply } from 'fastify'
import { forward, type ForwardedRequest, type ForwardedResponse } from '../lib/features/forward.ts'
import { essence } from '../lib/http/media-type.ts'
import { parseJson } from '../views/json/parse.ts'
import type { Api } from './api.ts'
import { readDocument, type Document } from './document.ts'
import { AGENT } from './formatter.ts'
import { Location } from './location.ts'

/** A response of the app. */
export interface Reply {
  /** The path that sent it. */
  readonly path: string
  readonly status: number
  readonly etag: string | undefined
  /** The path in its `Location`; null for none, or another site. */
  readonly target: string | null
  /** Whether it has content. */
  readonly filled: boolean
  readonly document: Document
}

const ACCEPT = `${AGENT}, application/json;q=0.9, application/*;q=0.8, */*;q=0.1`
const MOST_REDIRECTS = 5

/** The caller of a tool: sends requests to the app with the credentials of one request of the protocol. */
export class Caller {
  readonly api: Api
  readonly location: Location
  readonly #reply: FastifyReply

  /** @param reply of the request of the protocol */
  constructor (api: Api, reply: FastifyReply) {
    this.api = api
    this.location = new Location(reply.request, api.environment)
    this.#reply = reply
  }

  /** Reads a path, and follows redirects within the app. */
  async read (path: string): Promise<Reply> {
    let reply = await this.send({ method: 'GET', path })
    for (let count = 0; count < MOST_REDIRECTS && isRedirect(reply) && reply.target !== null; count++) {
      reply = await this.send({ method: 'GET', path: reply.target })
    }
    return reply
  }

  /** Sends a request. */
  async send (request: ForwardedRequest): Promise<Reply> {
    const { path } = request
    const response = await forward(this.api.app, this.#reply, { ...request, headers: { ...request.headers, accept: ACCEPT } })
    const { status, headers: { etag, location }, body } = response
    return {
      path,
      status,
      etag: typeof etag === 'string' ? etag : undefined,
      target: typeof location === 'string' ? this.location.pathOfHref(location, path) : null,
      filled: body !== '',
      document: readDocument(contentOf(response), path, this.location)
    }
  }
}

function isRedirect ({ status }: Reply): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

// Text stays text. Binary content is not shown.
function contentOf ({ headers, body }: ForwardedResponse): unknown {
  const type = essence(String(headers['content-type'] ?? ''))
  if (type.startsWith('text/')) return body
  if (type !== 'application/json' && !type.endsWith('+json')) return null
  try {
    return parseJson(body)
  } catch {
    return body
  }
}
