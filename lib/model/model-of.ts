import type { LinkTarget } from '../../types/targets.ts'
import type { Declarations, DeclaredLink } from '../declare/declarations.ts'
import { isTarget, type TargetParts, targetParts } from '../declare/target.ts'
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
import { type Draft, Drafts, type Output } from './drafts.ts'
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
  // Describing a type can find others, which the iteration reaches, and more routes of those before it.
  const types: [Draft, DescribedType][] = []
  for (const draft of drafts.all) types.push([draft, describeType(draft, drafts)])
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
    output: output === null ? null : outputModel(output)
  }
}

function describeReads (draft: Draft, drafts: Drafts): Pick<ModelType, 'tagged' | 'pageSize'> {
  const reads = drafts.app.routes.filter(route =>
    route.methods.includes('GET') && drafts.knownOutput(route)?.types.includes(draft) === true)
  const scheme = draft.compiled?.declared.scheme ?? null
  return {
    tagged: reads.length > 0 && reads.every(({ settings }) => settings.etag !== null),
    pageSize: draft.kind === 'page' || scheme !== null ? pageSizeOf(reads, scheme) : null
  }
}

function pageSizeOf (reads: readonly AppRoute[], scheme: Declarations['scheme']): ModelPageSize | null {
  const renamed = (scheme?.query ?? {}) as { readonly pageSize?: string, readonly limit?: string }
  const names = [renamed.pageSize, renamed.limit, 'pageSize', 'limit'].filter(name => name !== undefined)
  const sizes = reads.flatMap(({ named }) => names.map(name => ({ name, schema: named?.query.scoped(name) ?? null })))
  const found = sizes.find(({ schema }) => schema !== null)
  if (found === undefined) return null
  const { schema, shared } = found.schema!
  const { default: initial, maximum = null } = new SchemaReader(shared).schema(schema).keywords
  return { name: found.name, default: typeof initial === 'number' ? initial : null, maximum }
}

function describeType (draft: Draft, drafts: Drafts): DescribedType {
  const { name, kind, data, open, compiled } = draft
  const embeds = compiled?.embeds ?? []
  const page = kind === 'page' ? [{ member: 'items', relation: 'item', target: draft.item }] : []
  const nested = [...page, ...nestedIn(draft, drafts)]
  const item = kind === 'resource' ? envelopeItems(nested, embeds)?.target : draft.item
  return {
    name,
    kind,
    label: compiled?.name ?? null,
    data,
    movedMembers: nested.filter(({ relation }) => relation !== null).map(({ member }) => member),
    open,
    relations: (compiled ? relationsIn(compiled) : [])
      .map(relation => describeRelation(relation, draft, compiled!.declared, drafts)),
    embedded: [...nested.map(describeNested), ...embeds.map(embed => describeEmbed(embed, draft, drafts))],
    actions: (compiled ? actionsIn(compiled) : []).map(action => describeAction(action, drafts)),
    item: item === undefined ? undefined : nameOf(item),
    onDemand: onDemandOf([draft, draft.item, ...nested.map(({ target }) => target)])
  }
}

// The preference applies to a resource, and to those within it.
function onDemandOf (types: readonly (Draft | null)[]): string[] {
  const embeds = types.flatMap(type => type?.compiled?.embeds ?? [])
  return [...new Set(embeds.flatMap(({ relation, onDemand }) => onDemand ? [relation] : []))]
}

function describeRelation (
  compiled: CompiledRelation, draft: Draft, declared: CompiledConfig['declared'], drafts: Drafts
): TypeRelation {
  const { relation, links } = compiled
  const same = declared.links.filter(link => isSameRelation(link.relation, relation))
  const isPaged = draft.kind === 'page' || (declared.scheme !== null && same.length === 0)
  const own = isSameRelation(relation, 'self') || (isPaged && PAGES.includes(relation))
  const routes = links.flatMap(link => link.routes)
  const targets = new Set(own ? [draft] : routes.map(route => drafts.targetOf(route)))
  const isKnown = own || routes.length === same.flatMap(({ target }): unknown[] => [target].flat()).length
  const model = relationModel(compiled)
  return {
    ...model,
    target: isKnown && targets.size === 1 ? nameOf([...targets][0]) : null,
    urls: urlsOf(routes, same),
    always: model.always || (links.length === 1 && same.length === 1 && isAlwaysSelf(links[0]!, same[0]!, draft)),
    variables: variablesOf(same, drafts.app.table)
  }
}

function urlsOf (routes: readonly NamedRoute[], links: readonly DeclaredLink[]): string[] {
  const targets = links.flatMap(({ target }): unknown[] => [target].flat()).filter(isTarget).map(targetParts)
  const others = targets.filter(({ kind }) => kind === 'uri' || kind === 'template').map(({ reference }) => reference)
  return [...new Set([...routes.map(({ url }) => url), ...others])]
}

// Without a condition, a resource has a self link whose values are members that it always has.
function isAlwaysSelf (
  { routes, byPolicy }: CompiledLink, { relation, target, conditions }: DeclaredLink, { data }: Draft
): boolean {
  const [route] = routes
  const isConditional = relation.toLowerCase() !== 'self' || byPolicy || conditions.length > 0
  if (isConditional || route === undefined || data === null) return false
  try {
    return isTarget(target) && routePath(targetParts(target), route, requiredScalars(data)) !== null
  } catch {
    // The function of the values needs more.
    return false
  }
}

