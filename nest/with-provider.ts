import type { Type } from '@nestjs/common'
import type { ModuleRef } from '@nestjs/core'
import type { FastifyRequest } from 'fastify'
import { fail } from '../lib/errors.ts'
import { PROVIDERS } from '../lib/fastify/marks.ts'

interface ProvidingServer {
  [PROVIDERS]?: ModuleRef
}

/** Lets `withProvider` find the providers of an app. Returns whether it is the first time. */
export function provideFrom (server: object, moduleRef: ModuleRef): boolean {
  if (PROVIDERS in server) return false
  Object.assign(server, { [PROVIDERS]: moduleRef })
  return true
}

/**
 * Returns a function of a request that gets a provider of the app before its arguments: for `resource`, policies and
 * `tag`, which decorators and options declare before there are providers.
 * @param token of a provider of any module, not request-scoped
 * @throws FST_ERR_HYPER_NO_MODULE when it is called for an app without the module
 * @example @HyperLinks({ resource: withProvider(OrdersService, (orders, request) => orders.find(request.params.id)) })
 */
export function withProvider<P, R extends FastifyRequest, A extends unknown[], T> (
  token: Type<P>, use: (provider: P, request: R, ...more: A) => T
): (request: R, ...more: A) => T {
  const bound = (request: R, ...more: A): T => {
    const { [PROVIDERS]: app } = request.server.server as ProvidingServer
    if (app === undefined) fail('FST_ERR_HYPER_NO_MODULE', `withProvider(${token.name})`, 'a provider')
    return use(app.get<P>(token, { strict: false }), request, ...more)
  }
  // A guard passes a resource to policies that declare it.
  return Object.defineProperty(bound, 'length', { value: use.length - 1 })
}
