// What the controls of a form would have now: beside what was typed into the form of an earlier state.
import { enteredFor } from '../../hypermedia/enter-tree.ts'
import type { Entered } from '../../hypermedia/fill.ts'
import type { Field, Form } from '../../hypermedia/form.ts'
import { isObject, type JsonObject, member } from '../../hypermedia/read.ts'
import type { Node } from '../../hypermedia/tree.ts'
import { choiceName, isInner } from '../../hypermedia/tree-names.ts'

/** Returns the values that a control has now; null for a control without a place in the resource. */
export type CurrentValues = (field: Field) => readonly string[] | null

/**
 * Returns how the values of controls are found: in the form as it is now, or else at their place in the resource.
 * @param form as the resource has it now
 * @param tree of it
 */
export function currentValues (form: Form, tree: Node, resource: unknown): CurrentValues {
  const values = form.values === undefined ? undefined : JSON.parse(form.values) as unknown
  const own = form.fields.flatMap(field => valuesOf(field).length > 0 ? [field.name] : [])
  const isFilled = values !== undefined || own.length > 0
  const entered = enteredFor(tree, isFilled ? values : resource)
  const hasMember = (name: string) => isFilled || (isObject(resource) && hasPath(resource, name))
  return field => {
    const found = entered.get(field.name)
    if (found !== undefined) return found
    if (isInner(field.name)) return isThere(field.name, entered) ? [] : null
    return hasMember(field.name) ? valuesOf(field) : null
  }
}

function valuesOf ({ choices, value }: Field): readonly string[] {
  return choices?.selected ?? (value === '' ? [] : [value])
}

function hasPath (resource: JsonObject, name: string): boolean {
  let value: unknown = resource
  for (const part of name.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, part)) return false
    value = member(value, part)
  }
  return true
}

// Whether the rows and alternatives that a control is in are there now. A row that was added is not.
function isThere (name: string, entered: Entered): boolean {
  for (const { index, 0: part } of name.matchAll(/\\.|\[\d+\]|\{\d+\}/gs)) {
    if (part.startsWith('[') && !entered.has(name.slice(0, index + part.length))) return false
    if (part.startsWith('{') && entered.get(choiceName(name.slice(0, index)))?.[0] !== part.slice(1, -1)) return false
  }
  return true
}
