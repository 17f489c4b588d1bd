// The model as formatters get it: what every client may know.
import type {
  ApiDescription, DescribedAction, DescribedProperty, DescribedRelation, DescribedType
} from '../../types/formats.ts'
import { jsonSchemaOf, propertiesOf, schemaTitle, wholeOf } from '../schema/declared.ts'
import { isObject } from '../schema/json-schema.ts'
import type { ApiModel, ModelType, ScopedSchema, TypeAction, TypeRelation } from './model.ts'

/** Describes an API, without what only routes have that documents omit. */
export function describeApi ({ types, routes }: ApiModel): ApiDescription {
  const hidden = routes.filter(route => route.hidden)
  const hiddenUrls = new Set(hidden.flatMap(({ methods, url }) => methods.map(method => `${method} ${url}`)))
  const isHidden = (route: string) => hiddenUrls.has(route)
  const shown = new Set(routes.filter(route => !route.hidden).map(({ name }) => name))
  const isOpen = (relation: TypeRelation) =>
    relation.routes.length === 0 || relation.routes.some(name => shown.has(name))
  const visible = visibleTypes(types, isHidden, isOpen)
  const known = (name: string | null | undefined) => [...visible].some(type => type.name === name) ? name! : null
  return { types: [...visible].map(type => describeType(type, { isHidden, isOpen, known })) }
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
  const { name, item, relations, embedded, actions, routes } = type
  const described = new Map([...relations.filter(isOpen), ...embedded].map(
    ({ relation: rel, target }): [string, DescribedRelation] => [rel, { rel, target: known(target) }]
  ))
  const isShown = ({ route, method }: TypeAction) => route === null || !isHidden(`${method} ${route.url}`)
  return {
    name,
    item: known(item),
    properties: describeProperties(type),
    relations: [...described.values()].filter(({ rel }) => rel.toLowerCase() !== 'self'),
    actions: actions.filter(isShown).map(action => describeAction(action, routes))
  }
}

function describeProperties ({ data, movedMembers }: ModelType): DescribedProperty[] {
  if (data === null) return []
  const { schema } = jsonSchemaOf(wholeOf(data.schema, data.shared), 'output')
  const required = isObject(schema) && Array.isArray(schema['required']) ? schema['required'] as unknown[] : []
  const own = Object.entries(propertiesOf(schema) ?? {}).filter(([name]) => !movedMembers.includes(name))
  return own.map(([name, property]) =>
    ({ name, title: titleOf({ ...data, schema: property }), required: required.includes(name) }))
}

function titleOf ({ schema, shared }: ScopedSchema): string | null {
  const whole = wholeOf(schema, shared)
  return isObject(whole) ? schemaTitle(whole) : null
}

function describeAction (
  { name, title, method, contentType, fields, route }: TypeAction, routes: readonly string[]
): DescribedAction {
  return {
    name,
    method,
    ...(title === null ? {} : { title }),
    ...(contentType === null ? {} : { contentType }),
    ...(fields.length === 0 ? {} : { fields }),
    isOwn: route !== null && routes.includes(`GET ${route.url}`)
  }
}
