// What `hyper-api check --production` reports of the login.
import type { FastifyInstance } from 'fastify'
import type { Environment } from '../lib/context/environment.ts'
import { productionTopic } from '../lib/diagnostics/inspection.ts'
import { reportSecrets, reportUnsafe } from '../lib/diagnostics/production.ts'
import { appOptions, scopeHooks } from '../lib/fastify/internals.ts'
import { routePlace } from '../lib/fastify/routes.ts'
import type { NamedRoute } from '../lib/routes/named-route.ts'
import type { LoginSettings } from './login-options.ts'

interface Pages {
  readonly app: FastifyInstance
  readonly environment: Environment
}

const PLACE = 'html options, login'

/** Reports a login whose passwords can be tried without end, or whose cookie is not safe, when the app is ready. */
export function reportLogin ({ app, environment }: Pages, { route: name, secret }: LoginSettings): void {
  if (!productionTopic.isObserved) return
  for (const route of environment.routes.all(name)) {
    if (!isLimited(route)) reportUnsafe(app, routePlace(route.methods, route.url), 'loginLimit')
  }
  if (hasNoTls(app, environment)) reportUnsafe(app, PLACE, 'loginCookie')
  reportSecrets(app, `${PLACE}, secret`, secret)
}

const HOOKS = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const

// What @fastify/rate-limit adds to routes, and what app.rateLimit() returns, is one function in closures.
function isLimited ({ server, options }: NamedRoute): boolean {
  const { rateLimit } = (server ?? {}) as { readonly rateLimit?: () => unknown }
  if (server === null || typeof rateLimit !== 'function') return false
  const code = String(rateLimit())
  const ofScope = scopeHooks(server)
  return HOOKS.some(name => [ofScope?.[name], options[name]].flat().some(hook => String(hook) === code))
}

// Of a function, and of proxies that forward the protocol, the start knows nothing.
function hasNoTls (app: FastifyInstance, { settings: { baseUrl } }: Environment): boolean {
  if (typeof baseUrl === 'string') return baseUrl.startsWith('http:')
  const { https, serverFactory, trustProxy } = appOptions(app) ?? {}
  return typeof baseUrl !== 'function' && !https && !serverFactory && !trustProxy
}
