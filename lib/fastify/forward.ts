// Requests that this package sends to the app on behalf of a caller.
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import inject from 'light-my-request'

/** A request of the app. */
export interface ForwardedRequest {
  readonly method: string
  /** A path with its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** The response of the app. */
export interface ForwardedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>
  readonly body: string
}

/** Sends a request to the app as the caller of another request. */
export async function forward (
  app: FastifyInstance, caller: FastifyRequest, { method, path, headers, body }: ForwardedRequest
): Promise<ForwardedResponse> {
  const encrypted = (caller.raw.socket as { encrypted?: boolean }).encrypted === true
  const response = await inject((request, response) => {
    // Fastify reads the scheme here, and `app.inject` cannot set it.
    Object.assign(request.socket, { encrypted })
    app.routing(request, response)
  }, {
    method: method as HTTPMethods,
    url: path,
    headers: { ...callerHeaders(caller), ...headers },
    remoteAddress: caller.socket.remoteAddress ?? '127.0.0.1',
    ...(body === undefined ? {} : { payload: body })
  })
  return { status: response.statusCode, headers: response.headers, body: response.body }
}

// They describe the body, the representation, the protocol or the connection of the caller's own request.
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  'accept', 'accept-encoding', 'cache-control', 'connection', 'content-encoding', 'content-length', 'content-type', 'expect',
  'http2-settings', 'if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since', 'keep-alive', 'last-event-id',
  'mcp-method', 'mcp-name', 'mcp-protocol-version', 'mcp-session-id', 'pragma', 'prefer', 'range', 'te', 'trailer', 'transfer-encoding',
  'upgrade'
])

// Everything else identifies the caller: cookies, credentials, languages, and what proxies add.
function callerHeaders ({ headers, host }: FastifyRequest): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !name.startsWith(':') && !NOT_FORWARDED.has(name))
  return { host, ...Object.fromEntries(kept as [string, string | string[]][]) }
}
