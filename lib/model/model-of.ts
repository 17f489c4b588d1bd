import type { Declarations, DeclaredLink, DeclaredNested } from '../declare/declarations.ts'
import { isTarget, type TargetParts } from '../declare/target.ts'
import { isSameRelation } from '../http/link-values.ts'
import { decodedName, templateVariables } from '../http/uri-template.ts'
import type {
  CompiledAction, CompiledConfig, CompiledEmbed, CompiledLink, CompiledRelation
} from '../links/compiled.ts'
import { configOf } from '../links/response-schemas.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import type { RouteTable } from '../routes/route-table.ts'
import { elementOf, propertyOf, wholeOf } from '../schema/declared.ts'
import { memberOf } from '../schema/json-schema.ts'
import { membersOf } from '../schema/members.ts'
import { Parameters } from '../schema/parameters.ts'
import { SchemaReader } from '../schema/reader.ts'
import { sharedSchemas } from '../schema/references.ts'
import { routePath } from '../targets/route-path.ts'
import type { AppRoute, ModelledApp } from './app.ts'
import { actionModel, actionsIn, configModel, embedModel, relationModel, relationsIn } from './config.ts'
import { type Draft, Drafts, type Output, UNKNOWN } from './drafts.ts'
import type {
  ApiModel, ModelOutput, ModelPageSize, ModelRoute, ModelType, ModelVariable, ScopedSchema, TypeAction, TypeEmbed,
  TypeRelation
} from './model.ts'
import { memberLabels } from './names.ts'

/** Relations of a page whose targets are pages of the same list. */
const PAGES = ['self', 'first', 'prev', 'next', 'last']

const SCALARS: readonly string[] = ['string', 'integer', 'number']

/** What does not depend on the routes of a type, which others may add. */
type DescribedType = Omit<ModelType, 'routes' | 'tagged' | 'pageSize'>

export function modelOf (app: ModelledApp): ApiModel {
  const drafts = new Drafts(app)
  const writer = new TypeWriter(drafts)
  // Describing a type can find others, which the iteration reaches, and more routes of those before it.
  const types: [Draft, DescribedType][] = []
  for (const draft of drafts.all) types.push([draft, writer.type(draft)])
  return {
    prefix: app.prefix,
    formats: app.formats,
    defaultFormat: app.defaultFormat,
    baseUrl: app.baseUrl,
    types: types.map(([draft, type]) => ({ ...type, routes: [...draft.routes], ...describeReads(draft, drafts) })),
    configs: Array.from(app.registry.all, configModel).sort((one, other) => one.subject < other.subject ? -1 : 1),
    routes: app.routes.map(route => describeRoute(route, drafts.knownOutput(route)))
  }
}

function describeRoute (route: AppRoute, output: Output | null): ModelRoute {
  const { name, methods, url, constraints, settings, isHidden } = route
  const { deprecation, guard: { policies, resource, preconditions } } = settings
  return {
    name,
    methods,
    url,
    constraints: Object.fromEntries(Object.entries(constraints).map(([name, value]) => [name, String(value)])),
    policies,
    guarded: policies.length > 0 || resource !== null,
    missingPasses: resource?.missingPasses === true,
    requiresIfMatch: preconditions?.requireIfMatch === true,
    deprecated: deprecation !== null,
    hidden: isHidden,
    output: output && outputModel(output)
  }
}

function describeReads (draft: Draft, drafts: Drafts): Pick<ModelType, 'tagged' | 'pageSize'> {
  const reads = drafts.app.routes.filter(route =>
    route.methods.includes('GET') && drafts.knownOutput(route)?.types.includes(draft) === true)
  const scheme = draft.compiled?.declared.scheme ?? null
  const isPaged = draft.kind === 'page' || scheme !== null
  return {
    tagged: reads.length > 0 && reads.every(({ settings }) => settings.etag !== null),
    pageSize: isPaged ? pageSizeOf(reads, scheme) : null
  }
}

function pageSizeOf (reads: readonly AppRoute[], scheme: Declarations['scheme']): ModelPageSize | null {
  const renamed = (scheme?.query ?? {}) as { readonly pageSize?: string, readonly limit?: string }
  const names = [renamed.pageSize, renamed.limit, 'pageSize', 'limit'].filter(name => name !== undefined)
  for (const [named, name] of reads.flatMap(({ named }) => names.map(name => [named, name] as const))) {
    const found = named?.query.scoped(name)
    if (!found) continue
    const { default: initial, maximum = null } = new SchemaReader(found.shared).schema(found.schema).keywords
    return { name, default: typeof initial === 'number' ? initial : null, maximum }
  }
  return null
}

