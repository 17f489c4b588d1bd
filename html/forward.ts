// Requests that the plugin sends to the app on behalf of a caller.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { HTML } from './site.ts'

const OWN_HEADER = 'fastify-hyper-html'

// Known to this process only: no client can send it.
const OWN_VALUE = randomUUID()

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

/** Whether the plugin itself sent a request: it reads the content of a page as JSON. */
export function isOwnRequest ({ headers }: FastifyRequest): boolean {
  return headers[OWN_HEADER] === OWN_VALUE
}

/** Sends a request to the app as the caller of another request, and returns the content of the page as JSON. */
export function readContent (app: FastifyInstance, caller: FastifyRequest, request: ForwardedRequest): Promise<ForwardedResponse> {
  return forward(app, caller, { ...request, headers: { ...request.headers, accept: HTML, [OWN_HEADER]: OWN_VALUE } })
}

/** Sends a request to the app as the caller of another request. */
export async function forward (
  app: FastifyInstance, caller: FastifyRequest, { method, path, headers, body }: ForwardedRequest
): Promise<ForwardedResponse> {
  const response = await app.inject({
    method: method as HTTPMethods,
    url: path,
    headers: { ...callerHeaders(caller), ...headers },
    remoteAddress: caller.socket.remoteAddress ?? '127.0.0.1',
    ...(body === undefined ? {} : { payload: body })
  })
  return { status: response.statusCode, headers: response.headers, body: response.body }
}

// They describe the body, the representation or the connection of the caller's own request.
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  'accept', 'accept-encoding', 'cache-control', 'connection', 'content-encoding', 'content-length', 'content-type', 'expect',
  'http2-settings', 'if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since', 'keep-alive', 'pragma',
  'prefer', 'range', 'te', 'trailer', 'transfer-encoding', 'upgrade', OWN_HEADER
])

// Everything else identifies the caller: cookies, credentials, languages, and what proxies add.
function callerHeaders ({ headers, host }: FastifyRequest): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !name.startsWith(':') && !NOT_FORWARDED.has(name))
  return { host, ...Object.fromEntries(kept as [string, string | string[]][]) }
}
