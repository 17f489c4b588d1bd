// The links and actions of a problem document, resolved one by one: a problem is made for one response, so nothing is compiled for it.
import { Later, together, type Steps } from '../../async/steps.ts'
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
import { joinElements } from '../../json/array.ts'
import { appendMembers, memberKey } from '../../json/object.ts'
import { RETRY } from './retry.ts'

const SUBJECT = 'a problem document'

/** Adds `_links` and `_actions`, or forms in place of actions, to the serialized members of a problem. */
export function * addMembers (
  body: string,
  problem: object,
  declared: Declarations,
  retry: WholeAction | null,
  resolution: Resolution
): Steps<string> {
  const actions = yield * actionJsons(problem, declared, retry, resolution)
  const links = yield * linkJsons(problem, declared, resolution)
  return write(body, links, actions, resolution)
}

function write (body: string, links: Members, actions: Members, resolution: Resolution): string {
  const curies = curieJsons([...links.keys(), ...actions.keys()], resolution.environment.settings.curies)
  if (curies.length > 0) links.set('curies', joinElements(curies))
  return appendMembers(body, member('_links', links) + member(actionMember(resolution).name, actions))
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

function * linkJsons (problem: object, { links }: Declarations, resolution: Resolution): Steps<Members> {
  const groups = byRelation(links)
  const declared = groups.flat()
  const relationOf = new Map(groups.flatMap(group => group.map(link => [link, group[0]!.relation])))
  const resolved = yield * together(declared.length, index =>
    resolveLink(declared[index]!.target, SUBJECT, relationOf.get(declared[index]!)!, problem, resolution))
  const members: Members = new Map()
  for (const group of groups) {
    const json = group.flatMap(link => resolved[declared.indexOf(link)] ?? []).map(linkJson)
    if (json.length > 0) members.set(group[0]!.relation, group.length > 1 ? joinElements(json) : json[0]!)
  }
  return members
}

function * actionJsons (
  problem: object, { actions }: Declarations, retry: WholeAction | null, resolution: Resolution
): Steps<Members> {
  const written = actionMember(resolution)
  const resolved = yield * together(actions.length, index =>
    new Later(resolveAction(actions[index]!, SUBJECT, problem, resolution)))
  const members: Members = new Map()
  resolved.forEach((action, index) => {
    if (action !== null) members.set(actions[index]!.name, actionJson(action, written))
  })
  if (retry !== null && !actions.some(({ name }) => name === RETRY)) members.set(RETRY, actionJson(retry, written))
  return members
}

// The CURIEs of the option `curies` whose prefix a name uses: looked up, because an app may have hundreds.
function curieJsons (names: readonly string[], curies: Readonly<Record<string, string>>): string[] {
  const used = Array.from(prefixesOf(names)).filter(prefix => Object.hasOwn(curies, prefix))
  return used.map(prefix => compileCurie(prefix, curies[prefix]!).json)
}
