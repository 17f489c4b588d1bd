// Responses to OPTIONS (RFC 9110 section 9.3.7), made of the routes of the app.
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { Notices } from '../../diagnostics/notices.ts'
import { hasLogger } from '../../fastify/internals.ts'
import { declaredPlace, routesOf } from '../../fastify/routes.ts'
import { fastifyPlugin } from '../../packages.cjs'
import { omitDeprecation } from '../deprecation.ts'
import { AcceptedMediaTypes } from './accepted-media-types.ts'
import { allowOf, matchingMethods } from './allow.ts'

// The decorator of @fastify/cors, and its body for an OPTIONS request that is no preflight;
// test/features/options.test.ts pins both.
const CORS_DECORATOR = 'corsPreflightEnabled'
const CORS_INVALID = 'Invalid Preflight Request'

const ACCEPT_HEADERS = { POST: 'accept-post', PATCH: 'accept-patch', QUERY: 'accept-query' } as const

type Headers = Readonly<Record<string, string>>

/** The headers for one OPTIONS request; null if it is not ours. */
type HeadersOf = (request: FastifyRequest) => Headers | null

const optionsHandler: FastifyPluginCallback = (app, _options, done) => {
  reportUnannounced(app)
  const headersOf = createHeaders(app)
  app.addHook('onRequest', (request, reply, next) => {
    const headers = headersOf(request)
    if (headers === null) return next()
    withHeaders(reply, headers).send()
  })
  if (app.hasRequestDecorator(CORS_DECORATOR)) app.addHook('onSend', replaceCors(headersOf))
  done()
}

/**
 * Sends 204 and `Allow` for OPTIONS: `await app.register(hyperOptionsHandler)` on the root,
 * before authentication hooks.
 */
export const hyperOptionsHandler = fastifyPlugin(optionsHandler, {
  fastify: '>=5.8.5 <6', name: 'fastify-hyper-options-handler'
})

function createHeaders (app: FastifyInstance): HeadersOf {
  const methods = Object.keys(ACCEPT_HEADERS)
  let accepted: AcceptedMediaTypes
  // At start, because the time depends on the number of routes.
  app.addHook('onReady', done => {
    accepted = new AcceptedMediaTypes(routesOf(app, methods), methods)
    done()
  })
  return request => isHandled(request) ? headersFor(app, accepted, request) : null
}

function headersFor (app: FastifyInstance, accepted: AcceptedMediaTypes, request: FastifyRequest): Headers | null {
  const found = matchingMethods(app, request)
  if (found.size === 0) return null
  const headers: Record<string, string> = { allow: allowOf(found.keys()) }
  for (const [method, header] of Object.entries(ACCEPT_HEADERS)) {
    const parameters = found.get(method)
    const types = parameters === undefined ? '' : accepted.find(method, request.url, parameters)
    if (types !== '') headers[header] = types
  }
  return headers
}

// Neither a preflight (Fetch standard) nor OPTIONS *, which is about the whole server;
// and the app has no OPTIONS route for it.
function isHandled (request: FastifyRequest): boolean {
  const { method, url, headers, is404 } = request
  if (method !== 'OPTIONS' || headers['access-control-request-method'] !== undefined || url.startsWith('*')) {
    return false
  }
  return is404 || isCatchAll(request)
}

// `app.options('*')`, which @fastify/cors declares for preflights, is no endpoint of the app.
function isCatchAll ({ routeOptions: { method, url }, server: { prefix } }: FastifyRequest): boolean {
  return [method].flat().join() === 'OPTIONS' && url === `${prefix}*`
}

function withHeaders (reply: FastifyReply, headers: Headers): FastifyReply {
  omitDeprecation(reply)
  return reply.code(204).headers(headers)
}

// If it was registered first, @fastify/cors responds to every OPTIONS request before our hook runs.
function replaceCors (headersOf: HeadersOf): onSendHookHandler {
  return (request, reply, payload, done) => {
    const headers = isSentByCors(request, reply, payload) ? headersOf(request) : null
    if (headers === null) return done(null, payload)
    withHeaders(reply, headers)
    // These describe the body that is not sent.
    for (const name of ['content-type', 'content-length', 'etag']) reply.removeHeader(name)
    done(null, null)
  }
}

function isSentByCors (request: FastifyRequest, { statusCode }: FastifyReply, payload: unknown): boolean {
  if (statusCode === 400) return payload === CORS_INVALID
  return statusCode < 300 && (request as { [CORS_DECORATOR]?: unknown })[CORS_DECORATOR] === true
}

/**
 * Reports when the app becomes ready, once, a deprecation where the plugin that sends its headers is not
 * registered (`HYPER013`).
 */
function reportUnannounced (app: FastifyInstance): void {
  const scopes: [server: FastifyInstance, place: string][] = []
  app.addHook('onRegister', (scope, options: { prefix?: string, hyper?: unknown }) => {
    if (isDeprecated(options.hyper)) scopes.push([scope, `the scope ${options.prefix ?? ''}`.trimEnd()])
  })
  app.addHook('onReady', done => {
    const routes = routesOf(app).filter(({ config }) => isDeprecated(config.hyper))
    const declared = [...routes.map(route => [route.server, declaredPlace(route)] as const), ...scopes]
    const unannounced = declared.find(([server]) => !server.hasDecorator('hyper'))
    if (unannounced !== undefined) new Notices(app, hasLogger(app.log)).warn('HYPER013', unannounced[1], () => [])
    done()
  })
}

// Without the plugin, the option is not checked.
function isDeprecated (hyper: unknown): boolean {
  return Boolean((hyper as { deprecation?: unknown } | null | undefined)?.deprecation)
}
