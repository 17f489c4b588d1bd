import type { FastifyRequest } from 'fastify'
import type { ResourceLoader } from '../../types/route-options.ts'
import { handled } from '../async/promises.ts'
import { awaited, type Steps } from '../async/steps.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { type Marked, REQUEST, requestMark } from '../fastify/marks.ts'
import type { ResourceSettings } from '../options/route-options.ts'

/**
 * Loads the resource of a request. Returns null if it does not exist.
 * @throws FST_ERR_HYPER_INVALID_OPTION for a resource that is no object, or an array; what the loader throws
 */
export function * loadResource (
  place: string, { load }: ResourceSettings, request: FastifyRequest
): Steps<object | null> {
  const resource = handled(yield * awaited(load(request)))
  if (resource === null || resource === undefined) return null
  if (typeof resource !== 'object' || Array.isArray(resource)) {
    fail(
      'FST_ERR_HYPER_INVALID_OPTION', `${place}, resource`, kindOf(resource),
      'Return an object, and null if there is no resource.'
    )
  }
  requestMark(request).resource = resource
  return resource
}

/**
 * Returns the resource that the key `resource` of the route has loaded for a request: the same object in the handler
 * and in later hooks. The type argument is the type of the loader, of `{ load }`, or of the resource.
 * @throws FST_ERR_HYPER_NO_RESOURCE if the route has no such key, or the guard has not run yet
 * @example const order = resourceOf<typeof loadOrder>(request)
 * @example const order = resourceOf<Order>(request)
 */
export function resourceOf<L extends Loads = never> (request: RequestOf<L>): Loaded<L>
export function resourceOf<T> (request: FastifyRequest): T
export function resourceOf (request: FastifyRequest): unknown {
  const resource = (request as Marked)[REQUEST]?.resource
  return resource ??
    fail('FST_ERR_HYPER_NO_RESOURCE', `${request.method} ${request.routeOptions.url ?? ''}`, 'resourceOf')
}

type Loads = ResourceLoader | { readonly load: ResourceLoader }

type Loaded<L> = NonNullable<Awaited<
  L extends (...args: never) => infer R ? R : L extends { readonly load: (...args: never) => infer R } ? R : never
>>

// Without a type argument the second signature applies, which gets its type from the context.
type RequestOf<L> = [L] extends [never] ? never : FastifyRequest
