import type {
  DefineLinksOptions, LinkBuilder, LinkConfig as LinkConfigType, ResourceClass, ResourceOf
} from '../../types/links.ts'
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { CONFIG } from '../fastify/marks.ts'
import { checkKeys, isObjectOrArray } from '../options/checks.ts'
import { isCollector } from './collector.ts'

/**
 * The base class of link configurations: set `type`, and declare links in `configure`.
 * TypeScript does not compare `type` with `T`; `defineLinks` infers `T`. Options accept any object with these members.
 */
export abstract class LinkConfig<in T> implements LinkConfigType<T> {
  /** A class, a schema, or the `$id` of one. */
  readonly type?: unknown
  /**
   * The name of the type.
   * @default the `$id`, the class or the title that `type` names, else the route of `self` without its verb
   */
  readonly name?: string
  /**
   * The JSON schema that an embedded resource of this type is serialized with.
   * @default the schema that `type` names
   */
  readonly schema?: object

  abstract configure (links: LinkBuilder<T>): void

  /**
   * Returns the configuration of an envelope of one resource, `{ article: {...} }`:
   * the object at that member gets these links.
   * @throws FST_ERR_HYPER_INVALID_OPTION when the app becomes ready, if the name is not a string or empty
   * @example config: { hyper: { links: articleLinks.at('article') } }
   */
  at<M extends string> (member: M): LinkConfig<Readonly<Record<M, T>>> {
    return new EnvelopeLinks<T, M>(this, member)
  }
}

// Identifies configurations of every copy of this package in the process.
Object.defineProperty(LinkConfig.prototype, CONFIG, { value: true })

export function isLinkConfig (value: unknown): value is LinkConfig<never> {
  return isObjectOrArray(value) && CONFIG in value
}

class EnvelopeLinks<in T, M extends string> extends LinkConfig<Readonly<Record<M, T>>> {
  readonly #config: LinkConfig<T>
  readonly #member: M

  constructor (config: LinkConfig<T>, member: M) {
    super()
    this.#config = config
    this.#member = member
  }

  override configure (links: LinkBuilder<Readonly<Record<M, T>>>): void {
    if (isCollector(links)) links.resource(this.#member, this.#config)
  }
}

type Declare<T> = (links: LinkBuilder<T>) => void

class DefinedLinks<in T> extends LinkConfig<T> {
  readonly #declare: Declare<T>

  constructor (type: unknown, declare: Declare<T>, options: DefineLinksOptions = {}) {
    super()
    checkKeys('defineLinks, options', options, ['name', 'schema'])
    Object.assign(this, type === undefined ? options : { ...options, type })
    this.#declare = declare
  }

  override configure (links: LinkBuilder<T>): void {
    return this.#declare(links)
  }
}

/**
 * Declares the links and actions of a class: its instances have them on every opted-in route. Give the result to the
 * option `links` of the plugin.
 * @param type the class; subclasses without a configuration of their own have the links too
 * @param declare declares the links. Synchronous; called once, when the app becomes ready
 * @throws FST_ERR_HYPER_INVALID_CONFIG, FST_ERR_HYPER_UNKNOWN_KEY
 * @example
 * const orderLinks = defineLinks(Order, links => {
 *   links.self(LinkTarget.route('GetOrder', order => ({ id: order.id })))
 *   links.affordance('cancel', LinkTarget.route('CancelOrder', order => ({ id: order.id })))
 *     .when(order => order.status === 'Pending')
 * })
 */
export function defineLinks<T> (
  type: ResourceClass<T>, declare: Declare<T>, options?: DefineLinksOptions
): LinkConfig<T>
/**
 * Declares links without a type: only a route (`links: orderLinks`) or an embedded resource that names the
 * configuration has them.
 * @example const rootLinks = defineLinks(links => { links.link('orders', LinkTarget.route('ListOrders')) })
 */
export function defineLinks<T> (declare: Declare<T>, options?: DefineLinksOptions): LinkConfig<T>
/**
 * Declares the links of the values whose response schema has an `$id`.
 * @example defineLinks<Order>('Order', links => { links.self(LinkTarget.route('GetOrder', ({ id }) => ({ id }))) })
 */
export function defineLinks<T> (id: string, declare: Declare<T>, options?: DefineLinksOptions): LinkConfig<T>
/**
 * Declares the links of the values whose response schema is this one (constant JSON schema, TypeBox, Zod), which types
 * the resource.
 * @example defineLinks(OrderSchema, links => { links.self(LinkTarget.route('GetOrder', ({ id }) => ({ id }))) })
 */
export function defineLinks<const S extends object> (
  schema: S,
  declare: Declare<ResourceOf<S>>,
  options?: DefineLinksOptions
): LinkConfig<ResourceOf<S>>
/** Declares the links of the values of a schema that does not type them. */
export function defineLinks<T> (schema: object, declare: Declare<T>, options?: DefineLinksOptions): LinkConfig<T>
export function defineLinks (first: unknown, second?: unknown, third?: DefineLinksOptions): LinkConfig<never> {
  const declare = typeof second === 'function' ? second : first
  if (typeof declare !== 'function' || isClass(declare)) {
    const remedy = 'Give a type and a function that declares its links: ' +
      'defineLinks(Order, links => { links.self(…) }).'
    fail('FST_ERR_HYPER_INVALID_CONFIG', 'defineLinks', describe(declare), remedy)
  }
  if (declare === second) return new DefinedLinks(first, declare as Declare<never>, third)
  return new DefinedLinks(undefined, declare as Declare<never>, second as DefineLinksOptions | undefined)
}

// Functions can be given another prototype, or have none.
function isClass (value: object): boolean {
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
}

/**
 * Returns the link configurations that modules export: instances, and an instance of each subclass of `LinkConfig` that
 * needs no arguments.
 * @param modules namespaces of modules: `await import('./orders.ts')`
 * @example links: linksIn(await import('./orders.ts'), await import('./customers.ts'))
 */
export function linksIn (...modules: object[]): LinkConfig<never>[] {
  const found = new Set<LinkConfig<never>>()
  const made = new Set<unknown>()
  for (const exported of modules.flatMap(module => Object.values(module) as unknown[])) {
    if (isLinkConfig(exported)) found.add(exported)
    else if (isBareSubclass(exported) && !made.has(exported)) {
      made.add(exported)
      found.add(Reflect.construct(exported, []) as LinkConfig<never>)
    }
  }
  return [...found]
}

function isBareSubclass (exported: unknown): exported is new () => LinkConfig<never> {
  return typeof exported === 'function' && exported.length === 0 &&
    isLinkConfig(exported.prototype) && typeof exported.prototype.configure === 'function'
}
