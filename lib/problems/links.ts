// The links and actions of a problem document, resolved one by one: a problem is made for one response, so nothing is
// compiled for it.
import { Later, type Steps, together } from '../async/steps.ts'
import type { Resolution } from '../context/resolution.ts'
import type { Declarations, DeclaredLink } from '../declare/declarations.ts'
import { writeProblem } from '../formats/built-in.ts'
import type { Shape } from '../formats/format.ts'
import { inputOf } from '../forms/fields/action-input.ts'
import { NO_FIELDS } from '../forms/fields/form-fields.ts'
import { memberKey } from '../json/object.ts'
import { resolveAction } from '../links/action.ts'
import { byRelation } from '../links/compile.ts'
import type { CompiledCurie, WholeAction } from '../links/compiled.ts'
import { compileCurie, curieOf, prefixesOf } from '../links/curies.ts'
import { resolveLink } from '../links/link.ts'
import { inputPart } from '../schema/content.ts'

/** The action that sends the current request again with other input. */
export interface Retry {
  /** The part of the request that is invalid, as Fastify names it: `body`, `querystring`. */
  readonly rejected: string | undefined
}

const SUBJECT = 'a problem document'
// The same on every route, so that clients need not know the route.
const RETRY = 'retry'

/** Adds `_links` and `_actions`, or forms in place of actions, to the serialized members of a problem. */
export function * addLinks (
  body: string, problem: object, { links, actions }: Declarations, retry: Retry | undefined, resolution: Resolution
): Steps<string> {
  const groups = byRelation(links)
  const resolvedActions = yield * together(actions.length, index =>
    new Later(resolveAction(actions[index]!, SUBJECT, problem, resolution)))
  const targets = groups.flatMap(group => group.map(({ target }) => ({ target, relation: group[0]!.relation })))
  const resolvedLinks = yield * together(targets.length, index =>
    resolveLink(targets[index]!.target, SUBJECT, targets[index]!.relation, problem, resolution))
  const names = actions.map(({ name }) => name)
  const retries = retry === undefined || names.includes(RETRY) ? [] : [retryAction(resolution, retry)]
  const shape = shapeOf(groups, [...names, ...retries.map(() => RETRY)], resolution)
  const resolved = { parts: [...resolvedLinks, ...resolvedActions, ...retries], embedded: [] }
  return writeProblem(body, resolved, shape, resolution)
}

function retryAction (resolution: Resolution, { rejected }: Retry): WholeAction {
  const { method, routeOptions: { schema = {} } } = resolution.request
  const { summary, body } = schema as { summary?: unknown, body?: unknown }
  const hasBody = inputPart(method) === 'body'
  // Without a query that is invalid, or that the new input replaces.
  const path = hasBody && rejected !== 'querystring' ? resolution.currentPath : resolution.currentPath.split('?', 1)[0]!
  return {
    href: resolution.href(path),
    method,
    title: typeof summary === 'string' && summary !== '' ? summary : null,
    contentType: typeof body === 'object' && body !== null ? inputOf(method, { schema }, null).contentType : null,
    deprecation: null,
    form: NO_FIELDS
  }
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
    hasWholeHrefs: true,
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
  form: { constant: null }
}

// The CURIEs of the option `curies` whose prefix a name uses: looked up, because an app may have hundreds.
function curiesOf (names: readonly string[], curies: Readonly<Record<string, string>>): CompiledCurie[] {
  const used = Array.from(prefixesOf(names)).filter(prefix => Object.hasOwn(curies, prefix))
  return used.map(prefix => compileCurie(prefix, curies[prefix]!))
}
