// The types of representations that routes respond with, before they are described:
// which configuration and which data each has.
import type { LinkConfig } from '../../types/links.ts'
import { schemaOf } from '../links/child-serializers.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { withoutPageLinks } from '../links/page-links.ts'
import { pageIn } from '../links/response-schemas.ts'
import { remembered } from '../remembered.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import { hasNoContent, successSchemas } from '../schema/content.ts'
import { elementOf, namedId, propertiesOf, propertyOf } from '../schema/declared.ts'
import { resolved, sharedSchemas } from '../schema/references.ts'
import type { AppRoute, ModelledApp } from './app.ts'
import type { ModelType, ScopedSchema } from './model.ts'
import { freeName, longTypeName, onlyType, RESERVED_NAMES, routeLabels, typeName } from './names.ts'

/** A type of representations. */
export interface Draft {
  readonly name: string
  readonly kind: ModelType['kind']
  readonly routes: Set<string>
  readonly data: ScopedSchema | null
  readonly compiled: CompiledConfig | null
  /** Whether a configuration may apply that is unknown. */
  readonly open: boolean
  /** The items of a list or page; null if they are unknown. */
  readonly item: Draft | null
}

/** What the success responses of a route contain; null is an unknown type. */
export interface Output {
  readonly types: readonly (Draft | null)[]
  readonly empty: boolean
}

const UNKNOWN: Output = Object.freeze({ types: Object.freeze([null]), empty: true })

export class Drafts {
  readonly app: ModelledApp
  readonly #drafts = new Map<string, Draft>()
  readonly #names = new Set(RESERVED_NAMES)
  readonly #schemas = new Map<unknown, number>()
  /** Configurations without links between pages. */
  readonly #unlinked = new Map<CompiledConfig, CompiledConfig>()
  readonly #outputs = new Map<AppRoute, Output>()
  readonly #named: ReadonlyMap<NamedRoute, AppRoute>
  /** The configurations whose `self` link has a route as its fixed target. */
  readonly #selves: ReadonlyMap<NamedRoute, CompiledConfig>

  constructor (app: ModelledApp) {
    this.app = app
    this.#named = new Map(app.routes.flatMap(route => route.named === null ? [] : [[route.named, route]]))
    this.#selves = selfTargets(app)
    // The resources of a type have its name before summaries in lists do.
    const reads = sortedReads(app.routes)
    for (const route of reads.filter(({ named }) => named !== null && this.#selves.has(named))) this.outputOf(route)
    for (const route of reads) this.outputOf(route)
  }

  /** All types that were found until now; more may follow while they are iterated. */
  get all (): Iterable<Draft> {
    return this.#drafts.values()
  }

  /** Returns the route that is declared under a name. */
  routeOf (named: NamedRoute): AppRoute | null {
    return this.#named.get(named) ?? null
  }

  /** Returns the only type of the responses of a route; null if it is unknown. */
  targetOf (named: NamedRoute): Draft | null {
    const route = this.routeOf(named)
    return onlyType(route === null ? null : this.outputOf(route))
  }

  /** Returns the types of the success responses of a route, if somebody asked for them; else null. */
  knownOutput (route: AppRoute): Output | null {
    return this.#outputs.get(route) ?? null
  }

  outputOf (route: AppRoute): Output {
    let output = this.#outputs.get(route)
    if (output === undefined) {
      this.#outputs.set(route, output = this.#findOutput(route))
      if (route.methods[0] !== 'HEAD') {
        for (const draft of output.types) draft?.routes.add(`${route.methods[0]} ${route.url}`)
      }
    }
    return output
  }

  /**
   * Returns the type of embedded resources with a configuration.
   * @param labels its names if nothing names it, or if another type has its name, best first
   */
  ofConfig (config: LinkConfig<never>, labels: readonly string[]): Draft {
    const shared = sharedSchemas(this.app.routes[0]?.server ?? null)
    const schema = schemaOf(config, shared)
    const compiled = this.app.registry.compiledOf(config)
    const known = schema === null
      ? [...this.all].find(draft => draft.compiled === compiled && draft.kind === 'resource')
      : undefined
    return known ?? this.#resource({ schema, shared }, compiled, false, labels)
  }

  #findOutput (route: AppRoute): Output {
    const responses = successSchemas(route.response)
    if (responses.length === 0) return this.#undocumented(route)
    const contents = responses.filter(([status, schema]) => !hasNoContent(status, schema))
    const types = contents.map(([status, schema], index) => {
      const labels = routeLabels(route, this.app.prefix, index === 0 ? null : status)
      return this.#response(route, Number.parseInt(status.replace(/x/gi, '0')) || 200, schema, labels)
    })
    return { types: [...new Set(types)], empty: types.length < responses.length }
  }

  #undocumented (route: AppRoute): Output {
    const compiled = this.#compiledOf(route, null)
    if (compiled === null) return UNKNOWN
    const labels = routeLabels(route, this.app.prefix, null)
    return { types: [this.#resource({ schema: null, shared: () => undefined }, compiled, false, labels)], empty: false }
  }

  #response (route: AppRoute, status: number, schema: unknown, labels: readonly string[]): Draft {
    const shared = sharedSchemas(route.server)
    const scoped = { schema, shared }
    const configs = route.plan?.schemas.find(status, 'application/json')
    const whole = resolved(schema, shared)
    const open = route.plan !== null && this.app.registry.hasResourceClasses
    const itemOf = (element: unknown, ofList: CompiledConfig | null | undefined) =>
      this.within({ schema: element, shared }, route.plan?.bound ?? ofList ?? null, open, itemLabels(route, labels))
    const element = elementOf(whole)
    if (element !== undefined) {
      return this.#list('list', scoped, itemOf(element, configs?.elements.compiled), null, labels)
    }
    const compiled = this.#compiledOf(route, configs?.resource ?? null)
    const ofPage = elementOf(resolved(propertyOf(whole, 'items'), shared))
    const page = pageIn(whole, Object.keys(propertiesOf(whole) ?? {}), compiled)
    if (ofPage !== undefined && page !== null && route.plan !== null) {
      const added = this.app.registry.match(page.sample).compiled ?? configs?.resource ?? null
      return this.#list(
        'page', scoped, itemOf(ofPage, configs?.list('items').compiled),
        this.#linkedFrom(route, this.app.pages.of(page.sample, added)), labels
      )
    }
    return this.#resource(scoped, compiled, open && compiled === null, labels)
  }

