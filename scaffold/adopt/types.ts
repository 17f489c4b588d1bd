// The rules that find types: which responses are items, collections, and the same thing.
import type { LinkedRoute } from './collect.ts'
import {
  bind, type Draft, isBound, type ListConfig, type Part, reads, type ResourceConfig, writes
} from './draft.ts'
import { contentOf, type FoundList, isResource, listIn, partsOf } from './envelope.ts'
import { pascal, plural, singular, words } from './names.ts'
import { below, collectionSegment, itemNoun, nearestTo, parentOf } from './paths.ts'
import { isSameType, isSharedSource, mergedShape, type Shape } from './shape.ts'
import { ownValue } from './values.ts'

export function addItems (draft: Draft): void {
  for (const route of reads(draft)) {
    const { path, response } = route
    if (!path.isItem || response?.kind !== 'object' || listIn(route) !== null) continue
    const part = partsOf(response).find(({ shape }) => hasOwnValue(route, shape))
    const known = part && draft.resources.find(resource => isSameItem(resource, route, part.shape))
    if (part === undefined) {
      draft.omitted.set(route, `its response has no value for \`:${path.parameters.at(-1)!.name}\``)
    } else if (known === undefined) addItem(draft, route, part)
    else bind(known, route, part)
  }
}

// Whether an object has the value of the last parameter.
function hasOwnValue (route: LinkedRoute, shape: Shape): boolean {
  return ownValue(route, route.path.parameters.at(-1)!, shape) !== null
}

// Two routes to one item: `/orders/:id` and `/users/:userId/orders/:id`.
function isSameItem ({ self, shape: known }: ResourceConfig, { path }: LinkedRoute, shape: Shape): boolean {
  return self!.path.parameters.length !== path.parameters.length &&
    singular(self!.path.tail) === singular(path.tail) && isSameType(known, shape) && isSharedSource(known, shape)
}

function addItem (draft: Draft, route: LinkedRoute, { shape, at }: Part): void {
  const { key, tail, isItem } = route.path
  const noun = isItem ? itemNoun(route.path) : singular(tail)
  const name = nameFor(draft, shape, isItem ? noun : tail, route)
  const bound = [{ route, at }]
  draft.resources.push({
    name, kind: 'resource', key, noun, self: route, shape, bound, declarations: []
  })
}

// A type that no route reads one by one.
function addElement (draft: Draft, route: LinkedRoute, shape: Shape): ResourceConfig {
  const noun = singular(collectionSegment(route.path))
  const name = nameFor(draft, shape, noun, route)
  const key = `${route.path.key}/{}`
  const resource: ResourceConfig = {
    name, kind: 'resource', key, noun, self: null, shape, bound: [], declarations: []
  }
  draft.resources.push(resource)
  return resource
}

// The part of a schema's name that means only that it is one.
const NAMELESS = /^(?:type|items?|data|objects?|body|payload|record|element|value|row|ok|success)$/i
const SUFFIX = /(?:schema|response|result|dto|output|model|entity|contract|view)$/i

function nameFor ({ names }: Draft, { name }: Shape, noun: string, { path }: LinkedRoute): string {
  const given = pascal((name ?? '').replace(/\.json$/, '').split(/[/:#]/).at(-1)!.replace(SUFFIX, ''))
  const isReadable = name !== null && given.length > 1 && given.length < 40 && words(given).length < 4 &&
    !NAMELESS.test(given)
  const before = path.statics.at(-2)
  const longer = before === undefined ? [] : [pascal(`${before} ${noun}`)]
  return names.take(...isReadable ? [given] : [], pascal(noun), ...longer, pascal(noun))
}

export function addCollections (draft: Draft): void {
  for (const route of reads(draft)) {
    const found = listIn(route)
    if (found === null) continue
    const item = elementType(draft, route, found.element) ?? addElement(draft, route, found.element)
    const list = found.member === null ? null : listConfig(draft, route, found, item)
    if (list === null) item.bound.push({ route, at: null })
    item.shape = mergedShape([item.shape, found.element])
    draft.collections.push({ route, item, list })
  }
}

function listConfig (
  { names }: Draft, route: LinkedRoute, { shape, at, member }: FoundList, item: ResourceConfig
): ListConfig {
  const tail = pascal(collectionSegment(route.path))
  const name = names.take(
    `${item.name}List`,
    `${tail === pascal(plural(item.noun)) ? item.name : tail}List`,
    `${pascal(`${singular(route.path.statics.at(-2) ?? '')} ${singular(tail)}`)}List`
  )
  return { name, kind: 'list', member: member!, item, shape, bound: [{ route, at }], declarations: [], page: null }
}

// The type of the item below the collection, of the same schema, or of the same noun.
function elementType ({ resources }: Draft, { path }: LinkedRoute, element: Shape): ResourceConfig | null {
  const able = resources.filter(({ self }) => self === null || hasOwnValue(self, element))
  const own = able.find(({ key }) => key === `${path.key}/{}`)
  if (own !== undefined) return own
  const noun = singular(path.tail)
  const same = able.filter(({ shape }) => isSameType(shape, element))
  const nearest = nearestTo(same, path.key)
  const isShared = same.some(({ shape }) => isSharedSource(shape, element))
  if (nearest !== null && (isShared || nearest.noun === noun)) return nearest
  // A list of all things of a noun, such as `/users/:id/orders`, with some of the members of an item.
  const similar = able.filter(resource =>
    resource.noun === noun && resource.self !== null &&
    [...element.members.keys()].every(name => resource.shape.members.has(name)))
  return nearestTo(similar, path.key)
}

export function addSingletons (draft: Draft): void {
  for (const route of reads(draft)) {
    const { path: { key, parameters }, response } = route
    if (parameters.length > 0 || key === '' || response?.kind !== 'object') continue
    if (isBound(draft, route) || listIn(route) !== null) continue
    const part = contentOf(response)
    const type = draft.resources.find(({ self, key: known, shape }) =>
      self?.path.isItem === true && parentOf(known) === parentOf(key) && isSameType(shape, part.shape) &&
      hasOwnValue(self, part.shape))
    if (type !== undefined) bind(type, route, part)
    else if (isResource(part.shape)) addItem(draft, route, part)
  }
}

export function bindResponses (draft: Draft): void {
  for (const route of writes(draft)) {
    if (route.response?.kind !== 'object') continue
    for (const part of partsOf(route.response)) {
      const type = typeOf(draft, route, part.shape)
      if (type === null) continue
      bind(type, route, part)
      break
    }
  }
}

function typeOf ({ resources }: Draft, { path }: LinkedRoute, part: Shape): ResourceConfig | null {
  const same = resources.filter(({ shape, self }) =>
    isSameType(shape, part) && (self === null || !self.path.isItem || hasOwnValue(self, part)))
  const [only, another] = same
  const isOnly = only !== undefined && another === undefined && isSharedSource(only.shape, part)
  return same.find(({ key }) => isNear(key, path.key)) ?? (isOnly ? only : null)
}

// The route of an item, below it, or of its collection.
function isNear (key: string, own: string): boolean {
  return below(own, key) !== null || (key.endsWith('/{}') && own === parentOf(key))
}
