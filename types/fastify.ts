import type { Hyper, HyperGroupOptions, HyperRouteOptions } from './options.ts'

declare module 'fastify' {
  interface FastifyInstance {
    hyper: Hyper
  }
  interface FastifyContextConfig {
    hyper?: HyperRouteOptions
  }
  // As @fastify/swagger declares them: we read a route's name and an action's label from here.
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