// Of a type without a configuration.
const UNLINKED: Pick<CompiledConfig, 'name' | 'relations' | 'embeds' | 'actions' | 'nested'> = {
  name: null, relations: [], embeds: [], actions: [], nested: []
}

/** Writes the types of drafts. */
class TypeWriter {
  readonly #drafts: Drafts

  constructor (drafts: Drafts) {
    this.#drafts = drafts
  }

  type (draft: Draft): DescribedType {
    const { name, kind, data, open, compiled } = draft
    const { name: label, relations, embeds, actions } = compiled ?? UNLINKED
    const nested = this.#nestedIn(draft)
    const lists = nested.filter(({ relation }) => relation !== null)
    const item = kind === 'resource' ? envelopeItems(lists, embeds) : draft.item
    // The preference applies to a resource, and to those within it.
    const preferred = [draft, draft.item, ...nested.map(({ target }) => target)]
      .flatMap(type => (type?.compiled ?? UNLINKED).embeds).filter(({ onDemand }) => onDemand)
    return {
      name,
      kind,
      label,
      data,
      movedMembers: lists.map(({ member }) => member),
      open,
      relations: relationsIn({ relations }).map(relation => this.#relation(relation, draft)),
      embedded: [...nested.map(nestedModel), ...embeds.map(embed => this.#embed(embed, name))],
      actions: actionsIn({ actions }).map(action => this.#action(action)),
      item: item && nameOf(item),
      onDemand: [...new Set(preferred.map(({ relation }) => relation))]
    }
  }

  #relation (compiled: CompiledRelation, draft: Draft): TypeRelation {
    const { relation, links } = compiled
    const { links: declared, scheme } = draft.compiled!.declared
    const same = declared.filter(link => isSameRelation(link.relation, relation))
    const fixed = same.flatMap(({ target }): unknown[] => [target].flat())
    const isPaged = draft.kind === 'page' || (scheme !== null && same.length === 0)
    const isOwn = isSameRelation(relation, 'self') || (isPaged && PAGES.includes(relation))
    const routes = links.flatMap(link => link.routes)
    const [target, ...others] = new Set(isOwn ? [draft] : routes.map(route => this.#drafts.targetOf(route)))
    const isKnown = others.length === 0 && (isOwn || routes.length === fixed.length)
    const model = relationModel(compiled)
    return {
      ...model,
      target: isKnown ? nameOf(target) : null,
      urls: urlsOf(routes, fixed),
      always: model.always || (links.length === 1 && same.length === 1 && isAlwaysSelf(links[0]!, same[0]!, draft)),
      variables: variablesOf(fixed, this.#drafts.app.table)
    }
  }

  #embed (embed: CompiledEmbed, owner: string): TypeEmbed {
    const { relation, config } = embed
    const target = config && this.#drafts.ofConfig(config, memberLabels(owner, relation))
    return { ...embedModel(embed), target: nameOf(target) }
  }

  #action (action: CompiledAction): TypeAction {
    const route = action.route && this.#drafts.routeOf(action.route)
    return {
      ...actionModel(action),
      output: outputModel(route === null ? UNKNOWN : this.#drafts.outputOf(route)),
      requiresIfMatch: route?.settings.guard.preconditions?.requireIfMatch === true
    }
  }

  /** Returns the resources within a type: the items of a page, and those of `links.items` and `config.at`. */
  #nestedIn ({ data, compiled, kind, name, item }: Draft): NestedResources[] {
    const { nested: declared } = compiled ?? UNLINKED
    const whole = data && wholeOf(data.schema, data.shared)
    const owner = { schema: whole, shared: data?.shared ?? (() => undefined) }
    const nestedOf = (one: DeclaredNested) => this.#nested(one, owner, name)
    if (kind !== 'page') return declared.map(nestedOf)
    const others = declared.filter(({ member }) => member !== 'items')
    return [{ member: 'items', relation: 'item', target: item }, ...others.map(nestedOf)]
  }

  #nested (declared: DeclaredNested, { schema: owner, shared }: ScopedSchema, name: string): NestedResources {
    const { member, relation, config, linked } = declared
    const { registry } = this.#drafts.app
    const found = wholeOf(propertyOf(owner, member), shared)
    const schema = relation === null ? found : wholeOf(elementOf(found), shared)
    const labels = memberLabels(name, relation === null ? member : `${member}-item`)
    if (schema === undefined) {
      return { member, relation, target: config && this.#drafts.ofConfig(config, labels) }
    }
    let compiled = config && registry.compiledOf(config)
    if (linked) compiled ??= configOf(schema, shared, registry)
    const open = linked && registry.hasResourceClasses
    return { member, relation, target: this.#drafts.within({ data: { schema, shared }, compiled, open }, labels) }
  }
}

function outputModel ({ types, empty }: Output): ModelOutput {
  return { types: types.map(nameOf), empty }
}

function nameOf (draft: Draft | null | undefined): string | null {
  return draft?.name ?? null
}

function urlsOf (routes: readonly NamedRoute[], targets: readonly unknown[]): string[] {
  const others = targets.filter(isTarget).filter(({ kind }) => kind === 'uri' || kind === 'template')
  return [...new Set([...routes.map(({ url }) => url), ...others.map(({ reference }) => reference)])]
}

// Without a condition, a resource has a self link whose values are members that it always has.
function isAlwaysSelf (
  { routes: [route], byPolicy }: CompiledLink, { relation, target, conditions }: DeclaredLink, { data }: Draft
): boolean {
  const isConditional = relation.toLowerCase() !== 'self' || byPolicy || conditions.length > 0
  if (isConditional || route === undefined || data === null || !isTarget(target)) return false
  try {
    return routePath(target, route, requiredScalars(data)) !== null
  } catch {
    // The function of the values needs more.
    return false
  }
}

function requiredScalars ({ schema, shared }: ScopedSchema): Record<string, string> {
  const reader = new SchemaReader(shared, 'output')
  const members = [...membersOf(reader, reader.schema(schema))].filter(([, member]) => {
    const { nullable, keywords: { type } } = reader.read(member)
    return member.required && !nullable && type?.every(one => SCALARS.includes(one)) === true
  })
  return Object.fromEntries(members.map(([name]) => [name, '1']))
}

/** Resources in a member of a type. */
interface NestedResources {
  readonly member: string
  /** The relation of a list in HAL; null for one resource, which stays in its member. */
  readonly relation: string | null
  /** The type of each; null if it is unknown. */
  readonly target: Draft | null
}

function nestedModel ({ member, relation, target }: NestedResources): TypeEmbed {
  const many = relation !== null
  return { relation: relation ?? member, target: nameOf(target), many, policies: [], always: false, onDemand: false }
}

// Relations that clients read as the items of a list, whatever else is embedded.
const ITEMS = ['item', 'items']

/**
 * Returns the type of what clients take for the items of an envelope: the relation `item`, or the only list;
 * undefined if there is none.
 */
function envelopeItems (
  lists: readonly NestedResources[], embeds: readonly CompiledEmbed[]
): Draft | null | undefined {
  const named = ITEMS.map(name => lists.find(({ relation }) => relation === name)).find(list => list !== undefined)
  const isOnly = lists.length === 1 && !embeds.some(({ many }) => many)
  if (named === undefined && !isOnly) return undefined
  return (named ?? lists[0]!).target
}

// The variables of URI templates, with the schemas that their routes have for them.

/** Returns the variables of the links of one relation; undefined if a callback decides whether they are templates. */
function variablesOf (targets: readonly unknown[], table: RouteTable): ModelVariable[] | undefined {
  if (!targets.every(isTarget)) return undefined
  const variables = targets.flatMap(target => ofTarget(target, table))
  return [...new Map(variables.map(variable => [variable.name, variable])).values()]
}

function ofTarget ({ kind, reference, values }: TargetParts, table: RouteTable): ModelVariable[] {
  if (kind === 'template') {
    return templateVariables(reference).map(name => ({ name: decodedName(name), required: false, schema: null }))
  }
  if (kind !== 'route-template') return []
  const route = table.find(reference)
  if (route === undefined) return []
  // Values that a function of the resource returns are unknown: their variables are optional.
  const isFixed = typeof values !== 'function'
  const template = route.template(isFixed ? { ...values } : {}) ?? ''
  return templateVariables(template).map(name => ofRoute(decodedName(name), route, isFixed))
}

function ofRoute (name: string, route: NamedRoute, isFixed: boolean): ModelVariable {
  const { pattern, schema, server } = route
  if (!pattern.parameters.includes(name)) {
    const { query } = route
    return { name, required: isFixed && query.requires(name), schema: query.scoped(name) }
  }
  const path = new Parameters({ schema: memberOf(schema, 'params'), shared: sharedSchemas(server) })
  return { name, required: isFixed, schema: path.scoped(name) }
}
