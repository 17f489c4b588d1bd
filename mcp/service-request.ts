// Requests to other services, over the network.
import type { FastifyReply } from 'fastify'
import { type ForwardedRequest, type ForwardedResponse, readBody } from '../lib/features/forward.ts'
import { PROBLEM_TYPE } from '../lib/http/media-type.ts'

const ACCEPT = 'application/prs.hal-forms+json, application/hal+json;q=0.9, application/json;q=0.8, */*;q=0.1'
const LONGEST = 30_000

/**
 * Sends a request to the URL of a service; redirects are not followed. It ends with the reply to the caller.
 * @returns a problem with status 502 if the service does not respond
 */
export async function sendToService (request: ForwardedRequest, reply: FastifyReply): Promise<ForwardedResponse> {
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  reply.raw.once('close', stop)
  try {
    const { method, path, headers, body = null } = request
    const response = await fetch(path, {
      method,
      // A proxy that compresses makes entity tags weak, and If-Match matches no weak tag.
      headers: { ...headers, accept: ACCEPT, 'accept-encoding': 'identity' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(LONGEST)])
    })
    const { status } = response
    const chunks = (response.body ?? []) as AsyncIterable<Uint8Array>
    const contentType = response.headers.get('content-type')
    const text = await readBody({ contentType, chunks }, request, reply.request)
    return { status, headers: Object.fromEntries(response.headers), body: text, ...NOTHING_KNOWN }
  } catch (error) {
    stop()
    if (isFault(error)) throw error
    const body = JSON.stringify(UNREACHABLE)
    return { status: 502, headers: { 'content-type': PROBLEM_TYPE }, body, ...NOTHING_KNOWN }
  } finally {
    reply.raw.off('close', stop)
  }
}

// Only the app itself has these.
const NOTHING_KNOWN = { problem: null, reason: null }

const UNREACHABLE = { title: 'The service did not respond.', status: 502 }

// Of this package. What `fetch` throws may have addresses of the network.
function isFault (error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('FST_ERR_HYPER_')
}
