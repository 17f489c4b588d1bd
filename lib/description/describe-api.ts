import { collect } from '../declare/collector.ts'
import type { DeclaredLink } from '../declare/declarations.ts'
import type {
  ApiDescription, DescribedAction, DescribedEmbed, DescribedOutput, DescribedRelation, DescribedType
} from '../diagnostics/api-description.ts'
import type { CompiledAction, CompiledConfig, CompiledEmbed, CompiledRelation } from '../links/compiled.ts'
import { inFirstLanguage } from '../resolution/languages.ts'
import { sharedSchemas, type DescribedApp, type DescribedRoute } from './described-app.ts'
import { Drafts, type Draft } from './drafts.ts'
import { variablesOf } from './variables.ts'

/** Relations of a page whose targets are pages of the same list. */
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
  return { types, entries }
}

function describeType (draft: Draft, drafts: Drafts, app: DescribedApp): DescribedType {
  const { name, kind, routes, data, open, compiled, item } = draft
  const declared = compiled === null ? [] : declaredLinks(compiled)
  const embedded = (compiled?.embeds ?? []).map(embed => describeEmbed(embed, drafts, app))
  const items = kind === 'page' ? [{ relation: 'item', target: nameOf(item), always: false }] : []
  return {
    name,
    routes: [...routes],
    data,
    movedMember: kind === 'page' ? 'items' : null,
    open,
    relations: (compiled?.relations ?? []).map(relation => describeRelation(relation, draft, declared, drafts, app)),
    embedded: [...items, ...embedded],
    actions: (compiled?.actions ?? []).map(action => describeAction(action, drafts, app)),
    item: kind === 'resource' ? undefined : nameOf(item)
  }
}

// The targets as they were declared: a compiled link no longer has its variables.
function declaredLinks ({ source, subject }: CompiledConfig): readonly DeclaredLink[] {
  return source === null ? [] : collect(source, subject).links
}

function describeRelation (
  { relation, links }: CompiledRelation, draft: Draft, declared: readonly DeclaredLink[], drafts: Drafts, app: DescribedApp
): DescribedRelation {
  const own = relation.toLowerCase() === 'self' || (draft.kind === 'page' && PAGES.includes(relation))
  const routes = links.flatMap(link => link.routes)
  const targets = new Set(own ? [draft] : routes.map(route => drafts.targetOf(route)))
  const same = declared.filter(link => link.relation.toLowerCase() === relation.toLowerCase())
  const isKnown = own || routes.length === same.flatMap(({ target }): unknown[] => [target].flat()).length
  return {
    relation,
    target: isKnown && targets.size === 1 ? nameOf([...targets][0]) : null,
    always: links.some(link => link.always),
    deprecated: routes.length > 0 && routes.every(({ deprecation }) => deprecation !== null),
    variables: variablesOf(same, app.table)
  }
}

function describeEmbed ({ relation, config, always }: CompiledEmbed, drafts: Drafts, { registry, routes }: DescribedApp): DescribedEmbed {
  const draft = config === null ? null : drafts.ofConfig(registry.compiledOf(config), routes[0]?.server ?? null)
  return { relation, target: nameOf(draft), always }
}

function describeAction (action: CompiledAction, drafts: Drafts, { hasForms }: DescribedApp): DescribedAction {
  const { name, templateKey, title, route: named, method, always, fixed, inputSchema } = action
  const route = named === null ? null : drafts.routeOf(named)
  const schema = inputSchema === undefined ? null : { schema: inputSchema, shared: sharedSchemas(named?.server ?? null) }
  return {
    name: hasForms ? JSON.parse(templateKey.slice(0, -1)) as string : name,
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
