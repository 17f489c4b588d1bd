import { readBody } from './body.ts'
import type { Exchange, ReceivedResponse, SentRequest } from './exchange.ts'
import { readBytes } from './read-bytes.ts'

/** The time limit for the headers of a response. */
export const HEADERS_TIMEOUT_SECONDS = 60

const NO_HEADERS = `The server sent no response within ${HEADERS_TIMEOUT_SECONDS} seconds.`

const NOT_FOLLOWED = 'The server responded with a redirect. It was not followed, because the headers of the session ' +
  'would be sent to its target too, which a page cannot see. Remove these headers to follow it.'

export interface SendOptions {
  /** Aborts the request. Its reason becomes the reason of the exchange. */
  readonly signal?: AbortSignal | undefined
  /** The media types that are parsed as JSON, with or without `+json`. */
  readonly jsonTypes: ReadonlySet<string>
}

let sent = 0

/** Sends a request to the page's own origin. Always resolves; without a response if the request fails or is aborted. */
export async function send (request: SentRequest, { signal, jsonTypes }: SendOptions): Promise<Exchange> {
  const id = ++sent
  const start = performance.now()
  const controller = new AbortController()
  const abort = () => controller.abort(signal!.reason)
  if (signal?.aborted === true) abort()
  signal?.addEventListener('abort', abort)
  try {
    const response = await readResponse(await fetchResponse(request, controller), jsonTypes)
    return { id, request, milliseconds: performance.now() - start, response }
  } catch (error) {
    // fetch rejects with a TypeError for every network error.
    const isNetworkError = error instanceof TypeError
    const reason = String(error instanceof Error ? error.message : error)
    return { id, request, milliseconds: performance.now() - start, response: null, isNetworkError, reason }
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

async function fetchResponse (request: SentRequest, controller: AbortController): Promise<Response> {
  const { method, path, headers, body, followsRedirects } = request
  const timer = setTimeout(() => controller.abort(new Error(NO_HEADERS)), HEADERS_TIMEOUT_SECONDS * 1000)
  try {
    const response = await fetch(location.origin + path, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body,
      redirect: followsRedirects ? 'follow' : 'manual',
      // Shows the response of the server, not of the browser's cache.
      cache: 'no-store',
      signal: controller.signal
    })
    if (response.type === 'opaqueredirect') throw new Error(NOT_FOLLOWED)
    return response
  } finally {
    clearTimeout(timer)
  }
}

async function readResponse (response: Response, jsonTypes: ReadonlySet<string>): Promise<ReceivedResponse> {
  const { bytes, isComplete } = await readBytes(response)
  const { status, statusText, url, redirected, headers } = response
  const body = readBody(bytes, headers.get('content-type') ?? '', jsonTypes)
  return { status, reason: statusText, url, redirected, headers: [...headers], body, size: bytes.length, isComplete }
}