  // The bound configuration, the configuration of the schema, or the one whose `self` link is this route.
  #compiledOf (route: AppRoute, bySchema: CompiledConfig | null): CompiledConfig | null {
    const { plan, named } = route
    if (plan === null) return null
    const compiled = plan.bound ?? bySchema ?? (named === null ? null : this.#selves.get(named) ?? null)
    return compiled === null ? null : this.#linkedFrom(route, compiled)
  }

  // A configuration as the responses of a route have it.
  #linkedFrom ({ plan }: AppRoute, compiled: CompiledConfig): CompiledConfig {
    return plan?.hasPageLinks === false
      ? remembered(this.#unlinked, compiled, () => withoutPageLinks(compiled))
      : compiled
  }

  /**
   * Returns the type of resources within others; null if nothing of it is known.
   * @param labels its names if neither the schema nor the configuration has one, or if another type has that
   * name, best first
   */
  within (
    scoped: ScopedSchema, compiled: CompiledConfig | null, open: boolean, labels: readonly string[]
  ): Draft | null {
    const whole = resolved(scoped.schema, scoped.shared)
    const isKnown = Object.keys(propertiesOf(whole) ?? {}).length > 0
    return compiled === null && !isKnown ? null : this.#resource(scoped, compiled, open && compiled === null, labels)
  }

  #resource (data: ScopedSchema, compiled: CompiledConfig | null, open: boolean, labels: readonly string[]): Draft {
    const key = `resource ${compiled === null ? '' : this.#keyOf(compiled)} ${this.#schemaKey(data)} ${open}`
    const own = nameIn(compiled, data)
    return this.#draft(key, [...own === null ? [] : [typeName(own), longTypeName(own)], ...labels], name =>
      ({
        name, kind: 'resource', routes: new Set(), data: data.schema === null ? null : data, compiled, open, item: null
      }))
  }

  #list (
    kind: 'list' | 'page', data: ScopedSchema, item: Draft | null, compiled: CompiledConfig | null,
    labels: readonly string[]
  ): Draft {
    // Pages of one schema have links to each other from a route with GET only.
    const key = `${kind} ${item?.name} ${this.#schemaKey(data)} ${compiled?.relations.some(({ isPaging }) => isPaging)}`
    const ofItem = item === null || item.name === `${labels[0]}Item` ? [] : [item.name]
    const names = [...ofItem, ...labels].map(name => name + (kind === 'list' ? 'List' : 'Page'))
    return this.#draft(key, names, name => ({ name, kind, routes: new Set(), data, compiled, open: false, item }))
  }

  #draft (key: string, names: readonly string[], make: (name: string) => Draft): Draft {
    return remembered(this.#drafts, key, () => make(freeName(names, this.#names)))
  }

  #schemaKey ({ schema, shared }: ScopedSchema): string {
    const id = namedId(schema)
    // A schema is the same in two scopes if they have it from one object.
    return id === null ? this.#keyOf(schema) : `${id} ${this.#keyOf(shared(id) ?? id)}`
  }

  #keyOf (value: unknown): string {
    return String(remembered(this.#schemas, value, () => this.#schemas.size))
  }
}

function selfTargets ({ registry }: ModelledApp): Map<NamedRoute, CompiledConfig> {
  const targets = Array.from(registry.all, compiled => {
    const [self] = compiled.relations.filter(({ relation }) => relation === 'self')
    return [self?.links[0]?.routes[0], compiled] as const
  })
  return new Map(targets.flatMap(([route, compiled]) => {
    const isOnly = route !== undefined && targets.filter(([other]) => other === route).length === 1
    return isOnly ? [[route, compiled]] : []
  }))
}

// Sorted, so that no name depends on the order of declaration: named routes first,
// and routes of one resource before lists of it.
function sortedReads (routes: readonly AppRoute[]): AppRoute[] {
  const reads = routes.filter(({ methods }) => methods.includes('GET'))
  const keys = new Map(reads.map(route => [route, [
    route.named === null, !route.url.split('/').at(-1)!.includes(':'), route.url, routeLabels(route, '', null)
  ].join(' ')]))
  return reads.toSorted((one, other) => keys.get(one)! < keys.get(other)! ? -1 : 1)
}

// A route without a name has the name of its path, which the type of a resource has too.
function itemLabels ({ named }: AppRoute, labels: readonly string[]): readonly string[] {
  return named === null ? labels.map(label => `${label}Item`) : labels
}

// The name that the app gave the configuration, the `$id` of the schema,
// else the name of the type of the configuration.
function nameIn (compiled: CompiledConfig | null, { schema }: ScopedSchema): string | null {
  return compiled?.source?.name ?? namedId(schema) ?? compiled?.name ?? null
}
