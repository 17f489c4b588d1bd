// Endpoints of this package, which are no part of the API, and the requests that they send to it on behalf of a caller.
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import inject, { type Response } from 'light-my-request'
import type { HyperProblem } from '../../types/problem.ts'
import { fail } from '../errors.ts'
import { abortError, isClosed } from '../fastify/closed-reply.ts'
import { type KnownResponse, knownResponse, markRequest, type Wanted } from '../fastify/content-requests.ts'
import { addMark, FORWARDED, type Marked, ROUTE, SECRET } from '../fastify/marks.ts'
import { randomBytes, timingSafeEqual } from '../node-modules.ts'
import { problem } from '../problems/problem.ts'
import { PathRoutes } from '../routes/path-routes.ts'

// An option of @fastify/swagger, which is optional, so its type is not available.
const HIDDEN: object = { hide: true }

/** Returns the options of the routes of an endpoint. */
export function endpointRoute (app: FastifyInstance): {
  readonly schema: object, readonly config: FastifyContextConfig
} {
  // Overrides the options of a group. Without the plugin, there is none.
  const own: FastifyContextConfig = app.hasDecorator('hyper') ? { hyper: { links: false, deprecation: false } } : {}
  addMark(own, ROUTE, { isEndpoint: true })
  return { schema: HIDDEN, config: own }
}

/** Whether the route of a path, which has no dot segments, is an endpoint. @param app an app that is ready */
export function isEndpoint (app: FastifyInstance, method: string, path: string): boolean {
  const route = PathRoutes.of(app).find(method, path)
  return route !== null && (route.config as Marked)[ROUTE]?.isEndpoint === true
}

// Copies of this module in one process have one secret.
const shared = globalThis as { [SECRET]?: string }
const secret = shared[SECRET] ??= randomBytes(32).toString('base64url')

/**
 * The header of each request that an endpoint sends. What the app sends to itself with the same headers has it too. No
 * client knows it.
 */
export const MARK_HEADER: Readonly<Record<string, string>> = Object.freeze({ [FORWARDED]: secret })

