import { readBody } from './body.ts'
import type { Answered, Asked, Exchange } from './exchange.ts'
import { readBytes } from './read-bytes.ts'

/** How long a server may take until its headers come. */
export const SECONDS_TO_HEADERS = 60

const NO_HEADERS = `The server sent no response within ${SECONDS_TO_HEADERS} seconds.`

const NOT_FOLLOWED = 'The server responds with a redirect. It was not followed: a page cannot see where it leads, and the headers of the session would go there too. ' +
  'Remove them to follow it.'

/** How a request is made. */
export interface Sending {
  /** Ends it; its reason is what the exchange says. */
  readonly signal?: AbortSignal | undefined
  /** The media types that are JSON whatever they are called. */
  readonly jsonTypes: ReadonlySet<string>
}

let sent = 0

/** Makes a request of the page's own origin. It always resolves; one that is aborted has no answer. */
export async function send (request: Asked, { signal, jsonTypes }: Sending): Promise<Exchange> {
  const id = ++sent
  const start = performance.now()
  const ending = new AbortController()
  const end = () => ending.abort(signal!.reason)
  if (signal?.aborted === true) end()
  signal?.addEventListener('abort', end)
  try {
    const answer = await read(await ask(request, ending), jsonTypes)
    return { id, request, milliseconds: performance.now() - start, answer }
  } catch (error) {
    // The browser's own reason for no response at all.
    const isNetworkError = error instanceof TypeError
    return { id, request, milliseconds: performance.now() - start, answer: null, isNetworkError, reason: String(error instanceof Error ? error.message : error) }
  } finally {
    signal?.removeEventListener('abort', end)
  }
}

async function ask ({ method, path, headers, body, followsRedirects }: Asked, ending: AbortController): Promise<Response> {
  const timer = setTimeout(() => ending.abort(new Error(NO_HEADERS)), SECONDS_TO_HEADERS * 1000)
  try {
    const response = await fetch(location.origin + path, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body,
      redirect: followsRedirects ? 'follow' : 'manual',
      // The answer of the server, not of the browser's cache.
      cache: 'no-store',
      signal: ending.signal
    })
    if (response.type === 'opaqueredirect') throw new Error(NOT_FOLLOWED)
    return response
  } finally {
    clearTimeout(timer)
  }
}

async function read (response: Response, jsonTypes: ReadonlySet<string>): Promise<Answered> {
  const { bytes, isWhole } = await readBytes(response)
  const { status, statusText, url, redirected, headers } = response
  const body = readBody(bytes, headers.get('content-type') ?? '', jsonTypes)
  return { status, reason: statusText, url, redirected, headers: [...headers], body, size: bytes.length, isWhole }
}
