// The content of pages: what the app sends to the plugin's own requests on behalf of a caller.
import { parsedContent } from '../lib/features/content.ts'
import { forward, type ForwardedRequest, type ForwardedResponse } from '../lib/features/forward.ts'
import type { Visit } from './visit.ts'

/** A response of the app, with its parsed body. */
export interface ReadResponse extends ForwardedResponse {
  readonly value: unknown
}

/** Reads what the app sends to the caller of a visit. */
export async function readContent (visit: Visit, request: ForwardedRequest): Promise<ReadResponse> {
  const headers = { ...request.headers, accept: 'application/json, */*;q=0.1' }
  const response = await sendAsCaller(visit, { ...request, headers, wanted: 'content' })
  const { problem } = response
  return { ...response, value: parsedContent(visit.site.environment, problem ?? response.body, problem) }
}

/**
 * Sends a request to the app as the caller of a visit. Routes of other scopes, which can have pages of their own,
 * do not get the token of the pages' login.
 */
export function sendAsCaller ({ site, reply }: Visit, request: ForwardedRequest): Promise<ForwardedResponse> {
  const { method, path } = request
  // The path that the app gets, without dot segments.
  const { pathname } = new URL(path, 'http://localhost')
  const isToken = site.login?.hasAuthorized(reply.request) === true
  if (!isToken || site.routes.isInScope(method, pathname, reply.request)) return forward(site.app, reply, request)
  return forward(site.app, reply, { ...request, headers: { ...request.headers, authorization: undefined } })
}
