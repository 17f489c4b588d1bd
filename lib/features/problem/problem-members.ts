// The links and actions of a problem document, resolved one by one: a problem is made for one response, so nothing is compiled for it.
import { chain, gather } from '../../async/promises.ts'
import { byRelation } from '../../links/compile.ts'
import { compileCurie, prefixesOf } from '../../links/curies.ts'
import { resolveAction } from '../../links/callback-action.ts'
import { resolveLink } from '../../links/whole-link.ts'
import type { WholeAction } from '../../links/compiled.ts'
import type { Resolution } from '../../resolution/resolution.ts'
import type { WholeLink } from '../../resolution/target.ts'
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
): string | Promise<string> {
  return chain<Members, string>(actionJsons(problem, declared, retry, resolution), actions =>
    chain<Members, string>(linkJsons(problem, declared, resolution), links => write(body, links, actions, resolution)))
}

function write (body: string, links: Members, actions: Members, resolution: Resolution): string {
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

function linkJsons (problem: object, { links }: Declarations, resolution: Resolution): Members | Promise<Members> {
  const groups = byRelation(links)
  const declared = groups.flat()
  const relationOf = new Map(groups.flatMap(group => group.map(link => [link, group[0]!.relation])))
  const found = gather(declared.length, index =>
    resolveLink(declared[index]!.target, SUBJECT, relationOf.get(declared[index]!)!, problem, resolution))
  return chain<(WholeLink | null)[], Members>(found, resolved => {
    const members: Members = new Map()
    for (const group of groups) {
      const json = group.flatMap(link => resolved[declared.indexOf(link)] ?? []).map(linkJson)
      if (json.length > 0) members.set(group[0]!.relation, group.length > 1 ? joinElements(json) : json[0]!)
    }
    return members
  })
}

function actionJsons (
  problem: object, { actions }: Declarations, retry: WholeAction | null, resolution: Resolution
): Members | Promise<Members> {
  const written = actionMember(resolution)
  const found = gather(actions.length, index => resolveAction(actions[index]!, SUBJECT, problem, resolution))
  return chain<(WholeAction | null)[], Members>(found, resolved => {
    const members: Members = new Map()
    resolved.forEach((action, index) => {
      if (action !== null) members.set(actions[index]!.name, actionJson(action, written))
    })
    if (retry !== null && !actions.some(({ name }) => name === RETRY)) members.set(RETRY, actionJson(retry, written))
    return members
  })
}

// The CURIEs of the option `curies` whose prefix a name uses.
function curieJsons (names: readonly string[], curies: Readonly<Record<string, string>>): string[] {
  const prefixes = prefixesOf(names)
  return Object.entries(curies).filter(([prefix]) => prefixes.has(prefix)).map(([prefix, template]) => compileCurie(prefix, template).json)
}
