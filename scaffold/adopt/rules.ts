// What is inferred of the routes of an app: the rules, in the order in which they are applied. docs/adopt.md has the
// same table.
import type { AppRoute } from './collect.ts'
import {
  type Collection,
  type Config,
  declare,
  type Draft,
  isReached,
  type ListConfig,
  type ResourceConfig
} from './draft.ts'
import { isPaged, isSearchable, pageScheme } from './pages.ts'
import { isPlural, kebab, Names, normal, parentOf, pascal, plural, singular, words } from './paths.ts'
import { isSameType, mergedShape, type Shape } from './shape.ts'
import { fits, foreignValues, ownValue, referenceName, type Value, valuesBelow, valueWithin } from './values.ts'

/** A rule of inference. */
export interface Rule {
  readonly name: string
  /** What it infers, in a sentence of the documentation. */
  readonly meaning: string
  readonly apply: (draft: Draft) => void
}

/** The rules. */
export const RULES: readonly Rule[] = [
  {
    name: 'items',
    meaning:
      'A GET route that ends with a parameter and responds with an object that has its value is the `self` link ' +
      'of a type. The object can be the only one in an envelope.',
    apply: addItems
  },
  {
    name: 'collections',
    meaning:
      'A GET route that responds with an array of objects, or with an envelope that has one, is a collection. ' +
      'Its elements have the type of the item below it, or of the item whose schema or noun they share.',
    apply: addCollections
  },
  {
    name: 'singletons',
    meaning:
      'A GET route without parameters that responds with an object of its own, such as `GET /me`, is a type ' +
      'with a fixed `self` link.',
    apply: addSingletons
  },
  {
    name: 'responses of actions',
    meaning: 'A response to another method gets the links of a type if it has the schema of the type.',
    apply: bindResponses
  },
  {
    name: 'collection links',
    meaning: 'An item links to the collection above it, if it has the values for its path.',
    apply: linkCollections
  },
  {
    name: 'pages',
    meaning:
      'An envelope with the number of all elements, or with a cursor, has page links, if the parameters of the ' +
      'query that they set are known.',
    apply: addPages
  },
  {
    name: 'sub-resources',
    meaning: 'A GET route below an item is a link of the item, named after its last segment.',
    apply: linkSubResources
  },
  {
    name: 'references',
    meaning:
      'A property such as `customerId`, `customer_id`, `assigned_customer_id`, `customerIds` or `customer.id` ' +
      'is a link to `GET /customers/:id`. One that can be null or absent is a conditional link.',
    apply: linkReferences
  },
  {
    name: 'filters',
    meaning: 'A collection with a query parameter such as `customerId` is a link of a customer.',
    apply: linkFilters
  },
  {
    name: 'paths that name an item',
    meaning:
      'A path with one parameter that names an item elsewhere, such as `/reviews/service/:serviceId`, is a link ' +
      'or an action of that item.',
    apply: linkNamedPaths
  },
  {
    name: 'actions of items',
    meaning:
      'PUT, PATCH and DELETE of an item are `replace`, `update` and `delete`. Other methods below an item are ' +
      'actions of the item, named after their last segment.',
    apply: addItemActions
  },
  {
    name: 'actions of collections',
    meaning:
      'POST to a collection is its action `create`, and other methods below it are actions of the collection; ' +
      'of what contains it if it is an array, which has no place for them.',
    apply: addCollectionActions
  },
  {
    name: 'searches',
    meaning:
      'A collection with query parameters that are about neither pages nor order has the URI template `search`.',
    apply: addSearches
  },
  {
    name: 'entry point',
    meaning: 'The entry point links to each GET route without parameters, and has the actions that no resource has.',
    apply: addRoot
  },
  {
    name: 'what is left',
    meaning: 'A type without links is dropped, and a route that nothing leads to is reported with the reason.',
    apply: reportRest
  }
]

// Nobody follows links to them.
const OPERATIONS =
  /^(?:health(?:z|check)?|live(?:z|ness)?|ready(?:z|ness)?|ping|status|version|metrics|docs?|documentation|openapi(?:\.json)?|swagger(?:\.json)?|graphi?ql|graphiql|favicon\.ico|robots\.txt)$/i

/** Infers links and actions of routes. */
export function infer (app: readonly AppRoute[]): Draft {
  const omitted = new Map<AppRoute, string>()
  const routes = app.filter(route => {
    const reason = reasonToOmit(route)
    if (reason !== null && !route.hidden) omitted.set(route, reason)
    return reason === null
  })
  const shape = mergedShape([{ members: new Map(), sources: [] } as never])
  const draft: Draft = {
    app,
    routes,
    resources: [],
    collections: [],
    root: { name: 'Root', kind: 'root', bound: [], shape, declarations: [] },
    rootRoute: null,
    rootUrl: '/',
    omitted,
    notes: []
  }
  for (const { apply } of RULES) apply(draft)
  return draft
}

