// The types of representations that routes respond with, before they are described:
// which configuration and which data each has.
import type { LinkConfig } from '../../types/links.ts'
import { schemaOf } from '../links/child-serializers.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { withoutPageLinks } from '../links/page-links.ts'
import { type ListSchema, pageIn } from '../links/response-schemas.ts'
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

/** What a type of resources is made of. */
type Content = Pick<Draft, 'data' | 'compiled' | 'open'>

/** What the success responses of a route contain; null is an unknown type. */
export interface Output {
  readonly types: readonly (Draft | null)[]
  readonly empty: boolean
}

/** Nothing is known of it. */
export const UNKNOWN: Output = Object.freeze({ types: Object.freeze([null]), empty: true })

export class Drafts {
  readonly app: ModelledApp
  readonly #drafts = new Map<string, Draft>()
  readonly #names = new Set(RESERVED_NAMES)
  readonly #keys = new Map<unknown, number>()
  /** Configurations without links between pages. */
  readonly #unlinked = new Map<CompiledConfig, CompiledConfig>()
  readonly #outputs = new Map<AppRoute, Output>()
  readonly #named: ReadonlyMap<NamedRoute | null, AppRoute>
  /** The configurations whose `self` link has a route as its fixed target. */
  readonly #selves: ReadonlyMap<NamedRoute | null, CompiledConfig>

