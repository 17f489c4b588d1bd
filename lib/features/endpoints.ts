// The endpoints of this package: routes that are no part of the API,
// and send requests to it on behalf of their callers.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { HyperProblem } from '../../types/problem.ts'
import { PathRoutes } from '../routes/path-routes.ts'
import { problem } from './problem/problem.ts'

const ENDPOINT = Symbol.for('fastify-hyper.endpoint')

// An option of @fastify/swagger, which is optional, so its type is not available.
const HIDDEN: object = { hide: true }

/** Returns the options of the routes of an endpoint. */
export function endpointRoute (app: FastifyInstance): {
  readonly schema: object, readonly config: FastifyContextConfig
} {
  // Overrides the options of a group. Without the plugin, there is none.
  const own: FastifyContextConfig = app.hasDecorator('hyper') ? { hyper: { links: false, deprecation: false } } : {}
  const marked: FastifyContextConfig & { readonly [ENDPOINT]: true } = { ...own, [ENDPOINT]: true }
  return { schema: HIDDEN, config: marked }
}

/** Whether the route of a path, which has no dot segments, is an endpoint. @param app an app that is ready */
export function isEndpoint (app: FastifyInstance, method: string, path: string): boolean {
  const route = PathRoutes.of(app).find(method, path)
  return route !== null && ENDPOINT in route.config
}

const MARK = 'fastify-hyper-forwarded'
const SECRET = Symbol.for(MARK)

// Copies of this module in one process have one secret.
const shared = globalThis as { [SECRET]?: string }
const secret = shared[SECRET] ??= randomBytes(32).toString('base64url')

/**
 * The header of each request that an endpoint sends. What the app sends to itself with the same headers has it too. No
 * client knows it.
 */
export const MARK_HEADER: Readonly<Record<string, string>> = Object.freeze({ [MARK]: secret })

/** Whether an endpoint sent a request, or what it was made of. */
export function isForwarded ({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const [given, expected] = [Buffer.from(String(headers[MARK])), Buffer.from(secret)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The problem of a request that would go from one endpoint to another: each level is a request within the other. */
export function loopProblem (): HyperProblem {
  const detail = 'Endpoints of fastify-hyper do not send requests to each other, directly or through other routes.'
  return problem({ status: 508, detail })
}
