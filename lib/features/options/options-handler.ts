// Answers to OPTIONS (RFC 9110 section 9.3.7) from the routes that there are.
import fastifyPlugin from 'fastify-plugin'
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { AcceptedMediaTypes } from './accepted-media-types.ts'
import { allowOf, matchingMethods } from './allow.ts'
import { routesOf } from '../../routes/declared-routes.ts'
import { keepSilent } from '../deprecation.ts'
import { sayUnannounced } from '../unannounced.ts'

// What @fastify/cors leaves on an app and says of an OPTIONS request that is no preflight; test/features/options.test.ts pins both.
const CORS_MARK = 'corsPreflightEnabled'
const CORS_REFUSAL = 'Invalid Preflight Request'

const ACCEPT = { POST: 'accept-post', PATCH: 'accept-patch' } as const

type Answer = Readonly<Record<string, string>>

/** Gives what an app's routes take; once it is ready. */
type Accepted = () => AcceptedMediaTypes

const optionsHandler: FastifyPluginCallback = (app, _options, done) => {
  sayUnannounced(app)
  const accepted = acceptedBy(app)
  app.addHook('onRequest', (request, reply, next) => {
    const answer = answerTo(app, accepted, request)
    if (answer === null) return next()
    asAnswered(reply, answer).send()
  })
  if (app.hasRequestDecorator(CORS_MARK)) app.addHook('onSend', repairCors(app, accepted))
  done()
}

/** Answers OPTIONS with 204 and `Allow`: `await app.register(hyperOptionsHandler)` on the root, before hooks that ask who the caller is. */
export const hyperOptionsHandler = fastifyPlugin(optionsHandler, { fastify: '>=5.8.5 <6', name: 'fastify-hyper-options-handler' })

// Made at start, and not for each request: that takes longer the more routes there are.
function acceptedBy (app: FastifyInstance): Accepted {
  let made: AcceptedMediaTypes
  app.addHook('onReady', done => {
    made = new AcceptedMediaTypes(routesOf(app), Object.keys(ACCEPT))
    done()
  })
  return () => made
}

function answerTo (app: FastifyInstance, accepted: Accepted, request: FastifyRequest): Answer | null {
  if (!isPlainOptions(request) || !(request.is404 || isCatchAll(request))) return null
  const methods = matchingMethods(app, request)
  if (methods.size === 0) return null
  const answer: Record<string, string> = { allow: allowOf(methods.keys()) }
  for (const [method, header] of Object.entries(ACCEPT)) {
    const parameters = methods.get(method)
    const types = parameters === undefined ? '' : accepted().find(method, request.url, parameters)
    if (types !== '') answer[header] = types
  }
  return answer
}

// A preflight asks about other things (Fetch standard), and OPTIONS * about the whole server.
function isPlainOptions ({ method, url, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] === undefined && !url.startsWith('*')
}

// `app.options('*')`, as @fastify/cors declares it: there for preflights, and no endpoint of the app.
function isCatchAll ({ routeOptions: { method, url }, server: { prefix } }: FastifyRequest): boolean {
  return [method].flat().join() === 'OPTIONS' && url === `${prefix}*`
}

function asAnswered (reply: FastifyReply, answer: Answer): FastifyReply {
  keepSilent(reply)
  return reply.code(204).headers(answer)
}

// Registered first, @fastify/cors takes every OPTIONS request for a preflight, and answers before our turn.
function repairCors (app: FastifyInstance, accepted: Accepted): onSendHookHandler {
  return (request, reply, payload, done) => {
    const answer = isAnsweredByCors(request, reply, payload) ? answerTo(app, accepted, request) : null
    if (answer === null) return done(null, payload)
    asAnswered(reply, answer)
    // What is said of the text that was to be sent.
    for (const name of ['content-type', 'content-length', 'etag']) reply.removeHeader(name)
    done(null, null)
  }
}

function isAnsweredByCors (request: FastifyRequest, { statusCode }: FastifyReply, payload: unknown): boolean {
  if (statusCode === 400) return payload === CORS_REFUSAL
  return statusCode < 300 && (request as { [CORS_MARK]?: unknown })[CORS_MARK] === true
}
