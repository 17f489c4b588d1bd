// The rules that find links of types: to their collections, to what is below them, and to what they refer to.
import type { LinkedRoute } from './collect.ts'
import {
  type Config, type Declaration, declare, declareOrOmit, type Draft, isReached, placeOf, reads, requiredQuery,
  type ResourceConfig, valuesOfRequest, writes
} from './draft.ts'
import { isJson } from './envelope.ts'
import { isPlural, kebab, normal, plural, singular, words } from './names.ts'
import { isPaged, pageScheme } from './pages.ts'
import { below, nearestTo, type Parameter, parentOf } from './paths.ts'
import { isSameType } from './shape.ts'
import {
  fits, foreignValue, isOwnName, memberValue, ownValue, referenceName, valuesFor, valueWithin
} from './values.ts'

export function linkCollections ({ resources, collections }: Draft): void {
  for (const resource of resources) {
    const { self, key, shape } = resource
    const own = self && valuesFor(self, shape, self.path.key)
    const isOnly = self?.path.parameters.length === 0 && resource.bound.length === 1
    const query = isOnly && requiredQuery(self).length > 0 ? 'request' : null
    if (own) declare(resource, { call: 'self', relation: 'self', route: self!, values: own, query })
    const above = collections.find(({ route, item }) => item === resource && route.path.key === parentOf(key))
    const values = above === undefined ? null : valuesFor(above.route, shape, null)
    if (values !== null) declare(resource, { call: 'link', relation: 'collection', route: above!.route, values })
  }
  for (const { list, route } of collections) {
    const query = route.query.members.size > 0 ? 'request' : null
    if (list !== null) declare(list, { call: 'self', relation: 'self', route, values: valuesOfRequest(route), query })
  }
}

export function addPages ({ collections, notes }: Draft): void {
  for (const { list, route } of collections) {
    if (!isPaged(route.query)) continue
    const scheme = list === null ? 'its response is an array' : pageScheme(list.shape, list.member, route.query)
    if (typeof scheme === 'string') notes.push(`${placeOf(route)} has no page links: ${scheme}`)
    else list!.page = scheme
  }
}

export function linkSubResources (draft: Draft): void {
  for (const resource of draft.resources) {
    for (const route of reads(draft).filter(isJson)) {
      const path = below(route.path.key, resource.key)
      if (!path || path.includes('{}')) continue
      const values = valuesFor(route, resource.shape, resource.key)
      declareOrOmit(draft, resource, route, values, { call: 'link', relation: kebab(path) })
    }
  }
}

type Target = Pick<Declaration, 'call' | 'relation' | 'values'>

export function linkReferences (draft: Draft): void {
  const items = reads(draft).filter(route =>
    route.path.isItem && isOwnName(route.path) && route.response !== null && route.response?.kind !== 'scalar' &&
    draft.collections.every(collection => collection.route !== route))
  for (const resource of draft.resources) {
    const own = keysOf(resource)
    for (const name of resource.shape.members.keys()) {
      if (own.get(name) === resource.key) continue
      const targets = items.flatMap(route => {
        const { key } = route.path
        const target = own.has(name) && key === resource.key ? null : referenceTo(draft, route, resource, name)
        return target === null ? [] : { key, route, target }
      })
      const nearest = nearestTo(targets, resource.key)
      if (nearest !== null) declare(resource, { route: nearest.route, ...nearest.target })
    }
  }
}

// The members that the self link reads, with the paths of what they identify: of `/users/:userId/orders/:id`, `id` is
// the order, and `userId` another item.
function keysOf ({ declarations, self }: Config & Pick<ResourceConfig, 'self'>): Map<string, string> {
  const values = declarations.find(({ call }) => call === 'self')?.values ?? []
  if (values === 'request') return new Map()
  return new Map(values.map(({ parameter, path }) =>
    [path[0]!, self!.path.parameters.find(({ name }) => name === parameter)!.key]))
}

