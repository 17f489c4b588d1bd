// Forms as people fill them: with fields that are read.
import { FIELD_TYPES } from '../lib/declare/field-types.ts'
import { templateVariables } from '../lib/http/uri-template.ts'
import type { FieldType } from '../types/forms.ts'
import { type Choices, readChoices } from './choices.ts'
import {
  hasResource, isObject, type JsonObject, member, type Members, ownMembers, readResource, type Resource,
  scalarMember, stringMember, type Template,
  templatesOf
} from './read.ts'

/** A form: a HAL-FORMS template. */
export interface Form {
  readonly name: string
  readonly title?: string | undefined
  /** Empty for the URL of the document. */
  readonly target: string
  readonly method: string
  readonly contentType?: string | undefined
  /** The URL that describes why it is deprecated. */
  readonly deprecation?: string | undefined
  readonly fields: readonly Field[]
  /** The values of the resource that no field has, as JSON: in content for pages. */
  readonly values?: string | undefined
}

/** A resource as it is shown. */
export interface ShownResource extends Omit<Resource, 'templates'> {
  /** The members that are neither hypermedia nor resources. */
  readonly properties: Members
  /** How many other members were not read. */
  readonly omitted: number
  readonly forms: readonly Form[]
}

/** Reads a resource of any server in the default format, HAL or HAL-FORMS. */
export function readShown (value: JsonObject): ShownResource {
  const { templates, ...resource } = readResource(value)
  const properties = ownMembers(value).filter(([, member]) => !hasResource(member))
  return { ...resource, properties, omitted: 0, forms: templates.map(formOf) }
}

/** Returns the forms in a `_templates` member. @param self their default target. @default the document */
export function formsOf (templates: unknown, self?: string): Form[] {
  return templatesOf(templates, self).map(formOf)
}

/** Returns a template as a form. */
export function formOf ({ href: target, fields, ...template }: Template): Form {
  return { ...template, target, fields: fields.flatMap(readField) }
}

/** A field of a form: a HAL-FORMS property. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly type: FieldType
  readonly required: boolean
  readonly readOnly: boolean
  readonly value: string
  /** Whether the value is a URI template (RFC 6570). The form sends its expansion. */
  readonly templated: boolean
  /** The JSON type of the value in the document. */
  readonly valueType: 'string' | 'number' | 'boolean'
  /** A regular expression for the whole value. */
  readonly pattern: string | undefined
  readonly placeholder: string | undefined
  readonly choices: Choices | undefined
  readonly limits: Limits
}

/** The numeric constraints and sizes. */
export type Limits = Readonly<Partial<Record<typeof LIMITS[number], number>>>

const LIMITS = ['min', 'max', 'step', 'minLength', 'maxLength', 'rows', 'cols'] as const

/** Returns the field of a property, or an empty list if the property has no name. */
export function readField (property: unknown): Field[] {
  const name = isObject(property) ? stringMember(property, 'name') : undefined
  if (!isObject(property) || name === undefined) return []
  return [{
    name,
    label: stringMember(property, 'prompt') ?? name,
    type: typeOf(stringMember(property, 'type')),
    required: member(property, 'required') === true,
    readOnly: member(property, 'readOnly') === true,
    value: scalarMember(property, 'value') ?? '',
    templated: member(property, 'templated') === true &&
      templateVariables(stringMember(property, 'value') ?? '').length > 0,
    valueType: jsonTypeOf(member(property, 'value')),
    pattern: patternOf(stringMember(property, 'regex')),
    placeholder: stringMember(property, 'placeholder'),
    choices: readChoices(property),
    limits: limitsOf(property)
  }]
}

function jsonTypeOf (value: unknown): Field['valueType'] {
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'string'
}

function typeOf (type: string | undefined): FieldType {
  return FIELD_TYPES.find(known => known === type) ?? 'text'
}

// The server checks the patterns that browsers cannot compile.
function patternOf (regex: string | undefined): string | undefined {
  if (regex === undefined) return undefined
  try {
    return new RegExp(regex, 'v') && regex
  } catch {
    return undefined
  }
}

function limitsOf (property: JsonObject): Limits {
  return Object.fromEntries(LIMITS.flatMap(name => {
    const value = member(property, name)
    return typeof value === 'number' && Number.isFinite(value) ? [[name, value]] : []
  }))
}
