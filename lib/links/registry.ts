import type { LinkConfig } from '../../types/links.ts'
import type { Environment } from '../context/environment.ts'
import { checkConfig } from '../options/checks.ts'
import { remembered } from '../remembered.ts'
import { schemaId, sharedPart } from '../schema/declared.ts'
import { withoutFragment } from '../schema/references.ts'
import { ClassConfigs } from './class-configs.ts'
import { Compiler } from './compile.ts'
import type { CompiledConfig } from './compiled.ts'
import { claimType, duplicate } from './config-type.ts'

/** The link configurations of an app, and which of them applies to a value. */
export class Registry extends ClassConfigs {
  readonly #configs = new Set<LinkConfig<never>>()
  readonly #compiled = new Map<LinkConfig<never>, CompiledConfig>()
  readonly #schemas = new Map<string, CompiledConfig>()
  readonly #objects = new SchemaOwners()
  readonly #lists = new Set<string>(['items'])
  /** By the name of the route of a fixed target of an action. */
  readonly #byTarget = new Map<string, Set<CompiledConfig>>()
  #byPolicy: ReadonlySet<CompiledConfig> = new Set()
  #byPolicyWithoutActions: ReadonlySet<CompiledConfig> = new Set()
  /** Whether any resource embeds others, and whether any does on demand. */
  embeds = false
  embedsOnDemand = false
  #compiler!: Compiler

  /** @throws FST_ERR_HYPER_INVALID_CONFIG */
  add (configs: readonly unknown[], place: string): void {
    const checked = configs.map((config, index) => checkConfig(`${place}[${index}]`, config))
    for (const config of checked) this.#configs.add(config)
  }

