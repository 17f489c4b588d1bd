import type { LinkTarget } from '../../types/targets.ts'
import { collect } from '../declare/collector.ts'
import type { Declarations, DeclaredLink } from '../declare/declarations.ts'
import { isTarget, targetParts, type TargetParts } from '../declare/target.ts'
import type {
  ApiDescription, DescribedAction, DescribedEmbed, DescribedOutput, DescribedRelation, DescribedType,
  DescribedVariable, ScopedSchema
} from '../diagnostics/api-description.ts'
import { jsonSchemaOf } from '../forms/schema/json-schema-of.ts'
import { decodedName, templateVariables } from '../http/uri-template.ts'
import type {
  CompiledAction, CompiledConfig, CompiledEmbed, CompiledLink, CompiledRelation
} from '../links/compiled.ts'
import { ResponseSchemaReader } from '../links/response-schema-reader.ts'
import { inFirstLanguage } from '../context/languages.ts'
import { routePath } from '../targets/route-path.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import type { RouteTable } from '../routes/route-table.ts'
import { zodShape } from '../routes/zod.ts'
import { sharedSchemas, type DescribedApp, type DescribedRoute } from './described-app.ts'
import { Drafts, type Draft } from './drafts.ts'
import { propertiesOf, resolvedSchema } from './output-schemas.ts'
import { memberLabels } from './route-labels.ts'

/** Relations of a page whose targets are pages of the same list. */
const PAGES = ['self', 'first', 'prev', 'next', 'last']

const SCALARS: readonly unknown[] = ['string', 'integer', 'number']

/** Describes what an app offers, from its declarations. */
export function describeApi (app: DescribedApp): ApiDescription {
  const drafts = new Drafts(app)
  const reads = app.routes.filter(({ methods }) => methods.includes('GET'))
  const entries = new Map(reads.map(route => {
    const { types } = drafts.outputOf(route)
    return [route.url, types.length === 1 ? nameOf(types[0]) : null]
  }))
  // Describing a type can find others, which the iteration reaches, and more routes of those before it.
  const types: [Draft, Omit<DescribedType, 'routes'>][] = []
  for (const draft of drafts.all) types.push([draft, describeType(draft, drafts, app)])
  return { prefix: app.prefix, types: types.map(([{ routes }, type]) => ({ ...type, routes: [...routes] })), entries }
}

function describeType (draft: Draft, drafts: Drafts, app: DescribedApp): Omit<DescribedType, 'routes'> {
  const { name, kind, data, open, compiled } = draft
  const declared = compiled === null ? null : declarationsOf(compiled)
  const embeds = compiled?.embeds ?? []
  const page = kind === 'page' ? [{ member: 'items', relation: 'item', target: draft.item }] : []
  const nested = [...page, ...nestedIn(draft, drafts, app)]
  const item = kind === 'resource' ? envelopeItems(nested, embeds)?.target : draft.item
  return {
    name,
    data,
    movedMembers: nested.filter(({ relation }) => relation !== null).map(({ member }) => member),
    open,
    relations: (compiled?.relations ?? []).map(relation => describeRelation(relation, draft, declared, drafts, app)),
    embedded: [...nested.map(describeNested), ...embeds.map(embed => describeEmbed(embed, draft, drafts, app))],
    actions: (compiled?.actions ?? []).map(action => describeAction(action, drafts, app)),
    item: item === undefined ? undefined : nameOf(item),
    onDemand: onDemandOf([draft, draft.item, ...nested.map(({ target }) => target)])
  }
}

// The preference applies to a resource, and to those within it.
function onDemandOf (types: readonly (Draft | null)[]): string[] {
  const embeds = types.flatMap(type => type?.compiled?.embeds ?? [])
  return [...new Set(embeds.flatMap(({ relation, onDemand }) => onDemand ? [relation] : []))]
}

// The targets as they were declared: a compiled link no longer has its variables.
function declarationsOf ({ source, subject }: CompiledConfig): Declarations | null {
  return source === null ? null : collect(source, subject)
}