  constructor (app: ModelledApp) {
    this.app = app
    this.#named = new Map(app.routes.map(route => [route.named, route]))
    this.#selves = selfTargets(app)
    // The resources of a type have its name before summaries in lists do.
    const reads = sortedReads(app.routes)
    for (const route of reads.filter(({ named }) => this.#selves.has(named))) this.outputOf(route)
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
    return onlyType(route && this.outputOf(route))
  }

  /** Returns the types of the success responses of a route, if somebody asked for them; else null. */
  knownOutput (route: AppRoute): Output | null {
    return this.#outputs.get(route) ?? null
  }

  outputOf (route: AppRoute): Output {
    return remembered(this.#outputs, route, () => {
      const output = this.#findOutput(route)
      const [method] = route.methods
      if (method !== 'HEAD') for (const draft of output.types) draft?.routes.add(`${method} ${route.url}`)
      return output
    })
  }

  /**
   * Returns the type of embedded resources with a configuration.
   * @param labels its names if nothing names it, or if another type has its name, best first
   */
  ofConfig (config: LinkConfig<never>, labels: readonly string[]): Draft {
    const shared = sharedSchemas(this.app.routes[0]?.server)
    const schema = schemaOf(config, shared)
    const compiled = this.app.registry.compiledOf(config)
    if (schema !== null) return this.#resource({ data: { schema, shared }, compiled, open: false }, labels)
    const known = [...this.all].find(draft => draft.compiled === compiled && draft.kind === 'resource')
    return known ?? this.#resource({ data: null, compiled, open: false }, labels)
  }

  #findOutput (route: AppRoute): Output {
    const { prefix } = this.app
    const responses = successSchemas(route.response)
    if (responses.length === 0) {
      const compiled = this.#compiledOf(route, null)
      if (compiled === null) return UNKNOWN
      const labels = routeLabels(route, prefix, null)
      return { types: [this.#resource({ data: null, compiled, open: false }, labels)], empty: false }
    }
    const contents = responses.filter(([status, schema]) => !hasNoContent(status, schema))
    const types = contents.map((response, index) =>
      this.#response(route, response, routeLabels(route, prefix, index === 0 ? null : response[0])))
    return { types: [...new Set(types)], empty: types.length < responses.length }
  }

  #response (route: AppRoute, [status, schema]: readonly [string, unknown], labels: readonly string[]): Draft {
    const { plan, server } = route
    const { registry, pages } = this.app
    const shared = sharedSchemas(server)
    const data = { schema, shared }
    const configs = plan?.schemas.find(Number.parseInt(status.replace(/x/gi, '0')) || 200, 'application/json')
    const open = plan !== null && registry.hasResourceClasses
    const itemOf = (element: unknown, ofList: ListSchema | undefined) => {
      const compiled = plan?.bound ?? ofList?.compiled ?? null
      return this.within({ data: { schema: element, shared }, compiled, open }, itemLabels(route, labels))
    }
    const whole = resolved(schema, shared)
    const element = elementOf(whole)
    if (element !== undefined) {
      return this.#list({ kind: 'list', data, item: itemOf(element, configs?.elements), compiled: null }, labels)
    }
    const compiled = this.#compiledOf(route, configs?.resource ?? null)
    const ofPage = elementOf(resolved(propertyOf(whole, 'items'), shared))
    const page = pageIn(whole, Object.keys(propertiesOf(whole) ?? {}), compiled)
    if (ofPage === undefined || page === null || plan === null) {
      return this.#resource({ data, compiled, open: open && compiled === null }, labels)
    }
    const added = registry.match(page.sample).compiled ?? configs?.resource ?? null
    const ofSample = this.#linkedFrom(route, pages.of(page.sample, added))
    return this.#list({ kind: 'page', data, item: itemOf(ofPage, configs?.list('items')), compiled: ofSample }, labels)
  }

  // The bound configuration, the configuration of the schema, or the one whose `self` link is this route.
  #compiledOf (route: AppRoute, bySchema: CompiledConfig | null): CompiledConfig | null {
    const { plan, named } = route
    if (plan === null) return null
    const compiled = plan.bound ?? bySchema ?? this.#selves.get(named) ?? null
    return compiled && this.#linkedFrom(route, compiled)
  }

  // A configuration as the responses of a route have it.
  #linkedFrom ({ plan }: AppRoute, compiled: CompiledConfig): CompiledConfig {
    if (plan?.hasPageLinks !== false) return compiled
    return remembered(this.#unlinked, compiled, () => withoutPageLinks(compiled))
  }

  /**
   * Returns the type of resources within others; null if nothing of it is known.
   * @param labels its names if neither the schema nor the configuration has one, or if another type has that
   * name, best first
   */
  within (content: Content, labels: readonly string[]): Draft | null {
    const { data, compiled, open } = content
    if (compiled !== null) return this.#resource({ data, compiled, open: false }, labels)
    const whole = data && resolved(data.schema, data.shared)
    if (Object.keys(propertiesOf(whole) ?? {}).length === 0) return null
    return this.#resource({ data, compiled, open }, labels)
  }

  #resource (content: Content, labels: readonly string[]): Draft {
    const { data, compiled, open } = content
    const own = nameIn(compiled, data)
    const names = own === null ? labels : [typeName(own), longTypeName(own), ...labels]
    const key = ['resource', this.#keyOf(compiled), this.#schemaKey(data), open].join(' ')
    return this.#draft(key, names, { ...content, kind: 'resource', item: null })
  }

  #list (list: Pick<Draft, 'kind' | 'data' | 'item' | 'compiled'>, labels: readonly string[]): Draft {
    const { kind, data, item, compiled } = list
    // Pages of one schema have links to each other from a route with GET only.
    const isPaging = compiled?.relations.some(({ isPaging }) => isPaging)
    const key = [kind, item?.name, this.#schemaKey(data), isPaging].join(' ')
    const names = item === null || item.name === `${labels[0]}Item` ? labels : [item.name, ...labels]
    const ending = kind === 'list' ? 'List' : 'Page'
    return this.#draft(key, names.map(name => name + ending), { ...list, open: false })
  }

  #draft (key: string, names: readonly string[], draft: Omit<Draft, 'name' | 'routes'>): Draft {
    return remembered(this.#drafts, key, () =>
      ({ ...draft, name: freeName(names, this.#names), routes: new Set<string>() }))
  }

  #schemaKey (data: ScopedSchema | null): number | string {
    const id = namedId(data?.schema)
    // A schema is the same in two scopes if they have it from one object.
    return id === null ? this.#keyOf(data && data.schema) : `${id} ${this.#keyOf(data!.shared(id) ?? id)}`
  }

  #keyOf (value: unknown): number {
    return remembered(this.#keys, value, () => this.#keys.size)
  }
}

function selfTargets ({ registry }: ModelledApp): Map<NamedRoute, CompiledConfig> {
  const targets = [...registry.all].flatMap(compiled => {
    const self = compiled.relations.find(({ relation }) => relation === 'self')
    return (self?.links[0]?.routes.slice(0, 1) ?? []).map(route => [route, compiled] as const)
  })
  return new Map(targets.filter(([route]) => targets.filter(([other]) => other === route).length === 1))
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
  if (named === null) return labels.map(label => `${label}Item`)
  return labels
}

// The name that the app gave the configuration, the `$id` of the schema,
// else the name of the type of the configuration.
function nameIn (compiled: CompiledConfig | null, data: ScopedSchema | null): string | null {
  return compiled?.source?.name ?? namedId(data?.schema) ?? compiled?.name ?? null
}