function requiredScalars ({ schema, shared }: ScopedSchema): Record<string, string> {
  const reader = new SchemaReader(shared, 'output')
  const names = [...membersOf(reader, reader.schema(schema))].flatMap(([name, member]) => {
    const { nullable, keywords: { type } } = reader.read(member)
    return member.required && !nullable && type?.every(one => SCALARS.includes(one)) === true ? [name] : []
  })
  return Object.fromEntries(names.map(name => [name, '1']))
}

function describeNested ({ member, relation, target }: NestedResources): TypeEmbed {
  return {
    relation: relation ?? member,
    target: nameOf(target),
    many: relation !== null,
    policies: [],
    always: false,
    onDemand: false
  }
}

function describeEmbed (embed: CompiledEmbed, { name }: Draft, drafts: Drafts): TypeEmbed {
  const { relation, config } = embed
  const draft = config === null ? null : drafts.ofConfig(config, memberLabels(name, relation))
  return { ...embedModel(embed), target: nameOf(draft) }
}

function describeAction (action: CompiledAction, drafts: Drafts): TypeAction {
  const route = action.route === null ? null : drafts.routeOf(action.route)
  return {
    ...actionModel(action),
    output: route === null ? { types: [null], empty: true } : outputModel(drafts.outputOf(route)),
    requiresIfMatch: route?.settings.guard.preconditions?.requireIfMatch === true
  }
}

function outputModel ({ types, empty }: Output): ModelOutput {
  return { types: types.map(nameOf), empty }
}

function nameOf (draft: Draft | null | undefined): string | null {
  return draft?.name ?? null
}

// The resources within a type, by `links.items` and `config.at`.

/** Resources in a member of a type. */
interface NestedResources {
  readonly member: string
  /** The relation of a list in HAL; null for one resource, which stays in its member. */
  readonly relation: string | null
  /** The type of each; null if it is unknown. */
  readonly target: Draft | null
}

// Relations that clients read as the items of a list, whatever else is embedded.
const ITEMS = ['item', 'items']

/** Returns the resources within a type, without the items of a page. */
function nestedIn ({ data, compiled, kind, name }: Draft, drafts: Drafts): NestedResources[] {
  const { registry } = drafts.app
  const { schema, shared } = data ?? { schema: undefined, shared: () => undefined }
  const whole = wholeOf(schema, shared)
  const nested = (compiled?.nested ?? []).filter(({ member }) => kind !== 'page' || member !== 'items')
  return nested.map(({ member, relation, config, linked }) => {
    const found = wholeOf(propertyOf(whole, member), shared)
    const element = relation === null ? found : wholeOf(elementOf(found), shared)
    const labels = memberLabels(name, `${member}${relation === null ? '' : '-item'}`)
    if (element === undefined) {
      return { member, relation, target: config === null ? null : drafts.ofConfig(config, labels) }
    }
    const bySchema = linked ? configOf(element, shared, registry) : null
    const own = config === null ? bySchema : registry.compiledOf(config)
    const target = drafts.within({ schema: element, shared }, own, linked && registry.hasResourceClasses, labels)
    return { member, relation, target }
  })
}

/**
 * Returns what clients take for the items of an envelope: the relation `item`, or the only list;
 * undefined if there is none.
 */
function envelopeItems (
  nested: readonly NestedResources[], embeds: readonly CompiledEmbed[]
): NestedResources | undefined {
  const lists = nested.filter(({ relation }) => relation !== null)
  const named = ITEMS.map(name => lists.find(({ relation }) => relation === name)).find(list => list !== undefined)
  return named ?? (lists.length === 1 && !embeds.some(({ many }) => many) ? lists[0] : undefined)
}

// The variables of URI templates, with the schemas that their routes have for them.

/** Returns the variables of the links of one relation; undefined if a callback decides whether they are templates. */
function variablesOf (links: readonly DeclaredLink[], table: RouteTable): ModelVariable[] | undefined {
  const targets = links.map(({ target }) => [target].flat() as readonly unknown[])
  if (!targets.flat().every(isTarget)) return undefined
  const variables = targets.flat().flatMap(target => ofTarget(target as LinkTarget & TargetParts, table))
  return [...new Map(variables.map(variable => [variable.name, variable])).values()]
}

function ofTarget ({ kind, reference, values }: TargetParts, table: RouteTable): ModelVariable[] {
  if (kind === 'template') {
    return templateVariables(reference).map(name => ({ name: decodedName(name), required: false, schema: null }))
  }
  const route = kind === 'route-template' ? table.find(reference) : undefined
  if (route === undefined) return []
  // Values that a function of the resource returns are unknown: their variables are optional.
  const isFixed = typeof values !== 'function'
  const template = route.template(isFixed ? { ...values } : {}) ?? ''
  return templateVariables(template).map(name => ofRoute(decodedName(name), route, isFixed))
}

function ofRoute (name: string, route: NamedRoute, isFixed: boolean): ModelVariable {
  const inPath = route.pattern.parameters.includes(name)
  const parameters = inPath ? pathOf(route) : route.query
  return { name, required: isFixed && (inPath || parameters.requires(name)), schema: parameters.scoped(name) }
}

function pathOf ({ schema, server }: NamedRoute): Parameters {
  return new Parameters({ schema: memberOf(schema, 'params'), shared: sharedSchemas(server) })
}
