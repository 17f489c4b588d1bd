import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import { resourceOf } from '../lib/guards/resource.ts'

/**
 * A parameter of a method: the resource that the option `resource` of `@HyperLinks` has loaded.
 * @example cancel (@HyperResource() order: Order) { … }
 */
export const HyperResource: () => ParameterDecorator = createParamDecorator((_: undefined, context: ExecutionContext) =>
  resourceOf<object>(context.switchToHttp().getRequest<FastifyRequest>()))
