import type { Hyper } from './options.ts'
import type { HyperGroupOptions, HyperRouteOptions } from './route-options.ts'

declare module 'fastify' {
  interface FastifyInstance {
    hyper: Hyper
  }
  interface FastifyContextConfig {
    hyper?: HyperRouteOptions
  }
  // As @fastify/swagger declares them: the name of a route, and the label of an action.
  interface FastifySchema {
    operationId?: string
    summary?: string
  }
}

declare module 'fastify/types/register.js' {
  interface RegisterOptions {
    hyper?: HyperGroupOptions
  }
}
