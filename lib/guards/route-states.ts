// Which states of a resource allow a request: those where the conditions of an action hold whose fixed
// target is the route.
import { describe } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { compileColumns } from '../links/columns.ts'
import type { ActionState, CompiledConfig } from '../links/compiled.ts'
import type { Registry } from '../links/registry.ts'
import type { ResourceSettings } from '../options/route-options.ts'
import type { NamedRoute } from '../routes/named-route.ts'

/** An action whose fixed target is a route. */
export interface GuardedAction {
  readonly name: string
  readonly state: ActionState
}

/** What one configuration declares about a route. */
interface StateRule {
  /** The configuration without its embedded resources, for the problem document. */
  readonly linked: CompiledConfig
  /** The actions that a method of the route performs. */
  actionsOf (method: string): readonly GuardedAction[]
}

/** A guarded route and its resource. */
interface StateSource {
  /** Where messages find it. */
  readonly place: string
  readonly named: NamedRoute
  /** Its `links` are the configuration that the route names for its resource. */
  readonly resource: Pick<ResourceSettings, 'links'>
}

/** The configurations that declare actions with one route as their target. */
export class RouteStates {
  readonly #place: string
  readonly #registry: Registry
  readonly #rules: ReadonlyMap<CompiledConfig, StateRule>
  readonly #named: CompiledConfig | null

  private constructor ({ place, named, resource: { links } }: StateSource, registry: Registry) {
    this.#place = place
    this.#registry = registry
    this.#named = links === null ? null : registry.compiledOf(links)
    this.#rules = new Map([...registry.actingOn(named.name)].flatMap(compiled => {
      const rule = ruleOf(compiled, named)
      if (rule === null) return []
      return [[compiled, rule]]
    }))
    if (this.#named !== null || this.#rules.size < 2) return
    const classes = new Set(registry.classes)
    if ([...this.#rules.keys()].some(compiled => !classes.has(compiled))) this.#failAmbiguous()
  }

  /**
   * Returns null if no configuration declares an action with this target.
   * @throws FST_ERR_HYPER_INVALID_OPTION if several configurations could apply to a plain object
   */
  static of (source: StateSource, registry: Registry): RouteStates | null {
    const states = new RouteStates(source, registry)
    if (states.#rules.size === 0) return null
    return states
  }

  /** What each of these configurations declares. */
  get rules (): readonly StateRule[] {
    return [...this.#rules.values()]
  }

  /**
   * Returns what applies to a resource; null if its configuration declares no action with this target.
   * @throws FST_ERR_HYPER_INVALID_OPTION for a resource of no class, if several classes have such actions
   */
  of (resource: object): StateRule | null {
    const compiled = this.#named ?? this.#registry.match(resource).compiled
    if (compiled !== null) return this.#rules.get(compiled) ?? null
    if (this.#rules.size > 1) this.#failAmbiguous()
    const [only] = this.#rules.values()
    return only ?? null
  }

  #failAmbiguous (): never {
    const subjects = Array.from(this.#rules.keys(), ({ subject }) => describe(subject)).join(' and ')
    const remedy =
      `The configurations of ${subjects} declare actions with this route as their target. ` +
        'Name one: resource: { load, links }.'
    return fail('FST_ERR_HYPER_INVALID_OPTION', `${this.#place}, resource`, 'a loader without a configuration', remedy)
  }
}

function ruleOf (compiled: CompiledConfig, route: NamedRoute): StateRule | null {
  const actionsOf = (method: string) => compiled.actions.flatMap(({ name, state }) => {
    if (state === null || !performs(state, route, method)) return []
    return [{ name, state }]
  })
  const byMethod = new Map(route.methods.map(method => [method, actionsOf(method)]))
  if (![...byMethod.values()].some(actions => actions.length > 0)) return null
  const linked = { ...compiled, embeds: [] }
  return {
    linked: { ...linked, ...compileColumns(linked) },
    // Only Fastify's own HEAD route has a method that was not declared. It reads what its GET route reads.
    actionsOf: method => byMethod.get(method) ?? byMethod.get('GET') ?? []
  }
}

function performs (state: ActionState, route: NamedRoute, method: string): boolean {
  return state.routeName === route.name && route.methodFor(state.method) === method
}
