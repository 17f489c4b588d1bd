// Responses to OPTIONS (RFC 9110 section 9.3.7), made of the routes of the app.
import type {
  FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest, HTTPMethods, onSendHookHandler
} from 'fastify'
import { environmentOf } from '../context/environment.ts'
import { hasRoute } from '../fastify/internals.ts'
import type { DeclaredRoute } from '../fastify/routes.ts'
import { consumedTypes } from '../forms/fields/action-input.ts'
import { isMediaType } from '../http/media-type.ts'
import { fastifyPlugin } from '../packages.cjs'
import type { RouteSchema } from '../routes/named-route.ts'
import { PathRoutes } from '../routes/path-routes.ts'
import { contentSchemas } from '../schema/content.ts'
import { readTypes } from './body-parsers.ts'
import { omitDeprecation, reportUnannounced } from './deprecation.ts'

const CONVENTIONAL = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

// RFC 5789 section 3.1, Linked Data Platform 1.0 section 7.1, RFC 10008.
const ACCEPT_HEADERS = { POST: 'accept-post', PATCH: 'accept-patch', QUERY: 'accept-query' } as const

const optionsHandler: FastifyPluginCallback = (app, _options, done) => {
  reportUnannounced(app)
  // At start, because the time depends on the number of routes.
  app.addHook('onReady', async () => { PathRoutes.of(app) })
  app.addHook('onRequest', (request, reply, next) => {
    if (setHeaders(app, request, reply)) reply.send()
    else next()
  })
  if (app.hasRequestDecorator(CORS_DECORATOR)) app.addHook('onSend', replaceCors(app))
  done()
}

// Returns whether the request gets 204 and `Allow`.
function setHeaders (app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): boolean {
  if (!isHandled(request)) return false
  const methods = methodsOf(app, request)
  if (methods.length === 0) return false
  omitDeprecation(reply)
  reply.code(204).headers({ allow: allowOf(methods), ...acceptedMediaTypes(app, methods, request) })
  return true
}

// The decorator of @fastify/cors, and its body for an OPTIONS request that is no preflight;
// test/http/features/options.test.ts pins both.
const CORS_DECORATOR = 'corsPreflightEnabled'
const CORS_INVALID = 'Invalid Preflight Request'

// If it was registered first, @fastify/cors responds to every OPTIONS request before our hook runs.
function replaceCors (app: FastifyInstance): onSendHookHandler {
  return (request, reply, payload, done) => {
    if (!isSentByCors(request, reply, payload) || !setHeaders(app, request, reply)) return done(null, payload)
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
 * Sends 204 and `Allow` for OPTIONS: `await app.register(hyperOptionsHandler)` on the root,
 * before authentication hooks.
 */
export const hyperOptionsHandler = fastifyPlugin(optionsHandler, {
  fastify: '>=5.8.5 <6', name: 'fastify-hyper-options-handler'
})

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

/**
 * Returns the methods, except OPTIONS, that have a route for the URL, host and version of a request. Routes with other
 * constraints are not found: only the router can derive those.
 */
function methodsOf (app: FastifyInstance, request: FastifyRequest): string[] {
  const constraints = constraintsOf(app, request)
  // Without the query, which the router would parse once for each method.
  const url = request.url.split('?', 1)[0]!
  return app.supportedMethods.filter(method =>
    method !== 'OPTIONS' && hasRoute(app, { method: method as HTTPMethods, url, constraints }))
}

// As the router derives them; a version only if some route has one, because otherwise no route would be found.
function constraintsOf (app: FastifyInstance, { raw: { headers } }: FastifyRequest): Record<string, unknown> {
  const host = headers.host || headers[':authority']
  return app.hasConstraintStrategy('version') ? { host, version: headers['accept-version'] } : { host }
}

/** Returns the value of `Allow`: the usual methods in their usual order, then others by name. */
function allowOf (methods: readonly string[]): string {
  const all = new Set(methods).add('OPTIONS')
  if (all.has('GET')) all.add('HEAD')
  const others = methods.filter(method => !CONVENTIONAL.includes(method)).sort()
  return [...CONVENTIONAL.filter(method => all.has(method)), ...others].join(', ')
}

/** Returns the headers with the media types that the routes of a request's path accept. */
function acceptedMediaTypes (
  app: FastifyInstance, methods: readonly string[], request: FastifyRequest
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [method, header] of Object.entries(ACCEPT_HEADERS)) {
    if (!methods.includes(method)) continue
    const route = PathRoutes.of(app).find(method, request.url, request)
    const types = route === null ? [] : mediaTypesOf(route)
    if (types.length > 0) headers[header] = types.join(', ')
  }
  return headers
}

function mediaTypesOf (route: DeclaredRoute): string[] {
  const { server, schema } = route
  const { body, consumes } = (schema ?? {}) as RouteSchema
  const consumed = consumedTypes(consumes)
  if (consumed.length > 0) return consumed
  if (typeof body !== 'object' || body === null) return []
  const schemas = contentSchemas(body)
  if (schemas !== null) return [...schemas.keys()].filter(isMediaType)
  const { hyper, hal, halForms } = environmentOf(server)?.settings.mediaTypes ?? {}
  const parsed = ['application/json', hyper, hal, halForms]
    .filter(type => type !== undefined && server.hasContentTypeParser(type)) as string[]
  return [...new Set([...parsed, ...readTypes(route)])]
}
