// Resolved links and actions with their whole hrefs: what formats and the Link header show.
import type { ProjectedLink } from '../../types/formats.ts'
import type { LinkAttributes } from '../../types/targets.ts'
import type { Resolution } from '../context/resolution.ts'
import { NO_FIELDS } from '../forms/fields/form-fields.ts'
import { joinElements } from '../json/array.ts'
import type {
  CompiledAction, CompiledConfig, CompiledLink, CompiledRelation, EmbeddedJson, ResolvedResource, SharedAttributes,
  WholeAction
} from '../links/compiled.ts'
import type { WholeLink } from '../targets/target.ts'
import type { EvaluatedResource, Items, PresentAction, PresentRelation, PresentResource } from './format.ts'

type Parts = ResolvedResource['parts']

/** The links and actions of a resource, in the order of its parts. A string stands for JSON. */
type WholeParts = readonly (WholeLink | readonly WholeLink[] | WholeAction | string | null)[]

/** Gives the links and actions of a resource their whole hrefs. */
export function wholeParts ({ links, actions }: CompiledConfig, parts: Parts, resolution: Resolution): WholeParts {
  return parts.slice(0, links.length + actions.length).map((part, index) => {
    if (typeof part !== 'string') return part
    const link = links[index]
    if (link !== undefined) return wholeLink(link, part, resolution)
    return wholeAction(actions[index - links.length]!, part, resolution)
  })
}

function wholeLink (link: CompiledLink, end: string, resolution: Resolution): WholeLink {
  const { hrefPrefix, templated, attributes } = link
  const href = resolution.base + hrefPrefix + end
  return { href, templated, attributes: localizedAttributes(attributes, resolution) }
}

function localizedAttributes (shared: SharedAttributes, resolution: Resolution): LinkAttributes {
  if (shared.title === undefined) return shared as LinkAttributes
  const { title, ...attributes } = shared
  const localized = resolution.localize(title)
  if (localized === null) return attributes
  return { title: localized, ...attributes }
}

function wholeAction (action: CompiledAction, end: string, resolution: Resolution): WholeAction {
  const { method, contentType, deprecation, hrefPrefix } = action
  return {
    href: resolution.base + hrefPrefix + end,
    method,
    title: resolution.localize(action.title),
    contentType,
    deprecation,
    // Not every format reads the form, which may not be derived yet.
    get form () { return action.form.constant ?? NO_FIELDS }
  }
}

/** The relations that are present; `linkMany` without targets is one without links. */
export function presentRelations ({ relations }: CompiledConfig, parts: WholeParts): readonly PresentRelation[] {
  const present: PresentRelation[] = []
  for (const { relation, array, first, links: { length } } of relations) {
    const links: (WholeLink | string)[] = []
    let isPresent = false
    for (let index = first; index < first + length; index++) {
      const part = parts[index] as WholeLink | readonly WholeLink[] | string | null
      if (part === null) continue
      isPresent = true
      if (!isMany(part)) links.push(part)
      // One by one: a call has fewer arguments than a relation may have links.
      else for (const link of part) links.push(link)
    }
    if (isPresent) present.push({ relation, isArray: array, links })
  }
  return present
}

/** Whether a part is the links of `linkMany`. */
export function isMany (part: unknown): part is readonly WholeLink[] {
  return Array.isArray(part)
}

/** The actions that are offered. */
export function presentActions ({ links, actions }: CompiledConfig, parts: WholeParts): readonly PresentAction[] {
  const present: PresentAction[] = []
  for (let index = 0; index < actions.length; index++) {
    const action = parts[links.length + index] as WholeAction | string | null
    if (action !== null) present.push({ name: actions[index]!.name, action })
  }
  return present
}

// The lists of a page or an envelope come first; an embedded relation of the same name is omitted.
function presentEmbedded (
  { embeds }: CompiledConfig, embedded: readonly EmbeddedJson[], items: readonly Items[]
): ReadonlyMap<string, NonNullable<EmbeddedJson>> {
  const members = new Map<string, NonNullable<EmbeddedJson>>()
  for (const { relation, json, isOne } of items) members.set(relation, isOne ? json[0]! : json)
  embeds.forEach(({ relation }, index) => {
    const json = embedded[index]!
    if (json !== null && !members.has(relation)) members.set(relation, json)
  })
  return members
}

/** What is embedded as one JSON value. */
export function embeddedText (json: NonNullable<EmbeddedJson>): string {
  if (typeof json === 'string') return json
  return joinElements(json)
}

/** A resource as its format gets it. */
export function presentResource (
  compiled: CompiledConfig, { body, items, isWhole, embedded }: Omit<EvaluatedResource, 'parts'>, parts: WholeParts
): PresentResource {
  return {
    body,
    data: null,
    items,
    isWhole,
    relations: presentRelations(compiled, parts),
    actions: presentActions(compiled, parts),
    embedded: presentEmbedded(compiled, embedded, items)
  }
}

/** Links as formatters of the app get them. */
export function linkRecords (relations: readonly PresentRelation[]): ProjectedLink[] {
  const records: ProjectedLink[] = []
  for (const { relation, links } of relations) {
    for (const link of links) records.push(linkRecord(relation, link as WholeLink))
  }
  return records
}

function linkRecord (rel: string, { href, templated, attributes }: WholeLink): ProjectedLink {
  if (templated) return { rel, href, templated, ...attributes }
  return { rel, href, ...attributes }
}

/**
 * The links for a `Link` header, whose readers know no CURIEs: an extension relation type is a URI (RFC
 * 8288, section 2.1.2).
 */
export function headerRecords (compiled: CompiledConfig, parts: Parts, resolution: Resolution): ProjectedLink[] {
  const types = new Map(compiled.relations.map(relation => [relation.relation, expandedName(relation, resolution)]))
  const present = presentRelations(compiled, wholeParts(compiled, parts, resolution))
  return linkRecords(present.map(({ relation, ...rest }) => ({ relation: types.get(relation)!, ...rest })))
}

// A relative CURIE is resolved against the URL of the document. Without an origin there is no URI, and the name stays.
function expandedName ({ relation, type }: CompiledRelation, resolution: Resolution): string {
  if (type === relation || URL.canParse(type)) return type
  const url = resolution.base + resolution.currentPath
  if (!URL.canParse(type, url)) return relation
  return new URL(type, url).href
}
