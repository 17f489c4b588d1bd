import { isPage, ownPrototype } from '../declare/pages.ts'
import { Stream } from '../node-modules.ts'
import type { CompiledConfig } from './compiled.ts'
import { claimType } from './config-type.ts'

/** What applies to the values of a class. */
export interface ClassMatch {
  /** Whether they can have links. False for errors, streams, maps and the like. */
  readonly linkable: boolean
  /** The configuration of the nearest class; null if there is none, or they cannot have links. */
  readonly compiled: CompiledConfig | null
  /**
   * The configuration of the nearest class, also for values that cannot have links:
   * its schema serializes them if they are embedded.
   */
  readonly nearest: CompiledConfig | null
}

const PLAIN: ClassMatch = Object.freeze({ linkable: true, compiled: null, nearest: null })

/** The configurations of classes, and which of them applies to a value. */
export class ClassConfigs {
  /** By the prototypes of the classes. */
  readonly #configs = new Map<object, CompiledConfig>()
  readonly #matches = new WeakMap<object, ClassMatch>()
  // The elements of a list mostly have one class.
  #lastPrototype: object | null = null
  #lastMatch = PLAIN

  /** @throws FST_ERR_HYPER_DUPLICATE_CONFIG */
  protected addClass (prototype: object, compiled: CompiledConfig): void {
    claimType(this.#configs, ownPrototype(prototype), compiled)
  }

  /** Whether any class has a configuration. */
  get hasClasses (): boolean {
    return this.#configs.size > 0
  }

  /** The configurations of classes. */
  get classes (): Iterable<CompiledConfig> {
    return this.#configs.values()
  }

  /** Whether any class has a configuration that is no class of pages. */
  get hasResourceClasses (): boolean {
    return [...this.#configs.keys()].some(prototype => !isPage(prototype))
  }

  /** What applies to a value by its class: the nearest registered one up its prototype chain. */
  match (value: object): ClassMatch {
    const prototype = Object.getPrototypeOf(value) as object | null
    if (prototype !== this.#lastPrototype) {
      this.#lastMatch = prototype === null ? PLAIN : this.#matchClass(prototype)
      this.#lastPrototype = prototype
    }
    return this.#lastMatch
  }

  #matchClass (prototype: object): ClassMatch {
    let match = this.#matches.get(prototype)
    if (match === undefined) {
      const chain = prototypesFrom(prototype)
      const linkable = !chain.some(ancestor => UNLINKABLE.has(ancestor) || FETCHED.includes(tagOf(ancestor)))
      const owner = chain.find(ancestor => this.#configs.has(ancestor))
      const nearest = owner === undefined ? null : this.#configs.get(owner)!
      match = { linkable, compiled: linkable ? nearest : null, nearest }
      this.#matches.set(prototype, match)
    }
    return match
  }
}

function prototypesFrom (prototype: object): object[] {
  const chain: object[] = []
  for (let next: object | null = prototype; next !== null; next = Object.getPrototypeOf(next)) {
    chain.push(ownPrototype(next))
  }
  return chain
}

const iterator: object = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))
const asyncIterator: object = Object.getPrototypeOf(Object.getPrototypeOf(async function * () {}.prototype))

// As Fastify recognizes them, and undici too: their globals would load all of fetch.
const FETCHED: readonly unknown[] = ['Response', 'ReadableStream']

function tagOf (prototype: object): unknown {
  return Object.getOwnPropertyDescriptor(prototype, Symbol.toStringTag)?.value
}

// Values that are no resources, whatever a route is bound to.
const UNLINKABLE = new Set<object>([
  Error, Map, Set, WeakMap, WeakSet, Promise, Date, RegExp, ArrayBuffer, DataView, Stream,
  String, Number, Boolean, BigInt, Symbol, Object.getPrototypeOf(Uint8Array)
].map(type => type.prototype as object).concat(iterator, asyncIterator))
