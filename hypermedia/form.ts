import { methodOf } from './action.ts'
import { readField, type Field } from './field.ts'
import { isObject, member, membersOf, stringMember } from './members.ts'

/** A form: a HAL-FORMS template. */
export interface Form {
  readonly name: string
  readonly title: string | undefined
  /** If undefined, the URL of the document. */
  readonly target: string | undefined
  readonly method: string
  readonly contentType: string | undefined
  /** The URL that describes why it is deprecated. */
  readonly deprecation?: string | undefined
  readonly fields: readonly Field[]
}

/** A form whose fields are not read: a table has many, and shows only their names. */
export interface Template extends Omit<Form, 'fields'> {
  readonly properties: readonly unknown[]
}

/** Returns the forms in a `_templates` member. The default target is the resource itself. */
export function formsOf (templates: unknown, self: string | undefined): Form[] {
  return templatesOf(templates, self)
    .map(({ properties, ...form }) => ({ ...form, fields: properties.flatMap(readField) }))
}

/** Returns the forms in a `_templates` member without their fields. */
export function templatesOf (templates: unknown, self: string | undefined): Template[] {
  return membersOf(templates).flatMap(([name, template]) => {
    if (!isObject(template)) return []
    const properties = member(template, 'properties')
    return [{
      name,
      title: stringMember(template, 'title'),
      target: stringMember(template, 'target') ?? self,
      method: methodOf(stringMember(template, 'method') ?? 'GET'),
      contentType: stringMember(template, 'contentType'),
      deprecation: stringMember(template, 'deprecation'),
      properties: Array.isArray(properties) ? properties : []
    }]
  })
}
