// The members that formats add to a resource: _links, _embedded, _actions, _templates.
import type { WireFormat } from '../formats/format.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { configModel } from '../model/config.ts'
import type { ModelAction, ModelRelation } from '../model/model.ts'
import { without } from '../schema/json-schema.ts'
import type { Document } from './document.ts'
import { arrayOf, mapOf, type Schema } from './schema.ts'

const BUILT_IN = ['default', 'hal', 'hal-forms', 'none']

/** Whether a member is in the responses of every format of a set, of some, or of none. */
type Presence = 'always' | 'sometimes' | 'never'

/**
 * The formats that a response under one media type may have: one,
 * or several if the media type does not identify the format.
 */
export interface FormatSet {
  /** What the components of these formats are named after. */
  readonly name: string
  /** Whether one of them is a formatter of the app, whose output has an unknown schema. */
  readonly hasCustom: boolean
  /** Whether no format adds members. */
  readonly isBare: boolean
  /** Whether every format adds members. */
  readonly isLinked: boolean
  readonly actions: Presence
  readonly templates: Presence
  /** The items of a page in `_embedded`. */
  readonly embeddedItems: Presence
}

export function formatSet (formats: readonly WireFormat[]): FormatSet {
  const names = new Set(formats.map(({ name }) => name))
  const presence = (has: (format: WireFormat) => boolean): Presence =>
    formats.every(has) ? 'always' : formats.some(has) ? 'sometimes' : 'never'
  return {
    name: names.size === 1 ? [...names][0]! : 'any',
    hasCustom: formats.some(isCustom),
    isBare: formats.every(({ bare }) => bare),
    isLinked: formats.every(({ bare }) => !bare),
    actions: presence(({ name }) => name === 'default'),
    templates: presence(({ name }) => name === 'hal-forms'),
    embeddedItems: presence(({ embedsItems }) => embedsItems)
  }
}

function isCustom ({ name }: WireFormat): boolean {
  return !BUILT_IN.includes(name)
}

/** Properties to add to a schema, and the names of those that are always present. */
export interface MemberSchemas {
  readonly properties: Schema
  readonly required: readonly string[]
}

export const NO_MEMBERS: MemberSchemas = Object.freeze({ properties: Object.freeze({}), required: Object.freeze([]) })

/** Returns members of which no one is always present, nor anything in them. */
export function optional ({ properties }: MemberSchemas): MemberSchemas {
  const entries = Object.entries(properties).map(([name, schema]) => [name, without(schema as Schema, 'required')])
  return { properties: Object.fromEntries(entries) as Schema, required: [] }
}

/** A property of the object of a member: a relation or an action. */
interface Property {
  readonly name: string
  readonly schema: Schema
  readonly always: boolean
}

/**
 * Returns the members of a resource whose configuration is known.
 * @param children the schemas of embedded resources, in the order of the configuration
 */
export function memberSchemas (
  compiled: CompiledConfig, children: readonly Schema[], formats: FormatSet, document: Document
): MemberSchemas {
  const { relations, embedded, actions } = configModel(compiled)
  const links = relations.map(relation => linkProperty(relation, document))
  if (compiled.curies.length > 0) {
    links.push({ name: 'curies', schema: arrayOf(document.sharedSchema('HyperLink')), always: false })
  }
  const groups: readonly [name: string, presence: Presence, () => Property[]][] = [
    ['_links', 'always', () => links],
    ['_embedded', 'always', () => embedded.map(({ relation, always }, index) =>
      ({ name: relation, schema: children[index]!, always }))],
    ['_actions', formats.actions, () => actions.map(action =>
      actionProperty(action, action.name, document.sharedSchema('HyperAction')))],
    ['_templates', formats.templates, () => actions.map(action =>
      actionProperty(action, action.templateName, document.sharedSchema('HyperTemplate')))]
  ]
  const written = groups.filter(([, presence]) => presence !== 'never')
    .map(([name, presence, properties]) => ({ name, presence, properties: properties().filter(isProperty) }))
    .filter(({ properties }) => properties.length > 0)
  const isRequired = ({ presence, properties }: typeof written[number]) =>
    formats.isLinked && presence === 'always' && properties.some(({ always }) => always)
  return {
    properties: Object.fromEntries(written.map(({ name, properties }) => [name, objectOf(properties)])),
    required: written.filter(isRequired).map(({ name }) => name)
  }
}

/** Returns the members of a resource whose configuration depends on its value. */
export function anyMemberSchemas (formats: FormatSet, document: Document): MemberSchemas {
  const link = document.sharedSchema('HyperLink')
  const values: [string, Presence, () => Schema][] = [
    ['_links', 'always', () => ({ anyOf: [link, arrayOf(link)] })],
    ['_embedded', 'always', () => ({})],
    ['_actions', formats.actions, () => document.sharedSchema('HyperAction')],
    ['_templates', formats.templates, () => document.sharedSchema('HyperTemplate')]
  ]
  const properties = values.filter(([, presence]) => presence !== 'never')
    .map(([name, , schemaFor]) => [name, mapOf(schemaFor())])
  return { properties: Object.fromEntries(properties) as Schema, required: [] }
}

// Tools that read schemas misinterpret some names.
function isProperty ({ name }: Property): boolean {
  return !['$ref', '$id', '__proto__'].includes(name)
}

function objectOf (properties: readonly Property[]): Schema {
  const required = properties.filter(({ always }) => always).map(({ name }) => name)
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema]))
  }
}

function linkProperty ({ relation, many, deprecated, always }: ModelRelation, document: Document): Property {
  const link = document.sharedSchema('HyperLink')
  return {
    name: relation, schema: many ? arrayOf(link) : deprecated ? { allOf: [link], deprecated: true } : link, always
  }
}

// Generators make one type of all actions. The operation that an action links to documents its method and summary.
function actionProperty ({ title, route, deprecated, always }: ModelAction, name: string, base: Schema): Property {
  const details = {
    ...(title === null || title === route?.summary ? {} : { description: title }),
    ...(deprecated ? { deprecated } : {})
  }
  return { name, schema: Object.keys(details).length === 0 ? base : { allOf: [base], ...details }, always }
}
