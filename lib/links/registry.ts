import { Stream } from 'node:stream'
import type { LinkConfigOf } from '../../types/links.ts'
import { HyperPage } from '../declare/pages.ts'
import { refuse } from '../errors.ts'
import { checkConfig } from '../options/route-options.ts'
import { shown } from '../diagnostics/wording.ts'
import { compileConfig } from './config.ts'
import { gatedConfigs } from './gates.ts'
import type { Projector } from './projector.ts'
import { schemaId, withoutFragment } from '../routes/schema-id.ts'
import type { CompileEnvironment } from '../forms/fields/form-use.ts'

/** What is known of a class of values. */
export interface Kind {
  /** False for errors, streams, maps and the like: they never get links. */
  readonly linkable: boolean
  readonly projector: Projector | null
  /** The configuration of the nearest class, also where the value gets no links: its schema serializes the value. */
  readonly nearest: Projector | null
}

const PLAIN: Kind = Object.freeze({ linkable: true, projector: null, nearest: null })

/** Which link configuration applies to a value. */
export class Registry {
  /** With the place where each was added first. */
  readonly #configs = new Map<LinkConfigOf<never>, string>()
  // Of configurations without a type: how many have each name.
  readonly #subjects = new Map<string, number>()
  readonly #projectors = new Map<LinkConfigOf<never>, Projector>()
  readonly #classes = new Map<object, Projector>()
  readonly #schemas = new Map<string, Projector>()
  #gated: ReadonlySet<Projector> = new Set()
  #gatedWithoutActions: ReadonlySet<Projector> = new Set()
  #kinds = new WeakMap<object, Kind>()
  #lastPrototype: object | null = null
  #lastKind: Kind = PLAIN
  #environment!: CompileEnvironment

