import { readBody } from './body.ts'
import type { Asked, Exchange } from './exchange.ts'

let sent = 0

/** Makes a request of the page's own origin. It always resolves, unless it is aborted. */
export async function send (request: Asked, signal?: AbortSignal): Promise<Exchange> {
  const id = ++sent
  const start = performance.now()
  try {
    const response = await fetch(request.path, {
      method: request.method,
      headers: request.headers.map(([name, value]): [string, string] => [name, value]),
      body: request.body,
      // The answer of the server, not of the browser's cache.
      cache: 'no-store',
      signal: signal ?? null
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const milliseconds = performance.now() - start
    const { status, statusText, url, redirected, headers } = response
    const body = readBody(bytes, headers.get('content-type') ?? '')
    return { id, request, milliseconds, answer: { status, reason: statusText, url, redirected, headers: [...headers], body, size: bytes.length } }
  } catch (error) {
    if (signal?.aborted === true) throw error
    return { id, request, milliseconds: performance.now() - start, answer: null, reason: String(error instanceof Error ? error.message : error) }
  }
}