  /**
   * Compiles all that was added; `bound` are configurations that only routes name, with what messages call them.
   * @throws FST_ERR_HYPER_DUPLICATE_CONFIG and the errors of the compilation
   */
  compile (
    environment: Environment, bound: Iterable<readonly [config: LinkConfig<never>, binder: string]>
  ): void {
    this.#compiler = new Compiler(environment)
    for (const config of this.#configs) this.#register(config, this.#compile(config, null))
    for (const [config, binder] of bound) this.#compile(config, binder)
    const compiled = {
      all: [...this.#compiled.values()], byClass: [...this.classes], compiledOf: this.compiledOf.bind(this)
    }
    this.#byPolicy = configsWith(compiled, ({ linksByPolicy, actionsByPolicy }) => linksByPolicy || actionsByPolicy)
    this.#byPolicyWithoutActions = configsWith(compiled, ({ linksByPolicy }) => linksByPolicy)
    const embeds = compiled.all.flatMap(({ embeds }) => embeds)
    this.embeds = embeds.length > 0
    this.embedsOnDemand = embeds.some(({ onDemand }) => onDemand)
  }

  /** Whether policies may decide on members of any resource. */
  get hasPolicies (): boolean {
    return this.#byPolicy.size !== 0
  }

  /** Whether policies may decide on members of a resource, embedded resources at any depth included. */
  isByPolicy (compiled: CompiledConfig, withActions: boolean): boolean {
    // A configuration of a page adds to one of the app.
    const own = compiled.source === null ? compiled : this.compiledOf(compiled.source)
    return (withActions ? this.#byPolicy : this.#byPolicyWithoutActions).has(own)
  }

  /** All compiled configurations. */
  get all (): Iterable<CompiledConfig> {
    return this.#compiled.values()
  }

  /** The compiled form of a configuration that was registered, bound or embedded when the app became ready. */
  compiledOf (config: LinkConfig<never>): CompiledConfig {
    return this.#compiled.get(config)!
  }

  // What binds it first is in its name in messages, if no name is its own.
  #compile (config: LinkConfig<never>, binder: string | null): CompiledConfig {
    let compiled = this.#compiled.get(config)
    if (compiled === undefined) {
      compiled = this.#compiler.compile(config, binder)
      this.#compiled.set(config, compiled)
      const { embeds, nested, actions, subject } = compiled
      for (const { state } of actions) if (state !== null) this.#addTarget(state.routeName, compiled)
      for (const { config, relation } of embeds) {
        if (config !== null) this.#compile(config, `the embedded '${relation}' of ${subject}`)
      }
      for (const { config, member } of nested) {
        this.#lists.add(member)
        if (config !== null) this.#compile(config, `the member '${member}' of ${subject}`)
      }
    }
    return compiled
  }

  #addTarget (routeName: string, compiled: CompiledConfig): void {
    remembered(this.#byTarget, routeName, () => new Set<CompiledConfig>()).add(compiled)
  }

  /** The configurations with an action whose fixed target is a route of this name. */
  actingOn (routeName: string): Iterable<CompiledConfig> {
    return this.#byTarget.get(routeName) ?? []
  }

  /** Whether a route of this name is the fixed target of an action. */
  isActedOn (routeName: string): boolean {
    return this.#byTarget.has(routeName)
  }

  /** The configuration for a schema's `$id`. */
  bySchema (id: string): CompiledConfig | null {
    return this.#schemas.get(id) ?? null
  }

  /** The configuration for a schema object, or for the one that it is a copy of. */
  bySchemaObject (schema: object): CompiledConfig | null {
    return this.#objects.of(schema)
  }

  /** The names of members that may be lists of resources. */
  get listNames (): ReadonlySet<string> {
    return this.#lists
  }

  #register (config: LinkConfig<never>, compiled: CompiledConfig): void {
    const { type } = config
    if (typeof type === 'function') return this.addClass(type.prototype as object, compiled)
    const id = typeof type === 'string' ? withoutFragment(type) : schemaId(type)
    if (id !== null) claimType(this.#schemas, id, compiled)
    if (typeof type === 'object' && type !== null) this.#objects.add(type, compiled)
  }
}

/** The compiled configurations of an app. */
interface CompiledConfigs {
  readonly all: readonly CompiledConfig[]
  /** Those that a child's class chooses, when it is embedded without a configuration. */
  readonly byClass: readonly CompiledConfig[]
  compiledOf (config: LinkConfig<never>): CompiledConfig
}

/** The configurations that have a trait: on their own, or by an embedded or nested resource at any depth. */
function configsWith (
  { all, byClass, compiledOf }: CompiledConfigs, hasTrait: (compiled: CompiledConfig) => boolean
): ReadonlySet<CompiledConfig> {
  const found = new Set(all.filter(hasTrait))
  const isFound = (compiled: CompiledConfig) => found.has(compiled)
  let before: number
  do {
    before = found.size
    const anyClass = byClass.some(isFound)
    for (const compiled of all) {
      const others = [...compiled.embeds, ...compiled.nested.filter(({ linked }) => linked)]
      if (others.some(({ config }) => config === null ? anyClass : isFound(compiledOf(config)))) found.add(compiled)
    }
  } while (found.size > before)
  return found
}

/**
 * The configurations of schema objects. A copy is found by what it shares with the original: TypeBox's `Optional` and
 * `Readonly`, and `{ ...schema, nullable: true }`, copy a schema, but not its properties.
 */
class SchemaOwners {
  readonly #objects = new Map<object, CompiledConfig>()
  // Null where the schemas of several configurations share it.
  readonly #parts = new Map<object, CompiledConfig | null>()

  /** @throws FST_ERR_HYPER_DUPLICATE_CONFIG for a schema that has a configuration */
  add (schema: object, compiled: CompiledConfig): void {
    if (this.#objects.has(schema)) duplicate(compiled)
    this.#objects.set(schema, compiled)
    const part = sharedPart(schema)
    if (part !== null) this.#parts.set(part, this.#parts.has(part) ? null : compiled)
  }

  of (schema: object): CompiledConfig | null {
    const own = this.#objects.get(schema)
    if (own !== undefined) return own
    const part = this.#parts.size === 0 ? null : sharedPart(schema)
    const owner = part === null ? null : this.#parts.get(part) ?? null
    return owner === null || isOtherType(schema, owner) ? null : owner
  }
}

// A copy with another `$id` is another type.
function isOtherType (schema: object, { source }: CompiledConfig): boolean {
  const [own, original] = [schemaId(schema), schemaId(source?.type)]
  return own !== null && original !== null && own !== original
}