  /** @throws FST_ERR_HYPER_INVALID_CONFIG */
  add (configs: readonly unknown[], place: string): void {
    const checked = configs.map((config, index) => checkConfig(`${place}[${index}]`, config))
    checked.forEach((config, index) => {
      if (!this.#configs.has(config)) this.#configs.set(config, `${place}[${index}]`)
    })
  }

  /**
   * Compiles all that was added; `bound` are configurations that only routes name, with what messages call them.
   * @throws FST_ERR_HYPER_DUPLICATE_CONFIG and whatever the compilation refuses
   */
  compile (environment: CompileEnvironment, bound: Iterable<readonly [config: LinkConfigOf<never>, binder: string]>): void {
    this.#environment = environment
    for (const [config, place] of this.#configs) this.#register(config, this.#compile(config, place))
    for (const [config, binder] of bound) this.#compile(config, binder)
    const compiled = { all: [...this.#projectors.values()], byClass: [...this.#classes.values()], projectorOf: this.projectorOf.bind(this) }
    this.#gated = gatedConfigs(compiled, true)
    this.#gatedWithoutActions = gatedConfigs(compiled, false)
  }

  /** Whether policies decide on members of any resource. */
  get hasGates (): boolean {
    return this.#gated.size !== 0
  }

  /** Whether policies decide on members of a resource, embedded resources at any depth included. */
  isGated (projector: Projector, withActions: boolean): boolean {
    return (withActions ? this.#gated : this.#gatedWithoutActions).has(projector)
  }

  /** Whether any class has a configuration. */
  get hasClasses (): boolean {
    return this.#classes.size !== 0
  }

  /** The configurations of classes. */
  get classes (): Iterable<Projector> {
    return this.#classes.values()
  }

  /** Whether any class has a configuration that is no class of pages. */
  get hasResourceClasses (): boolean {
    return [...this.#classes.keys()].some(prototype => !(prototype instanceof HyperPage))
  }

  /** All compiled configurations. */
  get projectors (): Iterable<Projector> {
    return this.#projectors.values()
  }

  /** The compiled form of a configuration that was registered, bound or embedded when the app became ready. */
  projectorOf (config: LinkConfigOf<never>): Projector {
    return this.#projectors.get(config)!
  }

  // What binds it first is its name in messages, if its type has none.
  #compile (config: LinkConfigOf<never>, binder: string): Projector {
    let projector = this.#projectors.get(config)
    if (projector === undefined) {
      projector = compileConfig(config, this.#subjectOf(config, binder), this.#environment)
      this.#projectors.set(config, projector)
      const { embeds, subject } = projector
      for (const { config, relation } of embeds) if (config !== null) this.#compile(config, `the embedded '${relation}' of ${subject}`)
    }
    return projector
  }

  // Findings are distinguished by subject, so two configurations without a type never share one.
  #subjectOf (config: LinkConfigOf<never>, binder: string): string {
    const name = typeName(config)
    if (config.type !== undefined) return name
    const subject = name === UNNAMED ? binder : this.#subjects.has(name) ? `${name} of ${binder}` : name
    const count = (this.#subjects.get(subject) ?? 0) + 1
    this.#subjects.set(subject, count)
    return count === 1 ? subject : `${subject} (${count})`
  }

  /** The configuration for a schema's `$id`. */
  bySchema (id: string): Projector | null {
    return this.#schemas.get(id) ?? null
  }

  /** What applies to a value by its class: the nearest registered one up its prototype chain. */
  kindOf (value: object): Kind {
    const prototype: object | null = Object.getPrototypeOf(value)
    // The class that came last is remembered: a list has mostly one.
    if (prototype === this.#lastPrototype) return this.#lastKind
    const kind = prototype === null ? PLAIN : this.#kindOf(prototype)
    this.#lastPrototype = prototype
    this.#lastKind = kind
    return kind
  }

  #kindOf (prototype: object): Kind {
    let kind = this.#kinds.get(prototype)
    if (kind === undefined) {
      const chain = prototypesFrom(prototype)
      const linkable = !chain.some(ancestor => UNLINKABLE.has(ancestor))
      const owner = chain.find(ancestor => this.#classes.has(ancestor))
      const nearest = owner === undefined ? null : this.#classes.get(owner)!
      kind = { linkable, projector: linkable ? nearest : null, nearest }
      this.#kinds.set(prototype, kind)
    }
    return kind
  }

  #register (config: LinkConfigOf<never>, projector: Projector): void {
    const { type } = config
    if (typeof type === 'function') claim(this.#classes, type.prototype as object, projector)
    else if (type !== undefined) claim(this.#schemas, typeof type === 'string' ? withoutFragment(type) : schemaId(type)!, projector)
  }
}

// No class has this name.
const UNNAMED = 'an unnamed type'

/** A configuration's type as messages name it. @throws FST_ERR_HYPER_INVALID_CONFIG */
export function typeName (config: LinkConfigOf<never>): string {
  const { type } = config
  if (type === undefined) return ['DefinedLinks', 'Object', ''].includes(config.constructor.name) ? UNNAMED : config.constructor.name
  if (typeof type === 'function' && typeof type.prototype === 'object') return type.name
  const id = typeof type === 'string' ? withoutFragment(type) : schemaId(type)
  if (id === null || id === '') {
    refuse('FST_ERR_HYPER_INVALID_CONFIG', 'link configuration', shown(type), 'Its type is a class, a schema with $id, or such an $id; leave it out to bind the configuration with links: config.')
  }
  return id
}

function claim<K> (owners: Map<K, Projector>, key: K, projector: Projector): void {
  if (owners.has(key)) refuse('FST_ERR_HYPER_DUPLICATE_CONFIG', 'fastify-hyper options, links', projector.subject)
  owners.set(key, projector)
}

function prototypesFrom (prototype: object): object[] {
  const chain: object[] = []
  for (let next: object | null = prototype; next !== null; next = Object.getPrototypeOf(next)) chain.push(next)
  return chain
}

const iterator: object = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))
const asyncIterator: object = Object.getPrototypeOf(Object.getPrototypeOf(async function * () {}.prototype))

// Values that are no resources, whatever a route is bound to.
const UNLINKABLE = new Set<object>([
  Error, Map, Set, WeakMap, WeakSet, Promise, Date, RegExp, ArrayBuffer, DataView, Response, ReadableStream, Stream,
  String, Number, Boolean, BigInt, Symbol, Object.getPrototypeOf(Uint8Array)
].map(type => type.prototype as object).concat(iterator, asyncIterator))
