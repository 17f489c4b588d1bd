// The rules that find actions and searches.
import type { LinkedRoute } from './collect.ts'
import {
  type Collection, declare, declareOrOmit, type Draft, holderOf, isReached, longest, requiredQuery, valuesOfRequest,
  writes
} from './draft.ts'
import { ADDED } from './links.ts'
import { isPlural, kebab, singular } from './names.ts'
import { isSearchable } from './pages.ts'
import { below } from './paths.ts'
import { valuesFor } from './values.ts'

const OWN: Readonly<Record<string, string>> = { PUT: 'replace', PATCH: 'update', DELETE: 'delete', POST: 'create' }

export function addItemActions (draft: Draft): void {
  for (const route of writes(draft)) {
    const resource = holderOf(draft, route)
    if (resource === null) continue
    const rest = below(route.path.key, resource.key)!
    const values = rest.includes('{}') ? null : valuesFor(route, resource.shape, resource.key)
    const isOfList = draft.collections.some(({ route: { path }, list }) => list !== null && path.key === route.path.key)
    if (values !== null && isOfList) continue
    declareOrOmit(draft, resource, route, values, { call: 'affordance', relation: actionName(draft, route, rest) })
  }
}

function actionName (draft: Draft, route: LinkedRoute, rest: string): string {
  const { method, path: { key, tail } } = route
  if (rest === '') return method === 'POST' ? 'submit' : OWN[method]!
  const same = draft.routes.filter(other => other.path.key === key && other !== route)
  const isNoun = same.some(other => other.method === 'GET') || isPlural(tail)
  if (method === 'POST') return isNoun ? `create-${kebab(singular(rest))}` : kebab(rest)
  return method === 'DELETE' || isNoun || same.length > 0 ? `${ADDED[method]}-${kebab(rest)}` : kebab(rest)
}

export function addCollectionActions (draft: Draft): void {
  for (const route of writes(draft)) {
    if (isReached(draft, route) || draft.omitted.has(route)) continue
    const collection = collectionOf(draft, route)
    if (collection === null) continue
    const { method, path } = route
    const rest = below(path.key, collection.route.path.key)!
    const relation = rest === '' ? `${OWN[method]}${method === 'POST' ? '' : '-all'}` : kebab(rest)
    const noun = method === 'POST' && rest === '' ? collection.item.noun : collection.route.path.tail
    if (collection.list === null) declareAbove(draft, collection, route, `${relation}-${kebab(noun)}`)
    else declare(collection.list, { call: 'affordance', relation, route, values: valuesOfRequest(route) })
  }
}

function collectionOf ({ collections }: Draft, { path }: LinkedRoute): Collection | null {
  const found = collections.filter(({ route }) => below(path.key, route.path.key)?.includes('{}') === false)
  return longest(found.map(collection => ({ key: collection.route.path.key, collection })))?.collection ?? null
}

// An array has no place for links and actions of the collection: what contains it has.
function declareAbove (
  draft: Draft, { route: { path } }: Collection, route: LinkedRoute, relation: string, template = false
): void {
  const declaration = { call: template ? 'link' : 'affordance', relation, template } as const
  const owner = longest(draft.resources.filter(({ key, self }) => self !== null && below(path.key, key)))
  if (route.path.parameters.length === 0) declare(draft.root, { ...declaration, route })
  else if (owner === null) {
    draft.omitted.set(route, 'its collection is an array, and nothing that contains it has links')
  } else declareOrOmit(draft, owner, route, valuesFor(route, owner.shape, owner.key), declaration)
}

export function addSearches (draft: Draft): void {
  for (const collection of draft.collections) {
    const { list, route } = collection
    // An array has no links, and a link to one that requires parameters is a template anyway.
    if (!isSearchable(route.query) || (list === null && requiredQuery(route).length > 0)) continue
    if (list === null) declareAbove(draft, collection, route, `search-${kebab(route.path.tail)}`, true)
    else declare(list, { call: 'link', relation: 'search', route, template: true, values: valuesOfRequest(route) })
  }
}
