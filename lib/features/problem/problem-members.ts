// The links and actions of a problem document, resolved one by one: a problem is made for one response, so nothing is compiled for it.
import { byRelation } from '../../links/compile.ts'
import { compileCurie, prefixesOf } from '../../links/curies.ts'
import { resolveAction } from '../../links/callback-action.ts'
import { resolveLink } from '../../links/whole-link.ts'
import type { WholeAction } from '../../links/compiled.ts'
import type { Resolution } from '../../resolution/resolution.ts'
import type { Declarations } from '../../declare/declarations.ts'
import { flatActions } from '../../formats/default.ts'
import { namedTemplates } from '../../formats/hal-forms.ts'
import { actionJson, type ActionMember } from '../../formats/action-json.ts'
import { linkJson } from '../../formats/link-json.ts'
import { unlessPresent } from '../../formats/members.ts'
import { joinElements } from '../../json/array.ts'
import { appendMembers, memberKey, memberNames } from '../../json/object.ts'
import { RETRY } from './retry.ts'

const SUBJECT = 'a problem document'

/**
 * Adds `_links` and `_actions`, or forms in place of actions, to the serialized members of a problem. A member of that name that a
 * response schema has written stays.
 */
export function addMembers (
  body: string,
  problem: object,
  declared: Declarations,
  retry: WholeAction | null,
  resolution: Resolution
): string {
  const actions = actionJsons(problem, declared, retry, resolution)
  const links = linkJsons(problem, declared, resolution)
  const curies = curieJsons([...links.keys(), ...actions.keys()], resolution.environment.settings.curies)
  if (curies.length > 0) links.set('curies', joinElements(curies))
  const names = memberNames(body) ?? new Set()
  const { name } = actionMember(resolution)
  return appendMembers(body,
    unlessPresent(names, '_links', member('_links', links), SUBJECT, resolution.environment) +
    unlessPresent(names, name, member(name, actions), SUBJECT, resolution.environment))
}

/** JSON of members, by their names. */
type Members = Map<string, string>

function member (name: string, members: Members): string {
  if (members.size === 0) return ''
  return `,"${name}":{` + Array.from(members, ([name, json]) => memberKey(name) + json).join(',') + '}'
}

function actionMember ({ showsForms }: Resolution): ActionMember {
  return showsForms ? namedTemplates : flatActions
}

function linkJsons (problem: object, { links }: Declarations, resolution: Resolution): Members {
  const members: Members = new Map()
  for (const group of byRelation(links)) {
    const { relation } = group[0]!
    const json = group.flatMap(({ target }) => resolveLink(target, SUBJECT, relation, problem, resolution) ?? []).map(linkJson)
    if (json.length > 0) members.set(relation, group.length > 1 ? joinElements(json) : json[0]!)
  }
  return members
}

function actionJsons (problem: object, { affordances }: Declarations, retry: WholeAction | null, resolution: Resolution): Members {
  const members: Members = new Map()
  for (const declared of affordances) {
    const action = resolveAction(declared, SUBJECT, problem, resolution)
    if (action !== null) members.set(declared.name, actionJson(action, actionMember(resolution)))
  }
  if (retry !== null && !affordances.some(({ name }) => name === RETRY)) members.set(RETRY, actionJson(retry, actionMember(resolution)))
  return members
}

// The CURIEs of the option `curies` whose prefix a name uses.
function curieJsons (names: readonly string[], curies: Readonly<Record<string, string>>): string[] {
  const prefixes = prefixesOf(names)
  return Object.entries(curies).filter(([prefix]) => prefixes.has(prefix)).map(([prefix, template]) => compileCurie(prefix, template).json)
}
