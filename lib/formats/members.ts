import type { Environment } from '../context/environment.ts'
import type { Resolution } from '../context/resolution.ts'
import { VariantCache } from '../context/variant-cache.ts'
import { joinElements } from '../json/array.ts'
import { appendMembers, isCompactObject, memberKey, memberNames } from '../json/object.ts'
import { firstAction } from '../links/columns.ts'
import type { ResolvedAction, ResolvedLink, ResolvedResource } from '../links/compiled.ts'
import { curieOf } from '../links/curies.ts'
import type { WholeLink } from '../targets/target.ts'
import type { Items, Layout, ResourceWriter, Shape, ShapedRelation } from './format.ts'
import { type PresenceCache, presenceCache } from './presence-cache.ts'
import {
  actionJson, type ActionMember, actionTemplate, fill, linkJson, linkTemplate, type MemberTemplate, type ObjectTemplate,
  relationTemplate
} from './templates.ts'

/** What is the same for every resource in responses of one origin and language. */
interface Templates {
  readonly links: readonly ObjectTemplate[]
  /** Of relations that are no arrays. */
  readonly relations: readonly MemberTemplate[]
  readonly actions: readonly MemberTemplate[]
  readonly cache: PresenceCache | null
}

const NO_TEMPLATES: Templates = Object.freeze({ links: [], relations: [], actions: [], cache: null })

type UsedCuries = Set<number>

// Stays empty: without CURIEs no name refers to one.
const NO_CURIES: UsedCuries = new Set()

const LINKS = ',"_links":{'

/**
 * Writes `_links`, `_embedded`, then the member for actions: of resources, problem documents,
 * and the content of pages and tools.
 * A member of the value itself with one of these names stays, and ours is omitted (`HYPER008`).
 */
export class MembersWriter implements ResourceWriter {
  readonly #compiled: Shape
  readonly #actionMember: ActionMember | null
  readonly #container: string | null
  readonly #templates = new VariantCache(resolution => this.#makeTemplates(resolution))

  constructor (compiled: Shape, { actions, container }: Layout) {
    // Pages and tools read names as they are.
    this.#compiled = container === null ? compiled : { ...compiled, curies: [] }
    this.#actionMember = actions
    this.#container = container
  }