/** Whether an endpoint sent a request, or what it was made of. */
export function isForwarded ({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const [given, expected] = [Buffer.from(String(headers[FORWARDED])), Buffer.from(secret)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The problem of a request that would go from one endpoint to another: each level is a request within the other. */
export function loopProblem (): HyperProblem {
  const detail = 'Endpoints of fastify-hyper do not send requests to each other, directly or through other routes.'
  return problem({ status: 508, detail })
}

/** A request of the app. */
export interface ForwardedRequest {
  readonly method: string
  /** A path with its query. */
  readonly path: string
  /** Undefined omits a header of the caller. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string | Buffer | undefined
  /** The content for pages and tools, or what clients get, which is the default. */
  readonly wanted?: Wanted
  /** An action: the response has the reason if the resource does not offer it. */
  readonly asked?: string
}

/** The response of the app. */
export interface ForwardedResponse extends Omit<KnownResponse, 'etag'> {
  readonly status: number
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>
  readonly body: string
}

const MEBIBYTE = 2 ** 20
const MOST_MEBIBYTES = 16

/**
 * Sends a request to the app as the caller of another request, whose reply is given. If that closes, the response of
 * the app is closed too.
 * @throws FST_ERR_HYPER_EVENT_STREAM and FST_ERR_HYPER_RESPONSE_TOO_LARGE (502); an error with status 499 if the caller
 * has left; a problem with status 508 if the path leads to an endpoint of this package, or the caller is one
 */
export async function forward (
  app: FastifyInstance, reply: FastifyReply, request: ForwardedRequest
): Promise<ForwardedResponse> {
  if (isClosed(reply.raw)) throw abortError()
  // The app gets the path of the URL, which has no dot segments.
  const { pathname } = new URL(request.path, 'http://localhost')
  if (isForwarded(reply.request) || isEndpoint(app, request.method, pathname)) throw loopProblem()
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  reply.raw.once('close', stop)
  try {
    const { raw, response } = await send(app, { ...request, caller: reply.request, stopped: stopped.signal })
    const received = { contentType: response.headers['content-type'], chunks: response.stream() }
    const body = await readBody(received, request, reply.request)
    const { etag, ...known } = knownResponse(raw, body, response.headers.etag)
    return { status: response.statusCode, headers: { ...response.headers, etag }, body, ...known }
  } catch (error) {
    const hasLeft = stopped.signal.aborted
    stop()
    throw hasLeft ? abortError() : error
  } finally {
    reply.raw.off('close', stop)
  }
}

/** A request that ends with its caller. */
interface CallerRequest extends ForwardedRequest {
  readonly caller: FastifyRequest
  readonly stopped: AbortSignal
}

interface Sent {
  /** The request as the app received it. */
  readonly raw: object
  readonly response: Response
}

async function send (app: FastifyInstance, sent: CallerRequest): Promise<Sent> {
  const { method, path, body, wanted = 'response', asked, caller, stopped } = sent
  const encrypted = (caller.raw.socket as { encrypted?: boolean }).encrypted === true
  let raw = {}
  const response = await inject((request, response) => {
    raw = request
    markRequest(request, wanted, asked)
    // Fastify reads the scheme here, and `app.inject` cannot set it.
    Object.assign(request.socket, { encrypted })
    // The option `signal` ends only requests whose body was not read.
    stopped.addEventListener('abort', () => {
      request.destroy()
      response.destroy()
    })
    app.routing(request, response)
  }, {
    method: method as HTTPMethods,
    url: path,
    headers: headersOf(sent),
    remoteAddress: caller.socket.remoteAddress ?? '127.0.0.1',
    payloadAsStream: true,
    ...(body === undefined ? {} : { payload: body })
  }).end()
  return { raw, response }
}

/** The body of a response, as it is received. */
interface ReceivedBody {
  readonly contentType: unknown
  readonly chunks: AsyncIterable<Uint8Array>
}

/**
 * Reads the body of a response.
 * @param caller in whose name the request was sent
 * @throws FST_ERR_HYPER_EVENT_STREAM, which would be read until the server ends it; FST_ERR_HYPER_RESPONSE_TOO_LARGE
 */
export async function readBody (
  { contentType, chunks: received }: ReceivedBody, request: ForwardedRequest, caller: FastifyRequest
): Promise<string> {
  if (/^text\/event-stream\b/i.test(String(contentType))) {
    fail('FST_ERR_HYPER_EVENT_STREAM', placeOf(caller), `the response of ${lineOf(request)}`)
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of received) {
    length += chunk.length
    if (length > MOST_MEBIBYTES * MEBIBYTE) {
      fail('FST_ERR_HYPER_RESPONSE_TOO_LARGE', placeOf(caller), `${MOST_MEBIBYTES} MiB`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function lineOf ({ method, path }: ForwardedRequest): string {
  return `${method} ${path.replace(/\?.*/s, '')}`
}

function placeOf ({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url ?? ''}`
}

// They describe the body, the representation, the protocol or the connection of the caller's own request.
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  'accept', 'accept-encoding', 'cache-control', 'connection', 'content-encoding', 'content-length', 'content-type',
  'expect',
  'http2-settings', 'if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since', 'keep-alive',
  'last-event-id',
  'mcp-method', 'mcp-name', 'mcp-protocol-version', 'mcp-session-id', 'pragma', 'prefer', 'range', 'te', 'trailer',
  'transfer-encoding', 'upgrade'
])

// Everything else identifies the caller: cookies, credentials, languages, and what proxies add.
function headersOf ({ caller, headers: own = {} }: CallerRequest): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { host: caller.host }
  for (const [name, value] of Object.entries(caller.headers)) {
    if (value !== undefined && !name.startsWith(':') && !NOT_FORWARDED.has(name)) headers[name] = value
  }
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) delete headers[name]
    else headers[name] = value
  }
  return Object.assign(headers, MARK_HEADER)
}