function referenceTo (draft: Draft, route: LinkedRoute, { shape }: ResourceConfig, name: string): Target | null {
  const parameter = route.path.parameters.at(-1)!
  const others = route.path.parameters.slice(0, -1).map(one => foreignValue(route, one, shape))
  if (!others.every(value => value !== null)) return null
  const member = shape.members.get(name)!
  const called = words(name)
  if (member.shape.kind === 'object') {
    const isTyped = draft.resources.some(({ self, shape }) => self === route && isSameType(shape, member.shape))
    const value = isTyped || endsWith(called, words(parameter.noun))
      ? valueWithin(route, parameter, name, member)
      : null
    return value && { call: 'link', relation: kebab(name), values: [...others, value] }
  }
  const isList = member.shape.kind === 'list'
  const last = called.at(-1)!
  const one = isList ? [...called.slice(0, -1), singular(last)] : called
  const reference = referenceWords(parameter)
  const scalar = isList ? member.shape.element : member.shape
  const isReference = scalar !== null && fits(scalar, route.params.members.get(parameter.name)?.shape) &&
    endsWith(one, reference) && (!isList || isPlural(last))
  if (!isReference) return null
  // `id` of `customerId` is no part of the relation.
  const relation = one.slice(0, -Math.max(1, reference.length - words(parameter.noun).length)).join(' ')
  const values = [...others, memberValue(parameter, name, member)]
  return isList
    ? { call: 'linkMany', relation: kebab(plural(relation)), values }
    : { call: 'link', relation: kebab(relation), values }
}

// `customer id` of `/customers/:id`, and of `/customers/:customerId`.
function referenceWords (parameter: Parameter): string[] {
  const { name, noun } = parameter
  return referenceName(parameter) === normal(name) ? words(name) : [...words(noun), ...words(name)]
}

// What is before the noun in names of things elsewhere: `externalCustomerId`.
const ELSEWHERE = new Set([
  'external', 'remote', 'legacy', 'stripe', 'third', 'provider', 'vendor', 'foreign', 'upstream', 'source'
])

function endsWith (called: readonly string[], reference: readonly string[]): boolean {
  const length = called.length - reference.length
  return reference.length > 0 && length >= 0 && reference.every((word, index) => called[length + index] === word) &&
    !called.slice(0, length).some(word => ELSEWHERE.has(word))
}

export function linkFilters ({ resources, collections }: Draft): void {
  for (const resource of resources) {
    const { self, shape } = resource
    const parameter = onlyParameter(self)
    const value = parameter && ownValue(self!, parameter, shape)
    if (!value) continue
    for (const { route, item } of collections) {
      const { path, query } = route
      if (path.parameters.length > 0 || item === resource) continue
      const [name, member] = [...query.members].find(([name]) => normal(name) === referenceName(parameter)) ?? []
      if (member === undefined || !fits(shape.members.get(value.path[0]!)!.shape, member.shape)) continue
      declare(resource, {
        call: 'link', relation: kebab(path.tail), route, query: { name: name!, value: { ...value, parameter: name! } }
      })
    }
  }
}

function onlyParameter (route: LinkedRoute | null): Parameter | null {
  const [parameter, another] = route?.path.parameters ?? []
  return route?.path.isItem === true && another === undefined && isOwnName(route.path) ? parameter! : null
}

/** The relations of actions on things that are added: by method. */
export const ADDED: Readonly<Record<string, string>> = {
  PUT: 'replace', PATCH: 'update', DELETE: 'remove', POST: 'create'
}

export function linkNamedPaths (draft: Draft): void {
  for (const route of [...reads(draft), ...writes(draft)]) {
    const { method, path } = route
    const [parameter, another] = path.parameters
    if (parameter === undefined || another !== undefined) continue
    if (method === 'GET' ? !isJson(route) : isReached(draft, route)) continue
    if (draft.resources.some(({ key }) => below(path.key, key) !== null)) continue
    const relation = namedRelation(route, parameter)
    const owner = nearestTo(draft.resources.filter(resource => isNamedBy(resource, parameter)), path.key)
    if (owner === null || relation === null) continue
    const value = ownValue(owner.self!, onlyParameter(owner.self)!, owner.shape)
    const wanted = route.params.members.get(parameter.name)?.shape
    if (value === null || !fits(owner.shape.members.get(value.path[0]!)!.shape, wanted)) continue
    const call = method === 'GET' ? 'link' : 'affordance'
    declare(owner, { call, relation: kebab(relation), route, values: [{ ...value, parameter: parameter.name }] })
  }
}

function isNamedBy ({ self }: ResourceConfig, parameter: Parameter): boolean {
  const own = onlyParameter(self)
  return own !== null && referenceName(own) === referenceName(parameter)
}

// What is after the parameter, else the plural before it that is not its own.
function namedRelation ({ method, path: { segments } }: LinkedRoute, parameter: Parameter): string | null {
  const after = segments.slice(segments.findIndex(segment => segment.startsWith(':')) + 1)
  if (after.length > 0) return after.join(' ')
  const about = segments.slice(0, -1).findLast(one => isPlural(one) && singular(one) !== parameter.noun)
  if (about === undefined) return null
  return method === 'GET' ? about : `${ADDED[method]} ${singular(about)}`
}
