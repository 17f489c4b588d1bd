// The names of routes in the catalog.
import type { AppRoute, LinkedRoute } from './collect.ts'
import { configsOf, type Draft } from './draft.ts'
import { isPlural, Names, pascal, plural, singular } from './names.ts'
import { collectionSegment, itemNoun } from './paths.ts'

/** The names of the routes of a catalog. */
export type Catalog = ReadonlyMap<AppRoute, string>

/** Returns the names of the routes that links lead to, and that respond with them. */
export function catalogOf (draft: Draft): Catalog {
  const { app, rootRoute } = draft
  const used = new Set(configsOf(draft).flatMap(({ declarations, bound }) =>
    [...declarations, ...bound].map(({ route }) => route)))
  const ids = app.flatMap(({ operationId }) => operationId ?? [])
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
  const routes = app.filter((route): route is LinkedRoute =>
    route !== rootRoute && route.path !== null && (used.has(route) || repeated.includes(route.operationId!)))
  const names = new Names(['Root'])
  return new Map(routes.map(route => [route, names.take(...routeNames(route, draft))]))
}

const VERBS: Readonly<Record<string, string>> = { POST: 'Create', PUT: 'Replace', PATCH: 'Update', DELETE: 'Delete' }

// `GetOrder` of `GET /orders/:id`; with what is above it if another route has the name.
function routeNames (route: LinkedRoute, { collections, routes }: Draft): string[] {
  const { method, path, operationId } = route
  const { segments, statics, isItem } = path
  const last = segments.at(-1) ?? ''
  const isList = collections.some(collection => collection.route === route) ||
    (route.response === undefined && method === 'GET' && !isItem && isPlural(last))
  const tail = isList || method === 'POST' ? collectionSegment(path) : isItem ? itemNoun(path) : path.tail
  const isNoun = last.startsWith(':') || (method === 'POST' && isPlural(tail)) ||
    routes.some(other => other.method === 'GET' && other.path.key === path.key)
  const verb = method === 'GET' ? (isList ? 'List' : 'Get') : VERBS[method] ?? pascal(method.toLowerCase())
  const isAction = !isNoun && !['GET', 'DELETE'].includes(method)
  const isOne = isItem || method === 'POST'
  const noun = isList ? plural(tail) : isOne ? singular(tail) : tail
  const end = statics.length - 1
  const above = (count: number) => statics.slice(Math.max(0, end - count), end).map(singular).join(' ')
  // `CancelOrder`, but `Login`: nothing is above it.
  const least = isAction && path.parameters.length > 0 ? 1 : 0
  const name = (count: number) =>
    isAction ? pascal(`${tail} ${above(Math.max(least, count))}`) : verb + pascal(`${above(count)} ${noun}`)
  return [
    ...operationId !== null && /^[A-Za-z]\w*$/.test(operationId) ? [pascal(operationId)] : [],
    ...[0, 1, 2, 9].map(name),
    pascal(method.toLowerCase()) + pascal(segments.join(' '))
  ]
}
