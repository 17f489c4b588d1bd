import type { ProjectedAction, ProjectedLink } from '../../types/formats.ts'
import type { LinkAttributes } from '../../types/links.ts'
import type { ActionSlot, CompiledAction, CompiledLink, CompiledRelation, LocatedAction, CompiledConfig, SharedAttributes, Slots } from './compiled.ts'
import type { Resolution } from '../resolution/resolution.ts'
import type { Located } from '../resolution/target.ts'

// A resource's slots as records, for those who do not write the built-in formats.

/** The links in a resource's slots. */
export function linkRecords (compiled: CompiledConfig, slots: Slots, resolution: Resolution, nameOf: NameOf = declaredName): ProjectedLink[] {
  const records: ProjectedLink[] = []
  for (const relation of compiled.relations) {
    const { first, links } = relation
    links.forEach((link, index) => {
      for (const slot of targetsIn(slots[first + index])) records.push(linkRecord(nameOf(relation, resolution), locatedLink(link, slot, resolution)))
    })
  }
  return records
}

/** The links for a `Link` header, whose readers know no CURIEs: an extension relation type is a URI (RFC 8288, section 2.1.2). */
export function headerRecords (compiled: CompiledConfig, slots: Slots, resolution: Resolution): ProjectedLink[] {
  return linkRecords(compiled, slots, resolution, relationType)
}

type NameOf = (relation: CompiledRelation, resolution: Resolution) => string

function declaredName ({ relation }: CompiledRelation): string {
  return relation
}

// A relative CURIE is resolved against the URL of the document. Without an origin there is no URI, and the name stays.
function relationType ({ relation, type, curie }: CompiledRelation, resolution: Resolution): string {
  if (curie === -1 || URL.canParse(type)) return type
  const url = resolution.base + resolution.currentPath
  return URL.canParse(type, url) ? new URL(type, url).href : relation
}

/** The targets in a slot of either kind. */
export function targetsIn (slot: unknown): readonly (string | Located)[] {
  if (slot === null || slot === undefined) return []
  return Array.isArray(slot) ? slot as readonly Located[] : [slot as Located]
}

/** The actions in a resource's slots. */
export function actionRecords (compiled: CompiledConfig, slots: Slots, resolution: Resolution): ProjectedAction[] {
  const records: ProjectedAction[] = []
  compiled.actions.forEach((action, index) => {
    const slot = slots[compiled.actionsAt + index] as ActionSlot
    if (slot !== null) records.push(actionRecord(action.name, locatedAction(action, slot, resolution)))
  })
  return records
}

/** The attributes of a link in the words of the request. */
export function attributesIn ({ title, ...attributes }: SharedAttributes, resolution: Pick<Resolution, 'words'>): LinkAttributes {
  const words = title === undefined ? null : resolution.words(title)
  return words === null ? attributes : { title: words, ...attributes }
}

function locatedLink (link: CompiledLink, slot: string | Located, resolution: Resolution): Located {
  if (typeof slot !== 'string') return slot
  return { href: resolution.base + link.lead + slot, templated: link.templated, attributes: attributesIn(link.attributes, resolution) }
}

function linkRecord (rel: string, { href, templated, attributes }: Located): ProjectedLink {
  return templated ? { rel, href, templated, ...attributes } : { rel, href, ...attributes }
}

function locatedAction (action: CompiledAction, slot: string | LocatedAction, resolution: Resolution): LocatedAction {
  if (typeof slot !== 'string') return slot
  const { lead, method, title, contentType, deprecation, form } = action
  return { href: resolution.base + lead + slot, method, title: resolution.words(title), contentType, deprecation, form: form! }
}

function actionRecord (name: string, { href, method, title, contentType, deprecation, form }: LocatedAction): ProjectedAction {
  return {
    name,
    href,
    method,
    ...(title === null ? {} : { title }),
    ...(contentType === null ? {} : { contentType }),
    ...(deprecation === null ? {} : { deprecation }),
    ...(form.fields.length === 0 ? {} : { fields: form.fields })
  }
}
