import type { Type } from '@nestjs/common'
import type { ModuleRef } from '@nestjs/core'
import type { FastifyRequest } from 'fastify'
import { fail } from '../lib/errors.ts'
import { addMark, type Marked, SERVER } from '../lib/fastify/marks.ts'

/** Lets `withProvider` find the providers of an app. Returns whether it is the first time. */
export function provideFrom (server: object, moduleRef: ModuleRef): boolean {
  if (providersOf(server) !== undefined) return false
  addMark(server, SERVER, { providers: moduleRef })
  return true
}

function providersOf (server: Marked): ModuleRef | undefined {
  return server[SERVER]?.providers as ModuleRef | undefined
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
    const app = providersOf(request.server.server as Marked)
    if (app === undefined) fail('FST_ERR_HYPER_NO_MODULE', `withProvider(${token.name})`, 'a provider')
    return use(app.get<P>(token, { strict: false }), request, ...more)
  }
  // A guard passes a resource to policies that declare it.
  return Object.defineProperty(bound, 'length', { value: use.length - 1 })
}
