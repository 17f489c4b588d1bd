import type { ProjectedAction, ProjectedLink } from '../../types/formats.ts'
import type { LinkAttributes } from '../../types/links.ts'
import type { ActionSlot, CompiledAction, CompiledLink, CompiledRelation, LocatedAction, Projector, SharedAttributes, Slots } from './projector.ts'
import type { Session } from '../resolution/scope.ts'
import type { Located } from '../resolution/target.ts'

// A resource's slots as records, for those who do not write the built-in formats.

/** The links in a resource's slots. */
export function linkRecords (projector: Projector, slots: Slots, session: Session, nameOf: NameOf = declaredName): ProjectedLink[] {
  const records: ProjectedLink[] = []
  for (const relation of projector.relations) {
    const { first, links } = relation
    links.forEach((link, index) => {
      for (const slot of targetsIn(slots[first + index])) records.push(linkRecord(nameOf(relation, session), locatedLink(link, slot, session)))
    })
  }
  return records
}

/** The links for a `Link` header, whose readers know no CURIEs: an extension relation type is a URI (RFC 8288, section 2.1.2). */
export function headerRecords (projector: Projector, slots: Slots, session: Session): ProjectedLink[] {
  return linkRecords(projector, slots, session, relationType)
}

type NameOf = (relation: CompiledRelation, session: Session) => string

function declaredName ({ relation }: CompiledRelation): string {
  return relation
}

// A relative CURIE is resolved against the URL of the document. Without an origin there is no URI, and the name stays.
function relationType ({ relation, type, curie }: CompiledRelation, session: Session): string {
  if (curie === -1 || URL.canParse(type)) return type
  const url = session.base + session.currentPath
  return URL.canParse(type, url) ? new URL(type, url).href : relation
}

/** The targets in a slot of either kind. */
export function targetsIn (slot: unknown): readonly (string | Located)[] {
  if (slot === null || slot === undefined) return []
  return Array.isArray(slot) ? slot as readonly Located[] : [slot as Located]
}

/** The actions in a resource's slots. */
export function actionRecords (projector: Projector, slots: Slots, session: Session): ProjectedAction[] {
  const records: ProjectedAction[] = []
  projector.actions.forEach((action, index) => {
    const slot = slots[projector.actionsAt + index] as ActionSlot
    if (slot !== null) records.push(actionRecord(action.name, locatedAction(action, slot, session)))
  })
  return records
}

/** The attributes of a link in the words of the request. */
export function attributesIn ({ title, ...attributes }: SharedAttributes, session: Pick<Session, 'words'>): LinkAttributes {
  const words = title === undefined ? null : session.words(title)
  return words === null ? attributes : { title: words, ...attributes }
}

function locatedLink (link: CompiledLink, slot: string | Located, session: Session): Located {
  if (typeof slot !== 'string') return slot
  return { href: session.base + link.lead + slot, templated: link.templated, attributes: attributesIn(link.attributes, session) }
}

function linkRecord (rel: string, { href, templated, attributes }: Located): ProjectedLink {
  return templated ? { rel, href, templated, ...attributes } : { rel, href, ...attributes }
}

function locatedAction (action: CompiledAction, slot: string | LocatedAction, session: Session): LocatedAction {
  if (typeof slot !== 'string') return slot
  const { lead, method, title, contentType, deprecation, form } = action
  return { href: session.base + lead + slot, method, title: session.words(title), contentType, deprecation, form: form! }
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
