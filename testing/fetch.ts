import type { FastifyInstance, HTTPMethods } from 'fastify'

const MOST_REDIRECTS = 20
// Responses without a body (Fetch, section 2.2.4).
const BODILESS = [204, 205, 304]

/**
 * Returns a `fetch` that sends requests to the app with `app.inject`: nothing listens. URLs are relative to
 * `http://localhost/`. Every origin is the app: it sees another one in `Host`. Redirects,
 * `signal` and `redirect` work as in `fetch`.
 * @example const client = createClient('http://localhost/', { fetch: fetchOf(app) })
 */
export function fetchOf (app: FastifyInstance): typeof fetch {
  return async (input, init) => {
    const relative = typeof input === 'string' ? new URL(input, 'http://localhost/') : input
    return send(app, new Request(relative, init), 0)
  }
}

async function send (app: FastifyInstance, request: Request, redirects: number): Promise<Response> {
  const { signal } = request
  const body = await request.clone().arrayBuffer()
  signal.throwIfAborted()
  const { host, pathname, search } = new URL(request.url)
  const injected = await app.inject({
    method: request.method as HTTPMethods,
    url: pathname + search,
    headers: { host, ...Object.fromEntries(request.headers) },
    signal,
    ...body.byteLength === 0 ? {} : { payload: Buffer.from(body) }
  }).catch((error: unknown) => {
    // `inject` rejects with an error of its own, `fetch` with the reason of the signal.
    signal.throwIfAborted()
    throw error
  })
  signal.throwIfAborted()
  const { statusCode: status, statusMessage: statusText, headers } = injected
  const hasBody = request.method !== 'HEAD' && !BODILESS.includes(status)
  const bytes = hasBody ? new Uint8Array(injected.rawPayload) : null
  const response = new Response(bytes, { status, statusText, headers: pairsOf(headers) })
  const location = response.headers.get('location')
  if (![301, 302, 303, 307, 308].includes(status) || location === null || request.redirect === 'manual') {
    return located(response, request.url, redirects > 0)
  }
  if (request.redirect === 'error') throw new TypeError(`fetch failed: ${request.method} ${request.url} was redirected`)
  if (redirects === MOST_REDIRECTS) throw new TypeError(`fetch failed: more than ${MOST_REDIRECTS} redirects`)
  return send(app, redirected(request, status, new URL(location, request.url), body), redirects + 1)
}

// Fetch, section 4.4: POST becomes GET after 301 and 302, every method but HEAD after 303;
// credentials stay on their origin.
function redirected (request: Request, status: number, url: URL, body: ArrayBuffer): Request {
  const { method, signal, redirect } = request
  const headers = new Headers(request.headers)
  const becomesGet = status === 303 ? method !== 'HEAD' : status <= 302 && method === 'POST'
  if (becomesGet) for (const name of ['content-type', 'content-length']) headers.delete(name)
  if (url.origin !== new URL(request.url).origin) for (const name of ['authorization', 'cookie']) headers.delete(name)
  const keepsBody = !becomesGet && body.byteLength > 0
  return new Request(url, {
    method: becomesGet ? 'GET' : method, headers, signal, redirect, ...keepsBody ? { body } : {}
  })
}

function pairsOf (headers: Readonly<Record<string, string | number | string[] | undefined>>): [string, string][] {
  return Object.entries(headers)
    .flatMap(([name, value]) => [value ?? []].flat().map((value): [string, string] => [name, String(value)]))
}

function located (response: Response, url: string, redirected: boolean): Response {
  return Object.defineProperties(response, { url: { value: url }, redirected: { value: redirected } })
}