function reasonToOmit ({ path, url, hidden, constrained }: AppRoute): string | null {
  if (hidden) return 'its schema has `hide`'
  if (constrained) return 'it needs a version or a host, which a link cannot contain'
  if (path === null) return 'its path has a wildcard, an optional parameter, or two parameters in a segment'
  return path.segments.some(segment => OPERATIONS.test(segment))
    ? `\`${url}\` is not part of the API's resources`
    : null
}

function reads (draft: Draft): AppRoute[] {
  return draft.routes.filter(({ method }) => method === 'GET')
}

function writes (draft: Draft): AppRoute[] {
  return draft.routes.filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
}

function keyOf ({ path }: AppRoute): string {
  return path!.key
}

// The last static segment.
function tailOf ({ path }: AppRoute): string {
  return path!.segments.findLast(segment => !segment.startsWith(':')) ?? 'root'
}

/** Returns the segment that names what a collection has: `reviews` of `/reviews/service/:serviceId`. */
export function collectionSegment (route: AppRoute): string {
  const plurals = route.path!.segments.filter(segment => !segment.startsWith(':') && isPlural(segment))
  return (route.path!.isItem ? plurals.at(-1) : undefined) ?? tailOf(route)
}

// Items

function addItems (draft: Draft): void {
  for (const route of reads(draft).filter(({ path, response }) => path!.isItem && response?.kind === 'object')) {
    const list = listIn(route)
    if (list !== null) continue
    const found = itemIn(route)
    if (found === null) {
      draft.omitted.set(route, `its response has no value for \`:${route.path!.parameters.at(-1)!.name}\``)
      continue
    }
    const known = draft.resources.find(resource => isSameItem(resource, route, found.shape))
    if (known === undefined) addResource(draft, route, found)
    else bind(known, route, found)
  }
}

interface Part {
  readonly shape: Shape
  readonly at: string | null
}

// The object that has the value of the last parameter: the response, or one of its members.
function itemIn (route: AppRoute): Part | null {
  const parameter = route.path!.parameters.at(-1)!
  const wanted = route.params.members.get(parameter.name)?.shape ?? null
  return partsOf(route.response!).find(({ shape }) => ownValue(parameter, shape, wanted) !== null) ?? null
}

// A response, and the objects in it that can be what an envelope contains.
function partsOf (shape: Shape): Part[] {
  const inner = [...shape.members].filter(([, { shape }]) => shape.kind === 'object')
  return [{ shape, at: null }, ...inner.map(([at, { shape }]) => ({ shape, at }))]
}

// Two routes to one item: `/orders/:id` and `/users/:userId/orders/:id`.
function isSameItem (resource: ResourceConfig, route: AppRoute, shape: Shape): boolean {
  const own = resource.self!.path!
  return (
    own.parameters.length !== route.path!.parameters.length &&
    singular(tailOf(resource.self!)) === singular(tailOf(route)) &&
    isSameType(resource.shape, shape) &&
    isSharedSource(resource.shape, shape)
  )
}

function isSharedSource (one: Shape, other: Shape): boolean {
  return (one.name !== null && one.name === other.name) || one.sources.some(source => other.sources.includes(source))
}

function addResource (draft: Draft, route: AppRoute, { shape, at }: Part): ResourceConfig {
  const noun = route.path!.isItem ? singular(tailOf(route)) : tailOf(route)
  const resource: ResourceConfig = {
    name: nameFor(draft, shape, noun, route),
    kind: 'resource',
    key: keyOf(route),
    noun: singular(tailOf(route)),
    self: route,
    shape,
    bound: [{ route, at }],
    declarations: []
  }
  draft.resources.push(resource)
  return resource
}

// The part of a schema's name that says only that it is one.
const NAMELESS = /^(?:type|items?|data|objects?|body|payload|record|element|value|row|ok|success)$/i
const SUFFIX = /(?:schema|response|result|dto|output|model|entity|contract|view)$/i

