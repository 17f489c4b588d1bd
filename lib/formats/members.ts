// `_links`, `_embedded`, then the member for actions: what the formats of the package write of resources, of problem
// documents, and of the content of pages and tools.
import type { Environment } from '../context/environment.ts'
import type { Resolution } from '../context/resolution.ts'
import { LINK_ATTRIBUTES } from '../declare/declarations.ts'
import { joinElements } from '../json/array.ts'
import { appendMembers, isCompactObject, jsonObject, memberKey, memberNames } from '../json/object.ts'
import type { CompiledConfig, CompiledCurie, WholeAction } from '../links/compiled.ts'
import { curieOf } from '../links/curies.ts'
import type { WholeLink } from '../targets/target.ts'
import type { PartsFormat, PresentRelation, PresentResource, ResourceFormat } from './format.ts'
import { embeddedText } from './present.ts'

/** How a format writes its members. */
export interface Layout {
  /** Null for a format without actions. */
  readonly actions: ActionLayout | null
  /** The name of one member that has all others, and is always there; null if they are members of the resource. */
  readonly container: string | null
}

/** How a format writes actions. */
export interface ActionLayout {
  /** The name of the member. */
  readonly name: string
  /** The name of an action in it. @default its own */
  nameOf? (name: string, owner: MembersOwner): string
  /** The JSON of an action. */
  write (action: WholeAction): string
}

/** What the members belong to: a configuration, or problem documents. */
export interface MembersOwner extends Pick<CompiledConfig, 'subject' | 'curies'> {
  /** If there are none, the members of the value are searched for our names. Absent if they need not be. */
  readonly nested?: CompiledConfig['nested']
  readonly name?: CompiledConfig['name']
  readonly paging?: CompiledConfig['paging']
  readonly actions?: CompiledConfig['actions']
}

type Notices = Pick<Environment, 'notices'>
type Member = readonly [name: string, json: string]

/**
 * Writes the members of resources. A member of the value itself with one of these names stays, and ours is omitted
 * (`HYPER008`).
 */
export class MembersFormat implements ResourceFormat {
  readonly parts: PartsFormat
  readonly #owner: MembersOwner
  readonly #layout: Layout
  /** The names of the members. */
  readonly #names: readonly string[]

  constructor (owner: MembersOwner, layout: Layout) {
    const { actions } = layout
    this.parts = { link: linkJson, action: actions?.write ?? String }
    this.#owner = owner
    this.#layout = layout
    this.#names = actions === null ? ['_links', '_embedded'] : ['_links', '_embedded', actions.name]
  }

