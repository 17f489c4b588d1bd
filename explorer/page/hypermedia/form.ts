import { methodOf } from './action.ts'
import { readField, type Field } from './field.ts'
import { isObject, member, membersOf, text } from './members.ts'

/** A form: a HAL-FORMS template. */
export interface Form {
  readonly name: string
  readonly title: string | undefined
  /** Undefined stands for the URL of the document. */
  readonly target: string | undefined
  readonly method: string
  readonly contentType: string | undefined
  readonly fields: readonly Field[]
}

/** The forms of a `_templates` member; without a target of their own they go to the resource itself. */
export function formsOf (templates: unknown, self: string | undefined): Form[] {
  return membersOf(templates).flatMap(([name, template]) => {
    if (!isObject(template)) return []
    const properties = member(template, 'properties')
    return [{
      name,
      title: text(template, 'title'),
      target: text(template, 'target') ?? self,
      method: methodOf(text(template, 'method') ?? 'GET'),
      contentType: text(template, 'contentType'),
      fields: Array.isArray(properties) ? properties.flatMap(readField) : []
    }]
  })
}