function nameFor (draft: Draft, { name }: Pick<Shape, 'name'>, noun: string, route: AppRoute): string {
  const given =
    name === null
      ? ''
      : pascal(
        name
          .replace(/\.json$/, '')
          .split(/[/:#]/)
          .at(-1)!
          .replace(SUFFIX, '')
      )
  const names = new Names(['Root', ...namesOf(draft)])
  const [own, before] = [
    pascal(noun),
    route.path!.segments.filter(segment => !segment.startsWith(':')).slice(-2, -1)[0]
  ]
  const readable =
    given.length > 1 && !NAMELESS.test(given) && given.length < 40 && words(given).length < 4 ? [given] : []
  return names.take(...readable, own, ...(before === undefined ? [] : [pascal(`${before} ${noun}`)]), own)
}

function namesOf ({ resources, collections }: Draft): string[] {
  return [...resources, ...collections.flatMap(({ list }) => list ?? [])].map(({ name }) => name)
}

function bind (config: Config, route: AppRoute, { shape, at }: Part): void {
  config.bound.push({ route, at })
  config.shape = mergedShape([config.shape, shape])
}

// Collections

const CONTENTS = /^(?:data|items?|results?|rows|records?|list|docs|content|edges|entries|hits|values)$/i
const ENVELOPE =
  /^(?:total|count|pages?|limit|offset|skip|take|size|per_?page|next|prev|previous|cursor|meta|metadata|pagination|paging|links|success|status|status_?code|message|error|errors|code|ok|timestamp|sort|order|first|last|took|data)|(?:count|page|pages|cursor|total|more|size)$/i

interface FoundList extends Part {
  /** The member with the list; null for a bare array. */
  readonly member: string | null
  readonly element: Shape
}

/** Returns the list of objects that a response consists of. */
export function listIn ({ response, path }: Pick<AppRoute, 'response' | 'path'>): FoundList | null {
  if (response === null || response === undefined) return null
  if (response.kind === 'list') {
    return response.element?.kind === 'object'
      ? { shape: response, at: null, member: null, element: response.element }
      : null
  }
  const tail = path!.segments.at(-1) ?? ''
  for (const part of partsOf(response)) {
    const others = [...response.members.keys()].filter(name => name !== part.at)
    if (part.at !== null && !others.every(name => ENVELOPE.test(name))) continue
    const member = listMember(part.shape, tail)
    if (member !== null) return { ...part, member, element: part.shape.members.get(member)!.shape.element! }
  }
  return null
}

function listMember ({ kind, members }: Shape, tail: string): string | null {
  if (kind !== 'object') return null
  const lists = [...members].filter(([, { shape }]) => shape.kind === 'list').map(([name]) => name)
  const [member] = lists
  if (member === undefined || lists.length > 1 || members.get(member)!.shape.element?.kind !== 'object') return null
  const others = [...members.keys()].filter(name => name !== member)
  const isNamed = CONTENTS.test(member) || (isPlural(member) && normal(tail).endsWith(normal(member)))
  const isEnvelope = others.every(name => ENVELOPE.test(name) || normal(name).startsWith(normal(member)))
  return isEnvelope && (isNamed || others.length > 0 || isPlural(tail) || isPlural(member)) ? member : null
}

function addCollections (draft: Draft): void {
  for (const route of reads(draft)) {
    const found = listIn(route)
    if (found === null) continue
    const item = elementType(draft, route, found.element) ?? addBareResource(draft, route, found.element)
    const list = found.member === null ? null : listConfig(draft, route, found, item)
    if (list === null) item.bound.push({ route, at: null })
    item.shape = isBare(item) && item.shape === found.element ? item.shape : mergedShape([item.shape, found.element])
    draft.collections.push({ route, item, list })
  }
}

function isBare ({ self }: ResourceConfig): boolean {
  return self === null
}

function listConfig (
  draft: Draft,
  route: AppRoute,
  { shape, at, member }: FoundList,
  item: ResourceConfig
): ListConfig {
  const names = new Names(['Root', ...namesOf(draft)])
  const tail = pascal(collectionSegment(route))
  const name = names.take(
    `${item.name}List`,
    `${tail === pascal(plural(item.noun)) ? item.name : tail}List`,
    `${pascal(`${route.path!.segments.filter(one => !one.startsWith(':')).at(-2) ?? ''} ${tail}`)}List`
  )
  return {
    name,
    kind: 'list',
    route,
    member: member!,
    item,
    shape,
    bound: [{ route, at }],
    declarations: [],
    page: null
  }
}

// The type of the item below the collection, of the same schema, or of the same noun.
function elementType (draft: Draft, route: AppRoute, element: Shape): ResourceConfig | null {
  const key = keyOf(route)
  const able = draft.resources.filter(({ self }) => self === null || hasOwnValue(self, element))
  const below = able.find(resource => resource.key === `${key}/{}`)
  if (below !== undefined) return below
  const same = able.filter(({ shape }) => isSameType(shape, element))
  const nearest = nearestTo(same, key)
  if (
    nearest !== null &&
    (same.some(({ shape }) => isSharedSource(shape, element)) || nearest.noun === singular(tailOf(route)))
  ) {
    return nearest
  }
  // A list of all things of a noun, such as `/users/:id/orders`, with some of the members of an item.
  const noun = singular(tailOf(route))
  return nearestTo(
    able.filter(
      resource =>
        resource.noun === noun &&
        resource.self !== null &&
        [...element.members.keys()].every(name => resource.shape.members.has(name))
    ),
    key
  )
}

function hasOwnValue ({ path, params }: AppRoute, shape: Shape): boolean {
  const parameter = path!.parameters.at(-1)!
  return ownValue(parameter, shape, params.members.get(parameter.name)?.shape ?? null) !== null
}

// The one with the longest beginning in common; null if two have.
function nearestTo<T extends { readonly key: string }> (candidates: readonly T[], key: string): T | null {
  const ranked = candidates
    .map(one => ({ one, length: commonSegments(one.key, key) }))
    .sort((one, other) => other.length - one.length || one.one.key.length - other.one.key.length)
  const [first, second] = ranked
  if (first === undefined) return null
  return second !== undefined &&
    second.length === first.length &&
    second.one.key.split('/').length === first.one.key.split('/').length
    ? null
    : first.one
}

function commonSegments (one: string, other: string): number {
  const [segments, others] = [one.split('/'), other.split('/')]
  const different = segments.findIndex((segment, index) => segment !== others[index])
  return different === -1 ? segments.length : different
}

// A type that no route reads one by one.
function addBareResource (draft: Draft, route: AppRoute, element: Shape): ResourceConfig {
  const noun = singular(collectionSegment(route))
  const resource: ResourceConfig = {
    name: nameFor(draft, element, noun, route),
    kind: 'resource',
    key: `${keyOf(route)}/{}`,
    noun,
    self: null,
    shape: element,
    bound: [],
    declarations: []
  }
  draft.resources.push(resource)
  return resource
}

// Singletons

function addSingletons (draft: Draft): void {
  const isOther = (route: AppRoute) =>
    draft.collections.every(collection => collection.route !== route) &&
    draft.resources.every(({ bound }) => bound.every(one => one.route !== route))
  for (const route of reads(draft).filter(route => route.path!.parameters.length === 0 && keyOf(route) !== '')) {
    if (route.response?.kind !== 'object' || !isOther(route) || listIn(route) !== null) continue
    const part = contentOf(route)
    const type = draft.resources.find(
      ({ self, key, shape }) =>
        self !== null &&
        parentOf(key) === parentOf(keyOf(route)) &&
        isSameType(shape, part.shape) &&
        hasOwnValue(self, part.shape)
    )
    if (type !== undefined) bind(type, route, part)
    else if (isResource(part.shape)) addResource(draft, route, part)
  }
}

// `{ message }` is about a request, not a resource.
function isResource ({ members }: Shape): boolean {
  return [...members.keys()].some(name => !ENVELOPE.test(name))
}

// What an envelope contains: its only object, beside scalars that are about the response, or under the noun.
function contentOf (route: AppRoute): Part {
  const response = route.response!
  const inner = partsOf(response).slice(1)
  const others = [...response.members.keys()].filter(name => name !== inner[0]?.at)
  return inner.length === 1 && others.every(name => ENVELOPE.test(name)) ? inner[0]! : { shape: response, at: null }
}

// Responses of other methods

function bindResponses (draft: Draft): void {
  for (const route of writes(draft)) {
    const { response } = route
    if (response === null || response === undefined || response.kind !== 'object') continue
    for (const part of partsOf(response)) {
      const same = draft.resources.filter(
        ({ shape, self }) =>
          isSameType(shape, part.shape) && (self === null || !self.path!.isItem || hasOwnValue(self, part.shape))
      )
      const type =
        same.find(({ key }) => isNear(key, route)) ??
        (same.length === 1 && isSharedSource(same[0]!.shape, part.shape) ? same[0] : undefined)
      if (type === undefined) continue
      bind(type, route, part)
      break
    }
  }
}

// The route of an item, below it, or of its collection.
function isNear (key: string, route: AppRoute): boolean {
  const own = keyOf(route)
  return own === key || own.startsWith(`${key}/`) || (key.endsWith('/{}') && own === parentOf(key))
}

// Links of items

function linkCollections (draft: Draft): void {
  for (const resource of draft.resources) {
    const { self, key, shape } = resource
    if (self !== null) declareSelf(resource)
    const collection = draft.collections.find(
      ({ route, item }) => item === resource && keyOf(route) === parentOf(key)
    )
    const values = collection === undefined ? null : foreignValues(collection.route, shape)
    if (values !== null) declare(resource, { call: 'link', relation: 'collection', route: collection!.route, values })
  }
  for (const { list, route } of draft.collections) {
    if (list !== null) {
      const hasQuery = route.query.members.size > 0
      declare(list, {
        call: 'self',
        relation: 'self',
        route,
        values: valuesOfRequest(route),
        query: hasQuery ? 'request' : null
      })
    }
  }
}

function declareSelf (resource: ResourceConfig): void {
  const { self, shape } = resource
  const values = valuesBelow(self!, keyOf(self!), shape)
  if (values !== null) declare(resource, { call: 'self', relation: 'self', route: self!, values })
}

function valuesOfRequest ({ path }: AppRoute): 'request' | [] {
  return path!.parameters.length > 0 ? 'request' : []
}

function addPages (draft: Draft): void {
  for (const { list, route } of draft.collections) {
    if (!isPaged(route.query)) continue
    const scheme = list === null ? 'its response is an array' : pageScheme(list.shape, list.member, route.query)
    if (typeof scheme !== 'string') list!.page = scheme
    else draft.notes.push(`${placeOf(route)} has no page links: ${scheme}`)
  }
}

function linkSubResources (draft: Draft): void {
  for (const resource of draft.resources) {
    for (const route of reads(draft)) {
      const below = keyOf(route).startsWith(`${resource.key}/`) ? keyOf(route).slice(resource.key.length + 1) : null
      if (below === null || below.includes('{}') || !isJson(route)) continue
      const values = valuesBelow(route, resource.key, resource.shape)
      if (values === null) draft.omitted.set(route, missingValue(route, resource))
      else declare(resource, { call: 'link', relation: kebab(below), route, values })
    }
  }
}

// A response without a schema may be a file.
function isJson ({ response }: AppRoute): boolean {
  return response?.kind === 'object' || response?.kind === 'list'
}

function missingValue ({ path, params }: AppRoute, { name, key, shape }: ResourceConfig): string {
  const missing = path!.parameters.find(parameter => {
    const one = { path: { ...path!, parameters: [parameter] }, params } as unknown as AppRoute
    return valuesBelow(one, key, shape) === null
  })
  return `\`${name}\` has no property for \`:${(missing ?? path!.parameters.at(-1)!).name}\``
}

// References

// What is before the noun in names of things elsewhere: `externalCustomerId`.
const ELSEWHERE = new Set([
  'external',
  'remote',
  'legacy',
  'stripe',
  'third',
  'provider',
  'vendor',
  'foreign',
  'upstream',
  'source'
])

function linkReferences (draft: Draft): void {
  const items = reads(draft).filter(
    route =>
      route.path!.isItem &&
      route.response !== null &&
      route.response?.kind !== 'scalar' &&
      draft.collections.every(collection => collection.route !== route)
  )
  for (const resource of draft.resources) {
    const own = new Set(
      resource.declarations.flatMap(({ call, values }) =>
        call === 'self' && values !== 'request' ? values.map(({ path }) => path[0]!) : []
      )
    )
    for (const [name] of resource.shape.members) {
      if (own.has(name) && !isKeyOfOther(resource, name)) continue
      const found = items
        .map(route => ({ route, key: keyOf(route), target: referenceTo(draft, route, resource, name) }))
        .filter(({ target, key }) => target !== null && key !== resource.key)
      const self = items
        .map(route => ({ route, key: keyOf(route), target: referenceTo(draft, route, resource, name) }))
        .filter(({ target, key }) => target !== null && key === resource.key && !own.has(name))
      const nearest = nearestTo([...found, ...self], resource.key)
      if (nearest !== null) declare(resource, { route: nearest.route, ...nearest.target! })
    }
  }
}

// A value of a path above the item refers to another item: `userId` of `/users/:userId/orders/:id`.
function isKeyOfOther ({ self, declarations, key }: ResourceConfig, name: string): boolean {
  const { values = [] } = declarations.find(({ call }) => call === 'self') ?? {}
  if (values === 'request' || self === null) return false
  const value = values.find(({ path }) => path[0] === name)
  return self.path!.parameters.some(parameter => parameter.name === value?.parameter && parameter.key !== key)
}

type Target = Pick<Config['declarations'][number], 'call' | 'relation' | 'values'>

function referenceTo (draft: Draft, route: AppRoute, { shape }: ResourceConfig, name: string): Target | null {
  const { parameters } = route.path!
  const last = parameters.at(-1)!
  const others = foreignValues({ ...route, path: { ...route.path!, parameters: parameters.slice(0, -1) } }, shape)
  if (others === null) return null
  const { shape: member, required } = shape.members.get(name)!
  const wanted = route.params.members.get(last.name)?.shape ?? null
  const [called, reference] = [words(name), referenceWords(last)]
  if (member.kind === 'object') {
    const isNamed = endsWith(called, words(last.noun))
    const isTyped = draft.resources.some(({ self, shape }) => self === route && isSameType(shape, member))
    const value = isNamed || isTyped ? valueWithin(shape, name, last, wanted) : null
    return value === null ? null : { call: 'link', relation: kebab(name), values: [...others, value] }
  }
  const absent =
    required && !member.nullable ? [] : [{ path: [name], nullable: member.nullable, optional: !required }]
  const value: Value = { parameter: last.name, path: [name], absent }
  if (member.kind === 'list') {
    const isReference =
      member.element !== null &&
      fits(member.element, wanted) &&
      endsWith([...called.slice(0, -1), singular(called.at(-1)!)], reference) &&
      isPlural(called.at(-1)!)
    const role = called.slice(0, called.length - suffixLength(last, reference))
    return isReference
      ? { call: 'linkMany', relation: kebab(plural(role.join(' '))), values: [...others, value] }
      : null
  }
  if (!fits(member, wanted) || !endsWith(called, reference)) return null
  const role = called.slice(0, called.length - suffixLength(last, reference))
  return { call: 'link', relation: kebab(role.join(' ')), values: [...others, value] }
}

// `customer id` of `/customers/:id`, and of `/customers/:customerId`.
function referenceWords (parameter: AppRoutePathParameter): string[] {
  const { name, noun } = parameter
  return referenceName(parameter) === normal(name) ? words(name) : [...words(noun), ...words(name)]
}

type AppRoutePathParameter = NonNullable<AppRoute['path']>['parameters'][number]

// The words that the relation does not have: `id` of `customerId`.
function suffixLength ({ noun }: AppRoutePathParameter, reference: readonly string[]): number {
  const nouns = words(noun).length
  return reference.length > nouns ? reference.length - nouns : 1
}

function endsWith (called: readonly string[], reference: readonly string[]): boolean {
  const before = called.slice(0, called.length - reference.length)
  return (
    reference.length > 0 &&
    called.length >= reference.length &&
    reference.every((word, index) => called[called.length - reference.length + index] === word) &&
    !before.some(word => ELSEWHERE.has(word))
  )
}

function linkFilters (draft: Draft): void {
  for (const resource of draft.resources) {
    const { self, shape, key } = resource
    if (self === null || !self.path!.isItem || self.path!.parameters.length !== 1) continue
    const parameter = self.path!.parameters[0]!
    for (const { route, item } of draft.collections) {
      if (route.path!.parameters.length > 0 || item === resource) continue
      const [name] = [...route.query.members.keys()].filter(name => normal(name) === referenceName(parameter))
      const value = ownValue(parameter, shape, null)
      if (name === undefined || value === null || !fitsQuery(route, name, value, shape)) continue
      if (commonSegments(key, keyOf(route)) < 1) continue
      declare(resource, {
        call: 'link',
        relation: kebab(tailOf(route)),
        route,
        query: { name, value: { ...value, parameter: name } }
      })
    }
  }
}

function fitsQuery ({ query }: AppRoute, name: string, { path }: Value, shape: Shape): boolean {
  return fits(shape.members.get(path[0]!)!.shape, query.members.get(name)!.shape)
}

function linkNamedPaths (draft: Draft): void {
  for (const route of [...reads(draft), ...writes(draft)]) {
    const { parameters, segments } = route.path!
    const [parameter] = parameters
    if (parameter === undefined || parameters.length > 1) continue
    if (route.method !== 'GET' && isReached(draft, route)) continue
    if (draft.resources.some(({ key }) => keyOf(route) === key || keyOf(route).startsWith(`${key}/`))) continue
    if (route.method === 'GET' && !isJson(route)) continue
    const named = draft.resources.filter(
      ({ self }) =>
        self?.path!.isItem === true &&
        self.path!.parameters.length === 1 &&
        referenceName(self.path!.parameters[0]!) === referenceName(parameter)
    )
    const owner = nearestTo(named, keyOf(route))
    const own = owner?.self!.path!.parameters[0]
    const value =
      owner === null ? null : ownValue(own!, owner.shape, route.params.members.get(parameter.name)?.shape ?? null)
    const after = segments.slice(segments.findIndex(segment => segment.startsWith(':')) + 1)
    const about = segments.slice(0, -1).findLast(segment => isPlural(segment) && singular(segment) !== parameter.noun)
    const noun = after.length > 0 ? after.join(' ') : about
    if (value === null || noun === undefined) continue
    const relation = kebab(
      after.length > 0 || route.method === 'GET' ? noun : `${ADDED[route.method]} ${singular(noun)}`
    )
    const call = route.method === 'GET' ? 'link' : 'affordance'
    declare(owner!, { call, relation, route, values: [{ ...value, parameter: parameter.name }] })
  }
}

// Actions

function addItemActions (draft: Draft): void {
  for (const route of writes(draft)) {
    const resource = holderOf(draft, route)
    if (resource === null) continue
    const below = keyOf(route).slice(resource.key.length + 1)
    const values = below.includes('{}') ? null : valuesBelow(route, resource.key, resource.shape)
    const collection = draft.collections.find(collection => keyOf(collection.route) === keyOf(route))
    if (values === null) draft.omitted.set(route, missingValue(route, resource))
    else if (collection?.list == null) {
      const relation = actionName(draft, route, below)
      declare(resource, { call: 'affordance', relation, route, values })
    }
  }
}

// The item with the longest path that a route begins with.
function holderOf ({ resources }: Draft, route: AppRoute): ResourceConfig | null {
  const key = keyOf(route)
  return (
    resources
      .filter(resource => key === resource.key || key.startsWith(`${resource.key}/`))
      .toSorted((one, other) => other.key.length - one.key.length)[0] ?? null
  )
}

const OWN_ACTIONS: Readonly<Record<string, string>> = {
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
  POST: 'create'
}
const ADDED: Readonly<Record<string, string>> = { PUT: 'replace', PATCH: 'update', DELETE: 'remove', POST: 'create' }

function actionName (draft: Draft, route: AppRoute, below: string): string {
  const { method } = route
  if (below === '') return method === 'POST' ? 'submit' : OWN_ACTIONS[method]!
  const name = kebab(below)
  const same = draft.routes.filter(other => keyOf(other) === keyOf(route) && other !== route)
  const isNoun = same.some(other => other.method === 'GET') || isPlural(tailOf(route))
  if (method === 'POST') return isNoun ? `create-${kebab(singular(below))}` : name
  return method === 'DELETE' || isNoun || same.length > 0 ? `${ADDED[method]}-${name}` : name
}

function addCollectionActions (draft: Draft): void {
  for (const route of writes(draft)) {
    if (isReached(draft, route) || draft.omitted.has(route)) continue
    const collection = collectionOf(draft, route)
    if (collection === null) continue
    const below = keyOf(route).slice(keyOf(collection.route).length + 1)
    const relation =
      below === '' ? `${OWN_ACTIONS[route.method]!}${route.method === 'POST' ? '' : '-all'}` : kebab(below)
    if (collection.list !== null) {
      declare(collection.list, { call: 'affordance', relation, route, values: valuesOfRequest(route) })
    } else {
      const noun = route.method === 'POST' && below === '' ? collection.item.noun : tailOf(collection.route)
      declareAbove(draft, collection, route, `${relation}-${kebab(noun)}`)
    }
  }
}

function collectionOf ({ collections }: Draft, route: AppRoute): Collection | null {
  const key = keyOf(route)
  const found = collections.filter(
    ({ route }) =>
      key === keyOf(route) || (key.startsWith(`${keyOf(route)}/`) && !key.slice(keyOf(route).length).includes('{}'))
  )
  return found.toSorted((one, other) => keyOf(other.route).length - keyOf(one.route).length)[0] ?? null
}

// An array has no place for links and actions of the collection.
function declareAbove (
  draft: Draft,
  collection: Collection,
  route: AppRoute,
  relation: string,
  template = false
): void {
  const owner = draft.resources
    .filter(({ key, self }) => self !== null && keyOf(collection.route).startsWith(`${key}/`))
    .toSorted((one, other) => other.key.length - one.key.length)[0]
  const call = template ? 'link' : 'affordance'
  if (route.path!.parameters.length === 0) declare(draft.root, { call, relation, route, template })
  else if (owner === undefined) {
    draft.omitted.set(route, 'its collection is an array, and nothing that contains it has links')
  } else {
    const values = valuesBelow(route, owner.key, owner.shape)
    if (values === null) draft.omitted.set(route, missingValue(route, owner))
    else declare(owner, { call, relation, route, values, template })
  }
}

function addSearches (draft: Draft): void {
  for (const collection of draft.collections) {
    const { list, route } = collection
    if (!isSearchable(route.query)) continue
    if (list === null) declareAbove(draft, collection, route, `search-${kebab(tailOf(route))}`, true)
    else declare(list, { call: 'link', relation: 'search', route, template: true, values: valuesOfRequest(route) })
  }
}

// The entry point

function addRoot (draft: Draft): void {
  const names = new Names(['self'])
  placeRoot(draft)
  for (const route of reads(draft)) {
    if (route === draft.rootRoute || route.path!.parameters.length > 0 || !mayBeJson(route)) continue
    const isStart =
      draft.collections.some(one => one.route === route) ||
      !isReached(draft, route) ||
      draft.resources.some(({ self }) => self === route)
    if (isStart) declare(draft.root, { call: 'link', relation: names.take(...relationsOf(route)), route })
  }
  const actions = new Names(
    draft.root.declarations.filter(({ call }) => call === 'affordance').map(({ relation }) => relation)
  )
  for (const route of writes(draft)) {
    if (route.path!.parameters.length > 0 || isReached(draft, route) || keyOf(route) === '') continue
    const isVerb = words(tailOf(route)).length > 1 || (route.method === 'POST' && !isPlural(tailOf(route)))
    const relations = isVerb
      ? relationsOf(route)
      : relationsOf(route).map(
        name => `${ADDED[route.method]}-${kebab(route.method === 'POST' ? singular(name) : name)}`
      )
    declare(draft.root, { call: 'affordance', relation: actions.take(...relations), route })
  }
}

// Of `/admin/orders`: `orders`, else `admin-orders`.
function relationsOf ({ path }: AppRoute): string[] {
  const { segments } = path!
  return [...new Set([segments.slice(-1), segments.slice(-2), segments].map(some => kebab(some.join(' '))))]
}

function mayBeJson ({ response }: AppRoute): boolean {
  return response === undefined || (response !== null && response.kind !== 'scalar' && response.kind !== 'unknown')
}

// An entry point that exists is used if it responds with an object. Otherwise it is the first path that is free.
function placeRoot (draft: Draft): void {
  const gets = draft.app.filter(({ method }) => method === 'GET')
  const shared = sharedBeginning(reads(draft))
  const isCovered = gets.some(({ url }) => url === '*' || url === '/*')
  for (const url of ['/', ...(shared === '' ? [] : [shared]), '/hypermedia', '/hypermedia-links']) {
    const route = gets.find(route => route.url === url || route.url === `${url}/`)
    const isFree = route === undefined && !(isCovered && url === '/')
    const isObject =
      route?.response?.kind === 'object' &&
      !route.hidden &&
      listIn(route) === null &&
      draft.resources.every(({ bound }) => bound.every(one => one.route !== route))
    if (!isFree && !isObject) continue
    draft.rootUrl = route?.url ?? url
    draft.rootRoute = route ?? null
    if (route !== undefined) draft.omitted.delete(route)
    return
  }
}

// `/api/v1` of `/api/v1/orders` and `/api/v1/customers`.
function sharedBeginning (routes: readonly AppRoute[]): string {
  const paths = routes.map(({ path }) => path!.segments).filter(segments => segments.length > 0)
  const [first = []] = paths
  const end = first.findIndex(
    (segment, index) => segment.startsWith(':') || paths.some(path => path[index] !== segment)
  )
  return first
    .slice(0, end === -1 ? first.length - 1 : end)
    .map(segment => `/${segment}`)
    .join('')
}

// What is left

function reportRest (draft: Draft): void {
  const { resources, collections, routes, omitted } = draft
  const empty = resources.filter(({ declarations }) => declarations.length === 0)
  for (const resource of empty) resources.splice(resources.indexOf(resource), 1)
  for (const { item } of collections) if (empty.includes(item)) item.bound.length = 0
  for (const route of routes) {
    if (route === draft.rootRoute || isReached(draft, route)) omitted.delete(route)
    else if (!omitted.has(route)) omitted.set(route, reasonFor(draft, route))
  }
}

function reasonFor (draft: Draft, route: AppRoute): string {
  const { method, response, path } = route
  if (method === 'GET' && response !== undefined && !isJson(route)) return 'its response is no JSON object'
  const item = path!.parameters.at(-1)
  if (method === 'GET' && response === undefined) return 'it has no response schema'
  if (item === undefined) return 'nothing that responds with an object contains it'
  const owner = holderOf(draft, route)
  return owner === null
    ? `no response is known to have a value for \`:${path!.parameters[0]!.name}\``
    : missingValue(route, owner)
}

/** Returns a route as it is printed: `POST /orders`. */
export function placeOf ({ method, url }: AppRoute): string {
  return `${method} ${url}`
}
