import { readBody } from './body.ts'
import type { Answered, Asked, Exchange } from './exchange.ts'
import { readBytes } from './read-bytes.ts'

let sent = 0

/** Makes a request of the page's own origin. It always resolves; one that is aborted has no answer. */
export async function send (request: Asked, signal: AbortSignal | null = null): Promise<Exchange> {
  const id = ++sent
  const start = performance.now()
  try {
    const answer = await read(await ask(request, signal))
    return { id, request, milliseconds: performance.now() - start, answer }
  } catch (error) {
    return { id, request, milliseconds: performance.now() - start, answer: null, reason: String(error instanceof Error ? error.message : error) }
  }
}

function ask ({ method, path, headers, body }: Asked, signal: AbortSignal | null): Promise<Response> {
  return fetch(location.origin + path, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body,
    // The answer of the server, not of the browser's cache.
    cache: 'no-store',
    signal
  })
}

async function read (response: Response): Promise<Answered> {
  const { bytes, isWhole } = await readBytes(response)
  const { status, statusText, url, redirected, headers } = response
  const body = readBody(bytes, headers.get('content-type') ?? '')
  return { status, reason: statusText, url, redirected, headers: [...headers], body, size: bytes.length, isWhole }
}
