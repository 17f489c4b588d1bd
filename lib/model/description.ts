// The model as formatters get it: what every client may know.
import type {
  ApiDescription, DescribedAction, DescribedProperty, DescribedRelation, DescribedType
} from '../../types/formats.ts'
import { membersOf } from '../schema/members.ts'
import { SchemaReader } from '../schema/reader.ts'
import type { ApiModel, ModelType, TypeAction, TypeRelation } from './model.ts'

/** Describes an API, without what only routes have that documents omit. */
export function describeApi ({ types, routes, prefix }: ApiModel): ApiDescription {
  const hidden = routes.filter(route => route.hidden)
  const hiddenUrls = new Set(hidden.flatMap(({ methods, url }) => methods.map(method => `${method} ${url}`)))
  const isHidden = (route: string) => hiddenUrls.has(route)
  const shown = routes.filter(route => !route.hidden)
  const names = new Set(shown.map(({ name }) => name))
  const isOpen = (relation: TypeRelation) =>
    relation.routes.length === 0 || relation.routes.some(name => names.has(name))
  const visible = visibleTypes(types, isHidden, isOpen)
  const labels = new Map(Array.from(visible, type => [type.name, labelOf(type)]))
  const known = (name: string | null | undefined) => labels.get(name ?? '') ?? null
  const entry = shown.find(({ url, methods }) => methods.includes('GET') && [`${prefix}/`, prefix].includes(url))
  const described = Array.from(visible, type => describeType(type, { isHidden, isOpen, known }))
  return { entryPoint: entry?.url ?? null, types: [...merged(described)] }
}

// A list of resources has no name in representations.
function labelOf ({ kind, label, name }: ModelType): string {
  if (kind === 'resource') return label ?? name
  return name
}

// Types of one name are one: a resource, and its summary in a list.
function merged (types: readonly DescribedType[]): Iterable<DescribedType> {
  const byName = new Map<string, DescribedType>()
  for (const type of types) {
    const other = byName.get(type.name)
    byName.set(type.name, other === undefined ? type : both(other, type))
  }
  return byName.values()
}

function both (one: DescribedType, other: DescribedType): DescribedType {
  const isIn = (name: string, { properties }: DescribedType) =>
    properties.some(property => property.name === name && property.required)
  const properties = unique(one.properties, other.properties, ({ name }) => name)
  return {
    ...one,
    properties: properties.map(property =>
      ({ ...property, required: isIn(property.name, one) && isIn(property.name, other) })),
    relations: unique(one.relations, other.relations, ({ rel }) => rel),
    actions: unique(one.actions, other.actions, ({ name }) => name)
  }
}

function unique<V> (ones: readonly V[], others: readonly V[], keyOf: (value: V) => string): V[] {
  const keys = new Set(ones.map(keyOf))
  return [...ones, ...others.filter(other => !keys.has(keyOf(other)))]
}

interface Visibility {
  readonly isHidden: (route: string) => boolean
  readonly isOpen: (relation: TypeRelation) => boolean
  /** Returns the name of a type that is described, else null. */
  readonly known: (name: string | null | undefined) => string | null
}

// Types that a visible route responds with, and what these contain.
function visibleTypes (
  types: readonly ModelType[], isHidden: Visibility['isHidden'], isOpen: Visibility['isOpen']
): Set<ModelType> {
  const visible = new Set(types.filter(({ routes }) => routes.some(route => !isHidden(route))))
  // A set visits what is added to it meanwhile.
  for (const { item, embedded, relations } of visible) {
    const names = [item, ...[...embedded, ...relations.filter(isOpen)].map(({ target }) => target)]
    for (const type of types) {
      if (names.includes(type.name) && type.routes.every(route => !isHidden(route))) visible.add(type)
    }
  }
  return visible
}

function describeType (type: ModelType, { isHidden, isOpen, known }: Visibility): DescribedType {
  const { item, relations, embedded, actions, routes } = type
  const described = new Map([...relations.filter(isOpen), ...embedded].map(
    ({ relation: rel, target }): [string, DescribedRelation] => [rel, { rel, target: known(target) }]
  ))
  const isShown = ({ route, method }: TypeAction) => route === null || !isHidden(`${method} ${route.url}`)
  return {
    name: labelOf(type),
    item: known(item),
    properties: describeProperties(type),
    relations: [...described.values()].filter(({ rel }) => rel.toLowerCase() !== 'self'),
    actions: actions.filter(isShown).map(action => describeAction(action, routes))
  }
}

function describeProperties ({ data, movedMembers }: ModelType): DescribedProperty[] {
  if (data === null) return []
  const reader = new SchemaReader(data.shared, 'output')
  const own = [...membersOf(reader, reader.schema(data.schema))].filter(([name]) => !movedMembers.includes(name))
  return own.map(([name, member]) =>
    ({ name, title: reader.read(member).keywords.title || null, required: member.required }))
}

function describeAction (
  { name, title, method, contentType, fields, route }: TypeAction, routes: readonly string[]
): DescribedAction {
  return {
    name,
    method,
    ...title !== null && { title },
    ...contentType !== null && { contentType },
    ...fields.length > 0 && { fields },
    isOwn: route !== null && routes.includes(`GET ${route.url}`)
  }
}
