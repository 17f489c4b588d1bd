/**
 * The API as tools for agents: `app.register(mcp, { prefix: '/mcp' })`.
 * @module fastify-hyper/mcp
 */
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, onSendHookHandler } from 'fastify'
import { environmentOf } from '../lib/context/environment.ts'
import { reportUnsafe } from '../lib/diagnostics/production.ts'
import { fail } from '../lib/errors.ts'
import { modelOf } from '../lib/features/extend.ts'
import { endpointRoute, isForwarded, loopProblem } from '../lib/features/forward.ts'
import { isInstalled } from '../lib/optional-package.ts'
import { problem } from '../lib/problems/problem.ts'
import type { McpOptions } from '../types/mcp.ts'
import type { HyperProblem } from '../types/problem.ts'
import { Api } from './api.ts'
import { Authorization } from './authorization.ts'
import { foreignFault } from './foreign.ts'
import { readOptions } from './options.ts'
import type { Endpoint } from './server.ts'

export type { McpAuthorization, McpOptions } from '../types/mcp.ts'
export type { ServiceName, Services } from '../types/services.ts'

/**
 * The API as tools of the Model Context Protocol: streamable HTTP, stateless. Tools send requests to the app with the
 * credentials of their own request. Register it in the scope of fastify-hyper, after it.
 */
export const mcp: FastifyPluginAsync<McpOptions> = async (own, options) => {
  const environment = environmentOf(own)
  if (environment === null) return fail('FST_ERR_HYPER_NOT_REGISTERED', 'app.register(mcp)', 'fastify-hyper/mcp')
  const settings = readOptions(options, own.prefix, environment)
  if (settings.allowedHosts === null) reportUnsafe(own, 'app.register(mcp)', 'allowedHosts')
  const api = new Api(own, environment, settings)
  if (!isBundled && !isInstalled(SDK)) fail('FST_ERR_HYPER_SDK_MISSING', 'app.register(mcp)', SDK)
  declareEndpoint(own, api, authorizationOf(own, api))
}

export default mcp

export { protectedResource } from './authorization.ts'

const SDK = '@modelcontextprotocol/server'

// A bundle of the app contains the SDK.
const isBundled = !/\/mcp\/index\.[jt]s$/.test(import.meta.url ?? '')

function authorizationOf (own: FastifyInstance, { environment, settings }: Api): Authorization | null {
  const { authorization: given, name } = settings
  if (given === null) return null
  const authorization = new Authorization({ ...given, name }, own.prefix, environment)
  authorization.declare(own, environment)
  return authorization
}

function declareEndpoint (own: FastifyInstance, api: Api, authorization: Authorization | null): void {
  let endpoint: Promise<Endpoint> | undefined
  own.addHook('preClose', () => endpoint?.then(({ close }) => close(), () => {}))
  // The protocol has its own errors for bodies that are no JSON. Pages of other sites cannot send this media type
  // without asking (Fetch, CORS-safelisted request-header).
  own.removeAllContentTypeParsers()
  own.addContentTypeParser('application/json', { parseAs: 'string' }, parseMessage)
  own.route({
    // With HEAD, because Fastify's own HEAD route cannot send the responses of the SDK.
    method: ['GET', 'HEAD', 'POST', 'DELETE'],
    url: '/',
    ...endpointRoute(own),
    onRequest: async (request, reply) => {
      const rejected = rejectionOf(request, api) ?? authorization?.missing(request) ?? null
      if (rejected !== null) return rejected.send(reply)
    },
    ...(authorization === null ? {} : { onSend: challengeHook(authorization) }),
    handler: async (request, reply) => {
      const message = request.body
      if (request.method === 'POST' && message === undefined) return reply.code(400).send(UNREADABLE)
      // The SDK is large: it is loaded with the first request.
      endpoint ??= openEndpoint(api)
      return reply.send(await (await endpoint).respond(reply, message))
    }
  })
}

// Also for what hooks of the app send.
function challengeHook (authorization: Authorization): onSendHookHandler {
  return (_request, reply, _payload, done) => {
    if (reply.statusCode === 401) authorization.challenge(reply)
    done()
  }
}

// Before the body is read.
function rejectionOf (request: FastifyRequest, { environment, settings }: Api): HyperProblem | null {
  if (isForwarded(request)) return loopProblem()
  const detail = foreignFault(request, environment, settings)
  return detail === null ? null : problem({ status: 403, detail })
}

async function openEndpoint (api: Api): Promise<Endpoint> {
  const { createEndpoint } = await import('./server.ts')
  api.describe(await modelOf(api.environment))
  return createEndpoint(api)
}

const PARSE_ERROR = -32700

const UNREADABLE = { jsonrpc: '2.0', error: { code: PARSE_ERROR, message: 'Parse error' }, id: null }

// The message is undefined if it is no JSON.
function parseMessage (_request: FastifyRequest, body: string, done: (error: null, message: unknown) => void): void {
  let message: unknown
  try {
    message = JSON.parse(body)
  } catch {
    // The handler rejects it.
  }
  done(null, message)
}
