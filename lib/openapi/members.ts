// The members that projection adds, as schemas: _links, _embedded, _actions, _templates.
import { inFirstLanguage } from '../resolution/languages.ts'
import type { CompiledAction, CompiledRelation, CompiledConfig } from '../links/compiled.ts'
import type { NamedRoute } from '../routes/named-routes.ts'
import type { Document } from './document.ts'
import type { Schema } from './schema.ts'
import type { Presence, WireShape } from './wire-shape.ts'

/** Properties to add to a schema, and which of them are always there. */
export interface Members {
  readonly properties: Schema
  readonly required: readonly string[]
}

/** Nothing to add. */
export const NO_MEMBERS: Members = Object.freeze({ properties: Object.freeze({}), required: Object.freeze([]) })

/** A property of a member's object. */
interface Property {
  readonly name: string
  readonly schema: Schema
  readonly always: boolean
}

/** The members of a resource whose configuration is known. @param embedded the schemas of embedded resources, by index */
export function membersOf ({ relations, embeds, actions, curies }: CompiledConfig, embedded: readonly Schema[], shape: WireShape, document: Document): Members {
  const links = relations.map(relation => linkProperty(relation, document))
  const children = embeds.map(({ relation, always }, index) => ({ name: relation, schema: embedded[index]!, always }))
  if (curies.length > 0) links.push({ name: 'curies', schema: listOf(document.shape('HyperLink')), always: false })
  return gathered(shape, [
    ['_links', links, 'always'],
    ['_embedded', children, 'always'],
    ['_actions', actions.map(action => actionProperty(action, action.name, document.shape('HyperAction'))), shape.flat],
    ['_templates', actions.map(action => actionProperty(action, templateName(action), document.shape('HyperTemplate'))), shape.forms]
  ])
}

/** The members of a resource whose configuration is found with its value. */
export function anyMembers (shape: WireShape, document: Document): Members {
  const link = document.shape('HyperLink')
  const values: [string, Schema, Presence][] = [
    ['_links', { anyOf: [link, listOf(link)] }, 'always'],
    ['_embedded', {}, 'always'],
    ['_actions', document.shape('HyperAction'), shape.flat],
    ['_templates', document.shape('HyperTemplate'), shape.forms]
  ]
  const properties = values.filter(([, , presence]) => presence !== 'never')
    .map(([name, schema]) => [name, { type: 'object', additionalProperties: schema }])
  return { properties: Object.fromEntries(properties) as Schema, required: [] }
}

/** Members without a promise that any of them is there. */
export function optional ({ properties }: Members): Members {
  return { properties, required: [] }
}

export function listOf (items: Schema): Schema {
  return { type: 'array', items }
}

function gathered (shape: WireShape, groups: [name: string, properties: Property[], presence: Presence][]): Members {
  const written = groups
    .map(([name, properties, presence]) => ({ name, presence, properties: properties.filter(property => isWritable(property.name)) }))
    .filter(({ properties, presence }) => properties.length > 0 && presence !== 'never')
  return {
    properties: Object.fromEntries(written.map(({ name, properties }) => [name, objectOf(properties)])),
    required: written
      .filter(({ properties, presence }) => shape.isLinked && presence === 'always' && properties.some(property => property.always))
      .map(({ name }) => name)
  }
}

// Names that the tools which read schemas take for something else.
function isWritable (name: string): boolean {
  return !['$ref', '$id', '__proto__'].includes(name)
}

function objectOf (properties: readonly Property[]): Schema {
  const required = properties.filter(property => property.always).map(({ name }) => name)
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema]))
  }
}

function linkProperty ({ relation, array, links }: CompiledRelation, document: Document): Property {
  const link = document.shape('HyperLink')
  const routes = links.flatMap(link => link.routes)
  return {
    name: relation,
    schema: array ? listOf(link) : isDeprecated(routes) ? { allOf: [link], deprecated: true } : link,
    always: links.some(link => link.always)
  }
}

function actionProperty ({ fixed, method, title, route, always }: CompiledAction, name: string, shape: Schema): Property {
  if (!fixed) return { name, schema: shape, always }
  const description = inFirstLanguage(title)
  const schema = {
    allOf: [shape, { type: 'object', properties: { method: { type: 'string', enum: [method] } } }],
    ...(description === null ? {} : { description }),
    ...(route !== null && isDeprecated([route]) ? { deprecated: true } : {})
  }
  return { name, schema, always }
}

function templateName ({ templateKey }: CompiledAction): string {
  return JSON.parse(templateKey.slice(0, -1)) as string
}

function isDeprecated (routes: readonly NamedRoute[]): boolean {
  return routes.length > 0 && routes.every(route => route.deprecation !== null)
}