function describeRelation (
  { relation, links }: CompiledRelation, draft: Draft, declared: Declarations | null, drafts: Drafts, app: DescribedApp
): DescribedRelation {
  const same = (declared?.links ?? []).filter(link => link.relation.toLowerCase() === relation.toLowerCase())
  const isPaged = draft.kind === 'page' || ((declared?.scheme ?? null) !== null && same.length === 0)
  const own = relation.toLowerCase() === 'self' || (isPaged && PAGES.includes(relation))
  const routes = links.flatMap(link => link.routes)
  const targets = new Set(own ? [draft] : routes.map(route => drafts.targetOf(route)))
  const isKnown = own || routes.length === same.flatMap(({ target }): unknown[] => [target].flat()).length
  return {
    relation,
    target: isKnown && targets.size === 1 ? nameOf([...targets][0]) : null,
    always: links.some(link => link.always) ||
      (links.length === 1 && same.length === 1 && isAlwaysSelf(links[0]!, same[0]!, draft)),
    deprecated: routes.length > 0 && routes.every(({ deprecation }) => deprecation !== null),
    variables: variablesOf(same, app.table)
  }
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

function requiredScalars (data: ScopedSchema): Record<string, string> {
  const { schema } = jsonSchemaOf(resolvedSchema(data), 'output')
  const { required = [] } = schema as { required?: readonly string[] }
  const properties = propertiesOf(schema) as Readonly<Record<string, { type?: unknown }>>
  return Object.fromEntries(required.filter(name => SCALARS.includes(properties[name]?.type)).map(name => [name, '1']))
}

function describeNested ({ member, relation, target }: NestedResources): DescribedEmbed {
  return { relation: relation ?? member, target: nameOf(target), always: false, onDemand: false }
}

function describeEmbed (
  { relation, config, always, onDemand }: CompiledEmbed, { name }: Draft, drafts: Drafts,
  { registry, routes }: DescribedApp
): DescribedEmbed {
  const server = routes[0]?.server ?? null
  const draft =
    config === null ? null : drafts.ofConfig(registry.compiledOf(config), server, memberLabels(name, relation))
  return { relation, target: nameOf(draft), always: always && !onDemand, onDemand }
}

function describeAction (action: CompiledAction, drafts: Drafts, { hasForms }: DescribedApp): DescribedAction {
  const { name, templateName, title, route: named, method, always, fixed, inputSchema } = action
  const route = named === null ? null : drafts.routeOf(named)
  const schema =
    inputSchema === undefined ? null : { schema: inputSchema, shared: sharedSchemas(named?.server ?? null) }
  return {
    name: hasForms ? templateName : name,
    title: inFirstLanguage(title),
    route: named === null ? null : `${method} ${named.url}`,
    input: fixed && (named !== null || schema !== null) ? schema : undefined,
    output: outputOf(route, drafts),
    requiresIfMatch: route?.settings.guard.preconditions?.requireIfMatch === true,
    deprecated: (named?.deprecation ?? null) !== null,
    always
  }
}

function outputOf (route: DescribedRoute | null, drafts: Drafts): DescribedOutput {
  if (route === null) return { types: [null], empty: true }
  const { types, empty } = drafts.outputOf(route)
  return { types: types.map(nameOf), empty }
}

function nameOf (draft: Draft | null | undefined): string | null {
  return draft?.name ?? null
}

// The resources within a type: those of `links.items` and of `config.at`.

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
function nestedIn (draft: Draft, drafts: Drafts, { registry, routes }: DescribedApp): NestedResources[] {
  const { data, compiled, kind, name } = draft
  const { schema, shared } = data ?? { schema: undefined, shared: () => undefined }
  const reader = new ResponseSchemaReader(shared, registry)
  const members = propertiesOf(reader.whole(schema))
  const nested = (compiled?.nested ?? []).filter(({ member }) => kind !== 'page' || member !== 'items')
  return nested.map(({ member, relation, config }) => {
    const found = reader.whole(Object.hasOwn(members, member) ? members[member] : undefined)
    const element = relation === null ? found : reader.whole(reader.elementOf(found))
    const own = config === null ? reader.configOf(element) : registry.compiledOf(config)
    const labels = memberLabels(name, `${member}${relation === null ? '' : '-item'}`)
    const target = element !== undefined
      ? drafts.within({ schema: element, shared }, own, registry.hasResourceClasses, labels)
      : own === null ? null : drafts.ofConfig(own, routes[0]?.server ?? null, labels)
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
function variablesOf (links: readonly DeclaredLink[], table: RouteTable): DescribedVariable[] | undefined {
  const targets = links.map(({ target }) => [target].flat() as readonly unknown[])
  if (!targets.flat().every(isTarget)) return undefined
  const variables = targets.flat().flatMap(target => ofTarget(target as LinkTarget & TargetParts, table))
  return [...new Map(variables.map(variable => [variable.name, variable])).values()]
}

function ofTarget ({ kind, reference, values }: TargetParts, table: RouteTable): DescribedVariable[] {
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

function ofRoute (name: string, route: NamedRoute, isFixed: boolean): DescribedVariable {
  const { querystring = route.schema.query, params } = route.schema as { querystring?: unknown, params?: unknown }
  const inPath = route.pattern.parameters.includes(name)
  const schemas = inPath ? params : querystring
  const required = (schemas as { required?: unknown } | undefined)?.required
  const schema = propertyOf(schemas, name, route)
  // Fastify fills in defaults of a query before it validates.
  const isRequired = inPath || (Array.isArray(required) && required.includes(name) && !hasDefault(schema?.schema))
  return { name, required: isFixed && isRequired, schema }
}

function hasDefault (schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.hasOwn(schema, 'default')
}

function propertyOf (schemas: unknown, name: string, { server }: NamedRoute): ScopedSchema | null {
  const properties = ((schemas as { properties?: unknown } | undefined)?.properties ?? zodShape(schemas) ??
    {}) as Record<string, unknown>
  return Object.hasOwn(properties, name) ? { schema: properties[name], shared: sharedSchemas(server) } : null
}
