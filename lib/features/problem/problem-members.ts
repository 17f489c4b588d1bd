// The links and actions of a problem document, resolved one by one: a problem is made for one response, so nothing is compiled for it.
import { compileCurie } from '../../links/curies.ts'
import { resolveAction } from '../../links/callback-action.ts'
import { resolveLink } from '../../links/whole-link.ts'
import type { WholeAction } from '../../links/compiled.ts'
import type { Resolution } from '../../resolution/resolution.ts'
import type { Declarations, DeclaredLink } from '../../declare/declarations.ts'
import { flatActions } from '../../formats/default.ts'
import { actionJson } from '../../formats/action-json.ts'
import { linkJson } from '../../formats/link-json.ts'
import { unlessPresent } from '../../formats/members.ts'
import { joinElements } from '../../json/array.ts'
import { appendMembers, memberKey, memberNames } from '../../json/object.ts'
import { RETRY } from './retry.ts'

const SUBJECT = 'a problem document'

/** Adds `_links` and `_actions` to the serialized members of a problem. A member of that name that a response schema has written stays. */
export function addMembers (
  body: string,
  problem: object,
  declared: Declarations,
  retry: WholeAction | null,
  resolution: Resolution
): string {
  const actions = actionTexts(problem, declared, retry, resolution)
  const links = linkTexts(problem, declared, resolution)
  const curies = curieTexts([...links.keys(), ...actions.keys()], resolution.environment.settings.curies)
  if (curies.length > 0) links.set('curies', joinElements(curies))
  const taken = memberNames(body) ?? new Set()
  return appendMembers(body,
    unlessPresent(taken, '_links', member('_links', links), SUBJECT, resolution.environment) +
    unlessPresent(taken, '_actions', member('_actions', actions), SUBJECT, resolution.environment))
}

/** The JSON text of each member, by its name. */
type Texts = Map<string, string>

function member (name: string, texts: Texts): string {
  if (texts.size === 0) return ''
  return `,"${name}":{` + Array.from(texts, ([name, text]) => memberKey(name) + text).join(',') + '}'
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
      .flatMap(({ target }) => resolveLink(target, SUBJECT, relation, problem, resolution) ?? [])
      .map(linkJson)
    if (located.length > 0) texts.set(relation, group.length > 1 ? joinElements(located) : located[0]!)
  }
  return texts
}

function actionTexts (problem: object, { affordances }: Declarations, retry: WholeAction | null, resolution: Resolution): Texts {
  const texts: Texts = new Map()
  for (const declared of affordances) {
    const located = resolveAction(declared, SUBJECT, problem, resolution)
    if (located !== null) texts.set(declared.name, actionJson(located, flatActions))
  }
  if (retry !== null && !affordances.some(({ name }) => name === RETRY)) texts.set(RETRY, actionJson(retry, flatActions))
  return texts
}

// The curies of the option `curies` whose prefix a name uses.
function curieTexts (names: readonly string[], curies: Readonly<Record<string, string>>): string[] {
  const prefixes = new Set(names.map(name => name.slice(0, Math.max(0, name.indexOf(':')))))
  return Object.entries(curies).filter(([prefix]) => prefixes.has(prefix)).map(([prefix, template]) => compileCurie(prefix, template).json)
}
