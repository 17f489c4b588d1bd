import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TextByLanguage } from './forms.ts'

/** The second argument of the callbacks of a link configuration: where the resource is sent to, and by what. */
export interface LinkContext {
  /** The request that is responded to. */
  readonly request: FastifyRequest
  /** The reply of that request. A callback must not send it. */
  readonly reply: FastifyReply
  /** The instance that the route was declared on, with its decorators. */
  readonly server: FastifyInstance
  /**
   * Aborts when the client closes the connection, and when the response is complete. Pass it to the queries and
   * requests that a callback starts.
   */
  readonly signal: AbortSignal
}

/** A value, or a promise of it. */
export type Awaitable<V> = V | Promise<V>

/** A function of the resource and the request; may be asynchronous. It must not modify the resource. */
export type LinkCallback<T, V> = (resource: T, context: LinkContext) => Awaitable<V>

/**
 * One callback for all resources of a response that are known together, such as the elements of a list, or the
 * resources that are embedded at one depth. It must not modify them.
 */
export interface BatchCallback<T, V> {
  /** Gets distinct resources. Must return one result for each, in their order, or the response fails. */
  readonly many: (resources: readonly T[], context: LinkContext) => Awaitable<readonly V[]>
}

/** A string for people: fixed, by language, or computed for each resource. `null` and `undefined` omit it. */
export type Wording<T> = string | TextByLanguage | LinkCallback<T, string | null | undefined>
