import { pathOf } from '../../hypermedia/destination.ts'
import { type Form, formOf } from '../../hypermedia/form.ts'
import { readResource, type Template } from '../../hypermedia/read.ts'

/**
 * Returns the form of an action, or null: the template with its method and target,
 * anywhere in the same document as HAL-FORMS.
 * Of several, the one with the name of the action is returned.
 *
 * @param base the URL of the document
 */
export function findForm (
  document: unknown, { name, method, href }: Pick<Template, 'name' | 'method' | 'href'>, base: string
): Form | null {
  const path = pathOf(href, base)
  const found = formsIn(document).filter(form => form.method === method && pathOf(form.target, base) === path)
  return found.find(form => form.name === name) ?? found[0] ?? null
}

// The forms of a document, and of all objects in it.
function formsIn (document: unknown): Form[] {
  const forms: Form[] = []
  // A queue, because documents can be nested deeper than calls.
  const values = [document]
  for (const value of values) {
    forms.push(...readResource(value).templates.map(formOf))
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) values.push(inner)
  }
  return forms
}
