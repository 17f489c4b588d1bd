// The content of pages: what the app sends to the plugin's own requests on behalf of a caller.
import type { FastifyReply } from 'fastify'
import { parseContent } from '../hypermedia/content.ts'
import { forward, type ForwardedRequest, type ForwardedResponse } from '../lib/features/forward.ts'
import type { Site } from './site.ts'

/** A response of the app, with its parsed body. */
export interface ReadResponse extends ForwardedResponse {
  readonly value: unknown
}

/** Sends a request to the app as the caller of another one, whose reply is given. */
export async function readContent (site: Site, reply: FastifyReply, request: ForwardedRequest): Promise<ReadResponse> {
  const headers = { ...request.headers, accept: 'application/json, */*;q=0.1' }
  const response = await forward(site.app, reply, { ...request, headers, wanted: 'content' })
  return { ...response, value: valueOf(site, response.body, response.problem) }
}

/** Parses the body of a response, or the problem document of the plugin that it was made of. */
export function valueOf ({ environment: { extensions } }: Site, body: string, problem: string | null): unknown {
  return parseContent(problem ?? body, extensions.contentMember, problem)
}
