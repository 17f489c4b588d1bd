import type { LinkBuilder, LinkConfigOf, ResourceClass, ResourceOf } from '../../types/links.ts'
import { fail } from '../errors.ts'
import { checkKeys } from '../options/plugin-options.ts'
import { describe } from '../diagnostics/wording.ts'
import { rememberPlace } from './declared-at.ts'

/**
 * The hypermedia of one type, as a class: set `type` and declare in `configure`.
 * TypeScript cannot tie `type` to `T`; `defineLinks` infers it.
 */
export abstract class LinkConfig<in T> implements LinkConfigOf<T> {
  /** A class, a JSON schema with `$id`, or such an `$id`. */
  readonly type?: unknown
  /** How an embedded resource of this type is written. @default the schema that `type` names */
  readonly schema?: object

  constructor () {
    rememberPlace(this)
  }

  abstract configure (links: LinkBuilder<T>): void
}

interface DefineOptions {
  /** How an embedded resource of this type is written. */
  schema?: object
}

class DefinedLinks<in T> extends LinkConfig<T> {
  readonly #declare: (links: LinkBuilder<T>) => void

  constructor (type: unknown, declare: (links: LinkBuilder<T>) => void, options: DefineOptions) {
    super()
    checkKeys('defineLinks, options', options, ['schema'])
    Object.assign(this, type === undefined ? options : { ...options, type })
    this.#declare = declare
  }

  override configure (links: LinkBuilder<T>): void {
    return this.#declare(links)
  }
}

/**
 * Declares the hypermedia of one type: a class, a JSON schema with `$id`, or such an `$id` as text.
 * Without a type, only a route (`links: config`) or an embed can name the configuration.
 */
export function defineLinks<T> (type: ResourceClass<T>, declare: (links: LinkBuilder<T>) => void, options?: DefineOptions): LinkConfig<T>
export function defineLinks<T> (declare: (links: LinkBuilder<T>) => void, options?: DefineOptions): LinkConfig<T>
export function defineLinks<T> (id: string, declare: (links: LinkBuilder<T>) => void, options?: DefineOptions): LinkConfig<T>
export function defineLinks<S extends object> (schema: S, declare: (links: LinkBuilder<ResourceOf<S>>) => void, options?: DefineOptions): LinkConfig<ResourceOf<S>>
export function defineLinks<T> (schema: object, declare: (links: LinkBuilder<T>) => void, options?: DefineOptions): LinkConfig<T>
export function defineLinks (first: unknown, second?: unknown, third?: DefineOptions): LinkConfig<never> {
  if (typeof first !== 'function' && typeof second !== 'function') {
    fail('FST_ERR_HYPER_INVALID_CONFIG', 'defineLinks', describe(first), 'Give a type and a function that declares its links: defineLinks(Order, links => { links.self(…) }).')
  }
  if (typeof second === 'function') return new DefinedLinks(first, second as (links: LinkBuilder<never>) => void, third ?? {})
  return new DefinedLinks(undefined, first as (links: LinkBuilder<never>) => void, (second as DefineOptions | undefined) ?? {})
}

/**
 * Every link configuration that modules export: instances, and subclasses of `LinkConfig` that need no arguments.
 * @example links: linksIn(await import('./orders.ts'), await import('./customers.ts'))
 */
export function linksIn (...modules: object[]): LinkConfig<never>[] {
  const found = new Set<LinkConfig<never>>()
  const made = new Set<unknown>()
  for (const exported of modules.flatMap(module => Object.values(module) as unknown[])) {
    if (exported instanceof LinkConfig) found.add(exported)
    else if (isBareSubclass(exported) && !made.has(exported)) {
      made.add(exported)
      found.add(Reflect.construct(exported, []) as LinkConfig<never>)
    }
  }
  return [...found]
}

function isBareSubclass (exported: unknown): exported is new () => LinkConfig<never> {
  return typeof exported === 'function' && exported.prototype instanceof LinkConfig && typeof exported.prototype.configure === 'function' && exported.length === 0
}