  write (
    body: string, resource: ResolvedResource, items: readonly Items[], _isWhole: boolean, resolution: Resolution
  ): string {
    const { hasWholeHrefs = false, nested, subject } = this.#compiled
    const { environment } = resolution
    const templates = hasWholeHrefs ? NO_TEMPLATES : this.#templates.of(resolution)
    if (this.#container !== null) return this.#writeContained(body, resource, items, templates, environment)
    const names = memberNames(body)
    // The resources in an envelope are in its JSON already, with their links.
    if (names !== null && nested.length === 0 && !hasWholeHrefs) reportReservedBelow(body, names, subject, environment)
    const cache = items.length === 0 && names === null && isCompactObject(body) ? templates.cache : null
    return cache?.write(body.slice(0, -1), resource) ??
      appendMembers(body, this.#membersOf(resource, items, templates, names, environment))
  }

  #writeContained (
    body: string, resource: ResolvedResource, items: readonly Items[], templates: Templates, environment: Environment
  ): string {
    const lists = items.length === 0 ? '' : `,"_items":${JSON.stringify(items.map(({ relation }) => relation))}`
    const members = typeMembers(this.#compiled) + lists +
      this.#membersOf(resource, items, templates, null, environment)
    return appendMembers(body, `,${memberKey(this.#container!)}{${members.slice(1)}}`)
  }

  #membersOf (
    resource: ResolvedResource, items: readonly Items[], templates: Templates, names: ReadonlySet<string> | null,
    environment: Environment
  ): string {
    const compiled = this.#compiled
    const used: UsedCuries = compiled.curies.length === 0 && this.#container === null ? NO_CURIES : new Set()
    // Links come last: they have the CURIEs that the other names use.
    const embedded = embeddedMember(compiled, resource, items, used)
    const actions = this.#actionsMember(resource, templates, used)
    const links = linksMember(compiled, resource, templates, used)
    if (names === null) return links + embedded + actions
    const unlessOwn = (name: string, member: string) =>
      unlessPresent(names, name, member, compiled.subject, environment)
    return unlessOwn('_links', links) + unlessOwn('_embedded', embedded) +
      unlessOwn(this.#actionMember?.name ?? '', actions)
  }

  #makeTemplates (resolution: Resolution): Templates {
    const { relations, links, actions } = this.#compiled
    const member = this.#actionMember
    const linkTemplates = links.map(link => linkTemplate(link, resolution))
    const relationTemplates = relations.map(relation =>
      relationTemplate(relation, linkTemplates[relation.first]!, LINKS))
    const actionTemplates =
      member === null ? [] : actions.map(action => actionTemplate(action, member, opening(member), resolution))
    const cache = presenceCache(this.#compiled, relationTemplates, actionTemplates)
    return { links: linkTemplates, relations: relationTemplates, actions: actionTemplates, cache }
  }

  #actionsMember ({ parts }: ResolvedResource, { actions: templates }: Templates, used: UsedCuries): string {
    const member = this.#actionMember
    if (member === null) return ''
    const { actions } = this.#compiled
    const first = firstAction(this.#compiled)
    let json = ''
    for (let index = 0; index < actions.length; index++) {
      const resolved = parts[first + index] as ResolvedAction
      if (resolved === null) continue
      const action = actions[index]!
      const curie = member.curie(action)
      if (curie !== -1) used.add(curie)
      json += typeof resolved === 'string'
        ? fill(templates[index]!, resolved, json === '')
        : (json === '' ? opening(member) : ',') + member.key(action) + actionJson(resolved, member)
    }
    return json === '' ? '' : json + '}'
  }
}

// What pages know of a resource beside its data: its type, the members of a page that describe its list, and the names
// of actions that cannot be undone.
function typeMembers ({ name, paging, actions }: Shape): string {
  const dangers = actions.filter(({ isDangerous }) => isDangerous === true).map(({ name }) => name)
  const members = { _type: name, _paging: paging, _dangers: dangers.length === 0 ? undefined : dangers }
  return Object.entries(members).filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `,"${key}":${JSON.stringify(value)}`).join('')
}

function opening ({ name }: ActionMember): string {
  return `,"${name}":{`
}

/**
 * Returns a member to add to an object; an empty string if the object has one of that name,
 * which is reported (`HYPER008`).
 */
function unlessPresent (
  names: ReadonlySet<string>, name: string, member: string, subject: string, { notices }: Pick<Environment, 'notices'>
): string {
  if (member === '' || !names.has(name)) return member
  notices.report('HYPER008', `links of ${subject}`, () => [name], `${subject} ${name}`)
  return ''
}

// The names with the beginning of an object: within a string, its quotes are escaped.
const RESERVED = /"(_(?:links|embedded|actions|templates))"\s*:\s*\{/g

/**
 * Reports a member of a value that contains objects with our names (`HYPER008`):
 * clients would find links and actions in stored data.
 * @param names of the members of the value
 */
export function reportReservedBelow (
  json: string, names: ReadonlySet<string>, subject: string, { notices }: Pick<Environment, 'notices'>
): void {
  const found = Array.from(json.matchAll(RESERVED), ([, name]) => name!)
  const below = found.find((name, index) => !names.has(name) || found.indexOf(name) !== index)
  if (below !== undefined) notices.report('HYPER008', `links of ${subject}`, () => [below, true], `${subject} below`)
}

function linksMember (compiled: Shape, { parts }: ResolvedResource, templates: Templates, used: UsedCuries): string {
  const { relations } = compiled
  const links = parts as readonly ResolvedLink[]
  let json = ''
  for (let index = 0; index < relations.length; index++) {
    const relation = relations[index]!
    const resolved = links[relation.first]!
    if (typeof resolved === 'string' && !relation.array) {
      json += fill(templates.relations[index]!, resolved, json === '')
    } else {
      const value = relation.array ? linkArray(relation, links, templates) : wholeLinkJson(resolved)
      if (value === '') continue
      json += (json === '' ? LINKS : ',') + relation.key + value
    }
    if (relation.curie !== -1) used.add(relation.curie)
  }
  if (used.size !== 0 && compiled.curies.length !== 0) {
    json += (json === '' ? LINKS : ',') + curiesMember(compiled, used)
  }
  return json === '' ? '' : json + '}'
}

function wholeLinkJson (link: ResolvedLink): string {
  return link === null || typeof link === 'string' || isMany(link) ? '' : linkJson(link)
}

// An array if one of the declarations is present; `linkMany` without targets is an empty array.
function linkArray (
  { first, links: { length } }: ShapedRelation, resolvedLinks: readonly ResolvedLink[], templates: Templates
): string {
  const elements: string[] = []
  let isPresent = false
  for (let index = first; index < first + length; index++) {
    const resolved = resolvedLinks[index]!
    if (resolved === null) continue
    isPresent = true
    if (typeof resolved === 'string') elements.push(linkOf(templates.links[index]!, resolved))
    else for (const link of isMany(resolved) ? resolved : [resolved]) elements.push(linkJson(link))
  }
  return isPresent ? joinElements(elements) : ''
}

function linkOf ({ before, after }: ObjectTemplate, suffix: string): string {
  return before + suffix + after
}

/** Whether a link is one of `linkMany`. */
export function isMany (link: WholeLink | readonly WholeLink[]): link is readonly WholeLink[] {
  return Array.isArray(link)
}

function embeddedMember (
  { embeds, curies }: Shape, { embedded }: ResolvedResource, items: readonly Items[], used: UsedCuries
): string {
  if (embeds.length === 0 && items.length === 0) return ''
  let json = items.map(list => itemsMember(list, curies, used)).join()
  embeds.forEach(({ key, relation, curie }, index) => {
    const resolved = embedded[index]!
    if (resolved === null || items.some(list => list.relation === relation)) return
    if (curie !== -1) used.add(curie)
    json += (json === '' ? '' : ',') + key + (typeof resolved === 'string' ? resolved : joinElements(resolved))
  })
  return json === '' ? '' : ',"_embedded":{' + json + '}'
}

function itemsMember ({ relation, json }: Items, curies: Shape['curies'], used: UsedCuries): string {
  const curie = curieOf(relation, curies)
  if (curie !== -1) used.add(curie)
  return memberKey(relation) + joinElements(json)
}

function curiesMember ({ curies }: Shape, used: UsedCuries): string {
  return '"curies":' + joinElements(curies.filter((_, index) => used.has(index)).map(curie => curie.json))
}
