import { collect } from '../declare/collector.ts'
import type { Declarations, DeclaredLink } from '../declare/declarations.ts'
import { isTarget, targetParts } from '../declare/target.ts'
import type {
  ApiDescription, DescribedAction, DescribedEmbed, DescribedOutput, DescribedRelation, DescribedType, ScopedSchema
} from '../diagnostics/api-description.ts'
import { jsonSchemaOf } from '../forms/schema/json-schema-of.ts'
import type { CompiledAction, CompiledConfig, CompiledEmbed, CompiledLink, CompiledRelation } from '../links/compiled.ts'
import { inFirstLanguage } from '../resolution/languages.ts'
import { routePath } from '../resolution/route-path.ts'
import { sharedSchemas, type DescribedApp, type DescribedRoute } from './described-app.ts'
import { Drafts, type Draft } from './drafts.ts'
import { envelopeItems, nestedIn, type NestedResources } from './nested.ts'
import { propertiesOf, resolvedSchema } from './output-schemas.ts'
import { variablesOf } from './variables.ts'

/** Relations of a page whose targets are pages of the same list. */
const SCALARS: readonly unknown[] = ['string', 'integer', 'number']
const PAGES = ['self', 'first', 'prev', 'next', 'last']

/** Describes what an app offers, from its declarations. */
export function describeApi (app: DescribedApp): ApiDescription {
  const drafts = new Drafts(app)
  const reads = app.routes.filter(({ methods }) => methods.includes('GET'))
  const entries = new Map(reads.map(route => {
    const { types } = drafts.outputOf(route)
    return [route.url, types.length === 1 ? nameOf(types[0]) : null]
  }))
  // Describing a type can find others, which the iteration reaches.
  const types: DescribedType[] = []
  for (const draft of drafts.all) types.push(describeType(draft, drafts, app))
  return { prefix: app.prefix, types, entries }
}

function describeType (draft: Draft, drafts: Drafts, app: DescribedApp): DescribedType {
  const { name, kind, routes, data, open, compiled } = draft
  const declared = compiled === null ? null : declarationsOf(compiled)
  const embeds = compiled?.embeds ?? []
  const page = kind === 'page' ? [{ member: 'items', relation: 'item', target: draft.item }] : []
  const nested = [...page, ...nestedIn(draft, drafts, app)]
  const item = kind === 'resource' ? envelopeItems(nested, embeds)?.target : draft.item
  return {
    name,
    routes: [...routes],
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
    always: links.some(link => link.always) || (links.length === 1 && same.length === 1 && isAlwaysSelf(links[0]!, same[0]!, draft)),
    deprecated: routes.length > 0 && routes.every(({ deprecation }) => deprecation !== null),
    variables: variablesOf(same, app.table)
  }
}

// Without a condition, a resource has a self link whose values are members that it always has.
function isAlwaysSelf ({ routes, judged }: CompiledLink, { relation, target, conditions }: DeclaredLink, { data }: Draft): boolean {
  const [route] = routes
  const isConditional = relation.toLowerCase() !== 'self' || judged || conditions.length > 0
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
  { relation, config, always, onDemand }: CompiledEmbed, { name }: Draft, drafts: Drafts, { registry, routes }: DescribedApp
): DescribedEmbed {
  const server = routes[0]?.server ?? null
  const draft = config === null ? null : drafts.ofConfig(registry.compiledOf(config), server, `${name}-${relation}`)
  return { relation, target: nameOf(draft), always: always && !onDemand, onDemand }
}

function describeAction (action: CompiledAction, drafts: Drafts, { hasForms }: DescribedApp): DescribedAction {
  const { name, templateName, title, route: named, method, always, fixed, inputSchema } = action
  const route = named === null ? null : drafts.routeOf(named)
  const schema = inputSchema === undefined ? null : { schema: inputSchema, shared: sharedSchemas(named?.server ?? null) }
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
