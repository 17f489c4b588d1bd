// The links and actions of a problem document, resolved one by one: a problem is made for one response, so nothing is compiled for it.
import { compileCurie, keyText } from '../../links/config.ts'
import { locateAction } from '../../links/action.ts'
import { locateLink } from '../../links/link.ts'
import type { LocatedAction } from '../../links/compiled.ts'
import type { Resolution } from '../../resolution/resolution.ts'
import type { Declarations, DeclaredLink } from '../../declare/declarations.ts'
import { flatActions } from '../../formats/default.ts'
import { actionValue, locatedLink, unlessTaken } from '../../formats/members.ts'
import { appendMembers, arrayText, memberNames } from '../../json/json-text.ts'
import { RETRY } from './retry.ts'

const SUBJECT = 'a problem document'

/** Adds `_links` and `_actions` to the serialized members of a problem. A member of that name that a response schema has written stays. */
export function addMembers (
  body: string,
  problem: object,
  declared: Declarations,
  retry: LocatedAction | null,
  resolution: Resolution
): string {
  const actions = actionTexts(problem, declared, retry, resolution)
  const links = linkTexts(problem, declared, resolution)
  const curies = curieTexts([...links.keys(), ...actions.keys()], resolution.environment.settings.curies)
  if (curies.length > 0) links.set('curies', arrayText(curies))
  const taken = memberNames(body) ?? new Set()
  return appendMembers(body,
    unlessTaken(taken, '_links', member('_links', links), { subject: SUBJECT }, resolution) +
    unlessTaken(taken, '_actions', member('_actions', actions), { subject: SUBJECT }, resolution))
}

/** The JSON text of each member, by its name. */
type Texts = Map<string, string>

function member (name: string, texts: Texts): string {
  if (texts.size === 0) return ''
  return `,"${name}":{` + Array.from(texts, ([name, text]) => keyText(name) + text).join(',') + '}'
}

// Relations are compared ignoring case (RFC 8288, section 3.3); the first spelling is written.
function linkTexts (problem: object, { links }: Declarations, resolution: Resolution): Texts {
  const groups = new Map<string, DeclaredLink[]>()
  for (const link of links) {
    const group = groups.get(link.relation.toLowerCase())
    if (group === undefined) groups.set(link.relation.toLowerCase(), [link])
    else group.push(link)
  }
  const texts: Texts = new Map()
  for (const group of groups.values()) {
    const { relation } = group[0]!
    const located = group
      .map(({ target }) => locatedLink(locateLink(target, SUBJECT, relation, problem, resolution)))
      .filter(text => text !== '')
    if (located.length > 0) texts.set(relation, group.length > 1 ? arrayText(located) : located[0]!)
  }
  return texts
}

function actionTexts (problem: object, { affordances }: Declarations, retry: LocatedAction | null, resolution: Resolution): Texts {
  const texts: Texts = new Map()
  for (const declared of affordances) {
    const located = locateAction(declared, SUBJECT, problem, resolution)
    if (located !== null) texts.set(declared.name, actionValue(located, flatActions))
  }
  if (retry !== null && !affordances.some(({ name }) => name === RETRY)) texts.set(RETRY, actionValue(retry, flatActions))
  return texts
}

// The curies of the option `curies` whose prefix a name uses.
function curieTexts (names: readonly string[], curies: Readonly<Record<string, string>>): string[] {
  const prefixes = new Set(names.map(name => name.slice(0, Math.max(0, name.indexOf(':')))))
  return Object.entries(curies).filter(([prefix]) => prefixes.has(prefix)).map(([prefix, template]) => compileCurie(prefix, template).text)
}