  dataOf (_kind: PresentResource, { environment }: Resolution): (body: string) => string | null {
    const looks = this.#layout.container === null
    return body => {
      const names = looks ? memberNames(body) : null
      if (names !== null && !this.#isFree(body, names, environment)) return null
      if (!isCompactObject(body)) return null
      return body.slice(0, -1)
    }
  }

  format (resource: PresentResource, { environment }: Resolution): string {
    const { body, data } = resource
    const { container } = this.#layout
    const members = this.#membersOf(resource).filter(([, json]) => json !== '{}')
    if (container !== null) {
      return withMembers(resource, [[container, jsonObject([...this.#contentOf(resource), ...members])]])
    }
    // Data that is written apart has none of our names.
    const names = data === null ? memberNames(body) : null
    if (names === null || this.#isFree(body, names, environment)) return withMembers(resource, members)
    return withMembers(resource, this.#withoutOwn(members, names, environment))
  }

  #membersOf ({ relations, embedded, actions }: PresentResource): Member[] {
    const { container } = this.#layout
    const links = relations.map((present): Member => [present.relation, linksJson(present)])
    const inner = Array.from(embedded, ([relation, json]): Member => [relation, embeddedText(json)])
    const offered = this.#actionsOf(actions)
    // Pages and tools read names as they are.
    if (container === null) links.push(...curiesIn([...links, ...inner, ...offered], this.#owner.curies))
    const all = [links, inner, offered].map(jsonObject)
    return this.#names.map((name, index) => [name, all[index]!])
  }

  #actionsOf (offered: PresentResource['actions']): Member[] {
    const { actions } = this.#layout
    if (actions === null) return []
    return offered.map(({ name, action }) => {
      const json = typeof action === 'string' ? action : actions.write(action)
      return [actions.nameOf?.(name, this.#owner) ?? name, json]
    })
  }

  // What pages know of a resource beside its data: its type, the members of a page that describe its list, the names
  // of actions that cannot be undone, and the relations of its lists.
  #contentOf ({ items }: PresentResource): Member[] {
    const { name, paging, actions = [] } = this.#owner
    // Empty ones are omitted.
    const members = {
      _type: name ?? [],
      _paging: paging ?? [],
      _dangers: actions.filter(({ isDangerous }) => isDangerous).map(({ name }) => name),
      _items: items.map(({ relation }) => relation)
    }
    const present = Object.entries(members).filter(([, value]) => !Array.isArray(value) || value.length > 0)
    return present.map(([name, value]) => [name, JSON.stringify(value)])
  }

  /** Whether a value has none of our names. Objects in it that have one are reported (`HYPER008`). */
  #isFree (body: string, names: ReadonlySet<string>, environment: Notices): boolean {
    const { nested, subject } = this.#owner
    // The resources in an envelope are in its JSON already, with their links.
    if (nested?.length === 0) reportReservedBelow(body, subject, environment)
    return !this.#names.some(name => names.has(name))
  }

  /** The members that a value does not have itself. Those that it has are reported (`HYPER008`). */
  #withoutOwn (members: readonly Member[], own: ReadonlySet<string>, { notices }: Notices): readonly Member[] {
    const { subject } = this.#owner
    return members.filter(([name]) => {
      if (own.has(name)) notices.report('HYPER008', `links of ${subject}`, () => [name], `${subject} ${name}`)
      return !own.has(name)
    })
  }
}

function withMembers ({ body, data }: PresentResource, members: readonly Member[]): string {
  const json = members.map(([name, value]) => `,${memberKey(name)}${value}`).join('')
  if (data === null) return appendMembers(body, json)
  return data + json + '}'
}

function linksJson ({ isArray, links }: PresentRelation): string {
  const json = links.map(link => typeof link === 'string' ? link : linkJson(link))
  if (isArray) return joinElements(json)
  return json[0]!
}

/** The JSON object of a link. */
function linkJson ({ href, templated, attributes }: WholeLink): string {
  return '{"href":' + JSON.stringify(href) + (templated ? ',"templated":true' : '') + attributesJson(attributes) + '}'
}

// Each after a comma, in the order of HAL.
function attributesJson (attributes: WholeLink['attributes']): string {
  let json = ''
  for (const name of LINK_ATTRIBUTES) json += optionalMember(name, attributes[name])
  return json
}

/** The optional members of an action, each after a comma. */
export function optionalMembers ({ title, contentType, deprecation }: WholeAction): string {
  return optionalMember('title', title) + optionalMember('contentType', contentType) +
    optionalMember('deprecation', deprecation)
}

function optionalMember (name: string, value: string | null | undefined): string {
  if (value === null || value === undefined) return ''
  return `,"${name}":${JSON.stringify(value)}`
}

// The CURIEs that names of members use, as the last link.
function curiesIn (members: readonly Member[], curies: readonly CompiledCurie[]): Member[] {
  if (curies.length === 0) return []
  const names = new Set(members.map(([name]) => curieOf(name, curies)))
  const used = curies.filter(curie => names.has(curie))
  if (used.length === 0) return []
  return [['curies', joinElements(used.map(({ json }) => json))]]
}

// The names with the beginning of an object: within a string, its quotes are escaped.
const RESERVED = /"(_(?:links|embedded|actions|templates))"\s*:\s*\{/g

/**
 * Reports a value with a member that contains objects with our names (`HYPER008`): clients would find links and actions
 * in stored data.
 */
export function reportReservedBelow (body: string, subject: string, { notices }: Notices): void {
  const found = Array.from(body.matchAll(RESERVED), ([, name]) => name!)
  if (found.length === 0) return
  const names = memberNames(body)
  const below = found.find((name, index) => names?.has(name) !== true || found.indexOf(name) !== index)
  if (below !== undefined) notices.report('HYPER008', `links of ${subject}`, () => [below, true], `${subject} below`)
}
