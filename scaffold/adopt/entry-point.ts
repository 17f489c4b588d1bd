// The rules of the entry point, and of what is left.
import type { AppRoute, LinkedRoute } from './collect.ts'
import {
  declare, type Draft, holderOf, isBound, isReached, missingValue, reads, requiredQuery, writes
} from './draft.ts'
import { isJson, listIn } from './envelope.ts'
import { ADDED } from './links.ts'
import { isPlural, kebab, Names, singular, words } from './names.ts'

export function addRoot (draft: Draft): void {
  placeRoot(draft)
  addRootLinks(draft)
  addRootActions(draft)
}

// An entry point that exists is used if it responds with an object. Otherwise it is the first path that is free.
function placeRoot (draft: Draft): void {
  const gets = draft.app.filter(({ method }) => method === 'GET')
  const isCovered = gets.some(({ url }) => url === '*' || url === '/*')
  const shared = sharedBeginning(reads(draft))
  for (const url of ['/', ...shared === '' ? [] : [shared], '/hypermedia', '/hypermedia-links']) {
    const route = gets.find(route => route.url === url || route.url === `${url}/`)
    if (route === undefined ? isCovered && url === '/' : !isEntryPoint(draft, route)) continue
    draft.rootUrl = route?.url ?? url
    draft.rootRoute = route ?? null
    if (route !== undefined) draft.omitted.delete(route)
    return
  }
}

function isEntryPoint (draft: Draft, route: AppRoute): boolean {
  return route.response?.kind === 'object' && !route.hidden && listIn(route as LinkedRoute) === null &&
    !isBound(draft, route)
}

// `/api/v1` of `/api/v1/orders` and `/api/v1/customers`.
function sharedBeginning (routes: readonly LinkedRoute[]): string {
  const paths = routes.map(({ path }) => path.segments).filter(segments => segments.length > 0)
  const [first = []] = paths
  const end = first.findIndex((segment, index) =>
    segment.startsWith(':') || paths.some(path => path[index] !== segment))
  return first.slice(0, end === -1 ? first.length - 1 : end).map(segment => `/${segment}`).join('')
}

function addRootLinks (draft: Draft): void {
  const names = new Names(['self'])
  for (const route of reads(draft)) {
    const { key, parameters } = route.path
    if (route === draft.rootRoute || key === '' || parameters.length > 0 || !mayBeJson(route)) continue
    const isStart = draft.collections.some(one => one.route === route) || !isReached(draft, route) ||
      draft.resources.some(({ self }) => self === route)
    if (isStart) declare(draft.root, { call: 'link', relation: names.take(...relationsOf(route)), route })
  }
}

function mayBeJson ({ response }: AppRoute): boolean {
  return response === undefined || (response !== null && response.kind !== 'scalar' && response.kind !== 'unknown')
}

function addRootActions (draft: Draft): void {
  const actions = draft.root.declarations.filter(({ call }) => call === 'affordance')
  const names = new Names(actions.map(({ relation }) => relation))
  for (const route of writes(draft)) {
    const { method, path: { key, parameters, tail } } = route
    if (parameters.length > 0 || key === '' || isReached(draft, route)) continue
    const isVerb = words(tail).length > 1 || (method === 'POST' && !isPlural(tail))
    const relations = relationsOf(route).map(name =>
      isVerb ? name : `${ADDED[method]}-${kebab(method === 'POST' ? singular(name) : name)}`)
    declare(draft.root, { call: 'affordance', relation: names.take(...relations), route })
  }
}

// Of `/admin/orders`: `orders`, else `admin-orders`.
function relationsOf ({ path: { segments } }: LinkedRoute): string[] {
  return [segments.slice(-1), segments.slice(-2), segments].map(some => kebab(some.join(' ')))
}

export function reportRest (draft: Draft): void {
  const { resources, routes, omitted } = draft
  for (const resource of resources.filter(({ declarations }) => declarations.length === 0)) {
    resources.splice(resources.indexOf(resource), 1)
    resource.bound.length = 0
  }
  for (const route of routes) {
    if (route === draft.rootRoute || isReached(draft, route)) omitted.delete(route)
    else if (!omitted.has(route)) omitted.set(route, reasonFor(draft, route))
  }
}

function reasonFor (draft: Draft, route: LinkedRoute): string {
  const { method, response, path: { parameters: [parameter] } } = route
  const [required] = requiredQuery(route)
  if (required !== undefined) return `its URL requires the parameter \`${required}\` of the query`
  if (method === 'GET' && response === undefined) return 'it has no response schema'
  if (method === 'GET' && response?.kind === 'unknown') return 'its response schema has no properties'
  if (method === 'GET' && !isJson(route)) return 'its response is no JSON object'
  if (parameter === undefined) return 'nothing that responds with an object contains it'
  const owner = holderOf(draft, route)
  return owner === null ? `no response is known to have a value for \`:${parameter.name}\`` : missingValue(route, owner)
}
