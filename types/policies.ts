import type { FastifyRequest } from 'fastify'
import type { Awaitable } from './callbacks.ts'

/**
 * Decides whether a caller may call a guarded route, and whether a link, an action or an embedded resource is in the
 * response. Only `true`, or a promise of it, allows. If it throws, the error is logged and nothing is allowed; in
 * strict mode the request fails with the error.
 * @param resource the value of `select`, or the resource of a guarded route; `undefined` without either. A guard passes
 * it to policies that declare this parameter (a function `length` of 2)
 * @example const owner: Policy<Order> = (request, order) => order.owner === request.user.id
 */
// The type of a method, not of a function: method parameters are bivariant, so a policy can declare the type of its
// resource. An interface, so that errors of the compiler print its name.
export interface Policy<R = unknown> extends PolicyMethod<R> {}
type PolicyMethod<R> = { policy (request: FastifyRequest, resource: R): Awaitable<boolean> }['policy']

/** A policy that decides on many resources in one call: the resources of one response that are known together. */
export interface BatchPolicy<R = unknown> {
  /**
   * Gets distinct resources, and returns one result for each, in their order; only `true` allows. If it throws, or
   * returns another number of results, the error is logged and none of them is allowed; in strict mode the request
   * fails with the error.
   */
  many (request: FastifyRequest, resources: readonly R[]): Awaitable<readonly boolean[]>
  /**
   * How many resources one call may have: a positive integer. More are split into several calls at the same time.
   * @default no limit
   */
  max?: number
}

/**
 * The names of the policies of the app. Augment it, and other names do not compile:
 * `declare module 'fastify-hyper' { interface HyperPolicies { owner: true } }`, or
 * `interface HyperPolicies extends AppPolicies {}` with `type AppPolicies = typeof policies`
 */
export interface HyperPolicies {}

/** The name of a policy; any string while `HyperPolicies` is empty. */
export type PolicyName = [keyof HyperPolicies] extends [never] ? string : keyof HyperPolicies & string

/** Policies by name, for `.requireAuthorization(name)` and the key `policy` of routes. */
export type Policies = Record<string, Policy | BatchPolicy>
