// The links and actions of a problem document, resolved one by one: a problem is made for one response, so nothing is
// compiled for it.
import { Later, together, type Steps } from '../../async/steps.ts'
import { byRelation } from '../../links/compile.ts'
import { compileCurie, curieOf, prefixesOf } from '../../links/curies.ts'
import { resolveAction } from '../../links/action.ts'
import { resolveLink } from '../../links/link.ts'
import type { CompiledCurie, WholeAction } from '../../links/compiled.ts'
import type { Resolution } from '../../context/resolution.ts'
import type { Declarations, DeclaredLink } from '../../declare/declarations.ts'
import { problemWriter } from '../../formats/built-in.ts'
import type { Shape } from '../../formats/format.ts'
import { memberKey } from '../../json/object.ts'
import { RETRY } from './retry.ts'

const SUBJECT = 'a problem document'

/** Adds `_links` and `_actions`, or forms in place of actions, to the serialized members of a problem. */
export function * addMembers (
  body: string, problem: object, declared: Declarations, retry: WholeAction | null, resolution: Resolution
): Steps<string> {
  const { actions } = declared
  const groups = byRelation(declared.links)
  const resolvedActions = yield * together(actions.length, index =>
    new Later(resolveAction(actions[index]!, SUBJECT, problem, resolution)))
  const links = groups.flatMap(group => group.map(({ target }) => ({ target, relation: group[0]!.relation })))
  const resolvedLinks = yield * together(links.length, index =>
    resolveLink(links[index]!.target, SUBJECT, links[index]!.relation, problem, resolution))
  const offersRetry = retry !== null && !actions.some(({ name }) => name === RETRY)
  const names = [...actions.map(({ name }) => name), ...offersRetry ? [RETRY] : []]
  const resolved = {
    links: resolvedLinks, actions: offersRetry ? [...resolvedActions, retry] : resolvedActions, embedded: []
  }
  return problemWriter(shapeOf(groups, names, resolution), resolution)(body, resolved, [])
}

// Nothing is known of the links and actions but their names: all of them have whole hrefs.
function shapeOf (
  groups: readonly DeclaredLink[][], actions: readonly string[], { environment: { settings } }: Resolution
): Shape {
  const curies = curiesOf([...groups.map(group => group[0]!.relation), ...actions], settings.curies)
  const shape = (name: string) => ({ key: memberKey(name), curie: curieOf(name, curies) })
  let first = 0
  return {
    subject: SUBJECT,
    isWhole: true,
    nested: [],
    embeds: [],
    curies,
    links: groups.flat().map(() => WHOLE),
    relations: groups.map(({ 0: link, length }) => {
      const relation = { ...shape(link!.relation), array: length > 1, first, links: { length } }
      first += length
      return relation
    }),
    actions: actions.map(name => {
      const { key, curie } = shape(name)
      return { ...WHOLE, key, curie, templateKey: key, templateCurie: curie }
    })
  }
}

const WHOLE = {
  hrefPrefix: '',
  constant: false,
  templated: false,
  attributes: {},
  method: '',
  title: null,
  contentType: null,
  deprecation: null,
  form: null
}

// The CURIEs of the option `curies` whose prefix a name uses: looked up, because an app may have hundreds.
function curiesOf (names: readonly string[], curies: Readonly<Record<string, string>>): CompiledCurie[] {
  const used = Array.from(prefixesOf(names)).filter(prefix => Object.hasOwn(curies, prefix))
  return used.map(prefix => compileCurie(prefix, curies[prefix]!))
}
