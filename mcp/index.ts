/**
 * The API as tools for agents: `app.register(mcp, { prefix: '/mcp' })`.
 * @module fastify-hyper/mcp
 */
import type { FastifyContextConfig, FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { createMcpHandler, PARSE_ERROR } from '@modelcontextprotocol/server'
import type { McpOptions } from '../types/mcp.ts'
import { fail } from '../lib/errors.ts'
import { HyperDecorator } from '../lib/features/decorator.ts'
import { problem } from '../lib/features/problem/problem.ts'
import type { Environment } from '../lib/resolution/environment.ts'
import { Api } from './api.ts'
import { Caller } from './caller.ts'
import { foreignFault } from './foreign.ts'
import { AGENT, agentFormat } from './formatter.ts'
import { readOptions } from './options.ts'
import { createServer } from './server.ts'

export type { McpOptions } from '../types/mcp.ts'

/**
 * The API as tools of the Model Context Protocol: streamable HTTP, stateless. Tools send requests to the app with the credentials of
 * their own request. Register it in the scope of fastify-hyper, after it.
 */
export const mcp: FastifyPluginAsync<McpOptions> = async (own, options) => {
  const environment = own.hasDecorator('hyper') ? HyperDecorator.environmentOf(own.hyper) : null
  if (environment === null) return fail('FST_ERR_HYPER_NOT_REGISTERED', 'app.register(mcp)', 'fastify-hyper/mcp')
  const api = new Api(own, environment, readOptions(options, own.prefix))
  extend(environment, api)
  declareEndpoint(own, api)
}

export default mcp

function extend ({ extensions }: Environment, api: Api): void {
  extensions.readers.push(description => api.describe(description))
  if (extensions.formats.includes(agentFormat)) return
  extensions.formats.push(agentFormat)
  const { showsForms } = extensions
  extensions.showsForms = request => request.headers.accept?.startsWith(AGENT) === true || showsForms(request)
}

// An option of @fastify/swagger, which is optional, so its type is not available.
const HIDDEN: object = { hide: true }

// Overrides the options of a group: the endpoint is no part of the API.
const PLAIN: FastifyContextConfig = { hyper: { links: false, deprecation: false } }

function declareEndpoint (own: FastifyInstance, api: Api): void {
  const callers = new WeakMap<Request, Caller>()
  const handler = createMcpHandler(({ requestInfo }) => {
    const caller = requestInfo === undefined ? undefined : callers.get(requestInfo)
    // A server without its own caller must not exist.
    if (caller === undefined) throw new TypeError('The request of the protocol has no caller.')
    return createServer(caller)
  }, { onerror: error => own.log.debug(error) })
  own.addHook('preClose', () => handler.close())
  // The protocol has its own errors for bodies that are no JSON.
  own.removeAllContentTypeParsers()
  own.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  own.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/',
    schema: HIDDEN,
    config: PLAIN,
    handler: async (request, reply) => {
      const detail = foreignFault(request, api.environment, api.settings)
      if (detail !== null) return problem({ status: 403, detail }).send(reply)
      const parsedBody = messageIn(request.body)
      if (request.method === 'POST' && parsedBody === undefined) return reply.code(400).send(UNREADABLE)
      // With the message, the handler passes this same object to the factory of the server.
      const received = webRequest(request)
      callers.set(received, new Caller(api, reply))
      return reply.send(await handler.fetch(received, { parsedBody }))
    }
  })
}

function webRequest ({ method, headers, url, host }: FastifyRequest): Request {
  const given = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !name.startsWith(':')) given.set(name, [value].flat().join(', '))
  }
  const own = `http://${host}`
  return new Request(new URL(url, URL.canParse(own) ? own : 'http://localhost'), { method, headers: given })
}

const UNREADABLE = { jsonrpc: '2.0', error: { code: PARSE_ERROR, message: 'Parse error' }, id: null }

/** Returns the message in a body; undefined if it is no JSON. */
function messageIn (body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined
  } catch {
    return undefined
  }
}
