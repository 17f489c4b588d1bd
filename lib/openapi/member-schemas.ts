// The schemas of the members that formats add: _links, _embedded, _actions, _templates.
import { inFirstLanguage } from '../context/languages.ts'
import type { CompiledAction, CompiledRelation, CompiledConfig } from '../links/compiled.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import type { ComponentName } from './components.ts'
import type { Document } from './document.ts'
import { arrayOf, type Schema } from './schema.ts'
import type { Presence, FormatSet } from './format-set.ts'

/** Properties to add to a schema, and the names of those that are always present. */
export interface MemberSchemas {
  readonly properties: Schema
  readonly required: readonly string[]
}

export const NO_MEMBERS: MemberSchemas = Object.freeze({ properties: Object.freeze({}), required: Object.freeze([]) })

/** A property of the object of a member: a relation or an action. */
interface Property {
  readonly name: string
  readonly schema: Schema
  readonly always: boolean
}

/**
 * Returns the members of a resource whose configuration is known.
 * @param embedded the schemas of embedded resources, in the order of the configuration
 */
export function memberSchemas (
  { relations, embeds, actions, curies }: CompiledConfig, embedded: readonly Schema[], formats: FormatSet,
  document: Document
): MemberSchemas {
  const links = relations.map(relation => linkProperty(relation, document))
  const children = embeds.map(({ relation, always }, index) => ({ name: relation, schema: embedded[index]!, always }))
  if (curies.length > 0) {
    links.push({ name: 'curies', schema: arrayOf(document.sharedSchema('HyperLink')), always: false })
  }
  const actionsAs = (component: ComponentName, presence: Presence, nameOf: (action: CompiledAction) => string) =>
    presence === 'never'
      ? []
      : actions.map(action => actionProperty(action, nameOf(action), document.sharedSchema(component)))
  return combine(formats, [
    ['_links', links, 'always'],
    ['_embedded', children, 'always'],
    ['_actions', actionsAs('HyperAction', formats.actions, ({ name }) => name), formats.actions],
    ['_templates', actionsAs('HyperTemplate', formats.templates, ({ templateName }) => templateName), formats.templates]
  ])
}

/** Returns the members of a resource whose configuration depends on its value. */
export function anyMemberSchemas (formats: FormatSet, document: Document): MemberSchemas {
  const link = document.sharedSchema('HyperLink')
  const values: [string, () => Schema, Presence][] = [
    ['_links', () => ({ anyOf: [link, arrayOf(link)] }), 'always'],
    ['_embedded', () => ({}), 'always'],
    ['_actions', () => document.sharedSchema('HyperAction'), formats.actions],
    ['_templates', () => document.sharedSchema('HyperTemplate'), formats.templates]
  ]
  const properties = values.filter(([, , presence]) => presence !== 'never')
    .map(([name, schemaFor]) => [name, { type: 'object', additionalProperties: schemaFor() }])
  return { properties: Object.fromEntries(properties) as Schema, required: [] }
}

/** Returns members without required ones. */
export function optional ({ properties }: MemberSchemas): MemberSchemas {
  return { properties, required: [] }
}

function combine (
  formats: FormatSet, groups: [name: string, properties: Property[], presence: Presence][]
): MemberSchemas {
  const written = groups
    .map(([name, properties, presence]) => ({
      name, presence, properties: properties.filter(({ name }) => isPropertyName(name))
    }))
    .filter(({ properties, presence }) => properties.length > 0 && presence !== 'never')
  return {
    properties: Object.fromEntries(written.map(({ name, properties }) => [name, objectOf(properties)])),
    required: written
      .filter(({ properties, presence }) =>
        formats.isLinked && presence === 'always' && properties.some(property => property.always))
      .map(({ name }) => name)
  }
}

// Tools that read schemas misinterpret some names.
function isPropertyName (name: string): boolean {
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
  const link = document.sharedSchema('HyperLink')
  const routes = links.flatMap(link => link.routes)
  return {
    name: relation,
    schema: array ? arrayOf(link) : isDeprecated(routes) ? { allOf: [link], deprecated: true } : link,
    always: links.some(link => link.always)
  }
}

// Generators make one type of all actions. The operation that an action links to documents its method and summary.
function actionProperty ({ title, route, always }: CompiledAction, name: string, base: Schema): Property {
  const description = inFirstLanguage(title)
  const details = {
    ...(description === null || description === route?.summary ? {} : { description }),
    ...(route !== null && isDeprecated([route]) ? { deprecated: true } : {})
  }
  return { name, schema: Object.keys(details).length === 0 ? base : { allOf: [base], ...details }, always }
}

function isDeprecated (routes: readonly NamedRoute[]): boolean {
  return routes.length > 0 && routes.every(route => route.deprecation !== null)
}
