// The resources within a type: those of `links.items` and of `config.at`.
import type { CompiledEmbed } from '../links/compiled.ts'
import { ResponseSchemaReader } from '../links/response-schema-reader.ts'
import type { DescribedApp } from './described-app.ts'
import type { Draft, Drafts } from './drafts.ts'
import { propertiesOf } from './output-schemas.ts'

/** Resources in a member of a type. */
export interface NestedResources {
  readonly member: string
  /** The relation of a list in HAL; null for one resource, which stays in its member. */
  readonly relation: string | null
  /** The type of each; null if it is unknown. */
  readonly target: Draft | null
}

// Relations that clients read as the items of a list, whatever else is embedded.
const ITEMS = ['item', 'items']

/** Returns the resources within a type, without the items of a page. */
export function nestedIn (draft: Draft, drafts: Drafts, { registry, routes }: DescribedApp): NestedResources[] {
  const { data, compiled, kind, name } = draft
  const { schema, shared } = data ?? { schema: undefined, shared: () => undefined }
  const reader = new ResponseSchemaReader(shared, registry)
  const members = propertiesOf(reader.whole(schema))
  const nested = (compiled?.nested ?? []).filter(({ member }) => kind !== 'page' || member !== 'items')
  return nested.map(({ member, relation, config }) => {
    const found = reader.whole(Object.hasOwn(members, member) ? members[member] : undefined)
    const element = relation === null ? found : reader.whole(reader.elementOf(found))
    const own = config === null ? reader.configOf(element) : registry.compiledOf(config)
    const fallback = `${name}-${member}${relation === null ? '' : '-item'}`
    const target = element !== undefined
      ? drafts.within({ schema: element, shared }, own, registry.hasResourceClasses, fallback)
      : own === null ? null : drafts.ofConfig(own, routes[0]?.server ?? null, fallback)
    return { member, relation, target }
  })
}

/** Returns what clients take for the items of an envelope: the relation `item`, or the only list; undefined if there is none. */
export function envelopeItems (nested: readonly NestedResources[], embeds: readonly CompiledEmbed[]): NestedResources | undefined {
  const lists = nested.filter(({ relation }) => relation !== null)
  const named = ITEMS.map(name => lists.find(({ relation }) => relation === name)).find(list => list !== undefined)
  return named ?? (lists.length === 1 && !embeds.some(({ many }) => many) ? lists[0] : undefined)
}
