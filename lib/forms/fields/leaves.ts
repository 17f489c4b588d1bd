// The fields of HAL-FORMS: the leaves of a form, with dotted names.
import type { ProjectedField } from '../../../types/forms.ts'
import { type FieldNode, type FormNode, isNeeded, type Member, plainOf } from '../tree/form-tree.ts'
import { createProperty } from './control.ts'

/**
 * The type that a string of a form is converted to, for validators that do not convert: Zod,
 * and the compilers of TypeBox.
 */
export type ValueType = 'number' | 'boolean'

/** A field of a form, with what only the server knows of it. */
export interface FormField {
  /** The property of a HAL-FORMS template. */
  readonly property: ProjectedField
  /** Where its value belongs in the input: `['address', 'street']` for `address.street`. */
  readonly path: readonly string[]
  readonly many: boolean
  /** Whether the route rejects the input without it. */
  readonly required: boolean
  /** Whether its value is never sent to clients. */
  readonly secret: boolean
  /** The type that the strings of a form are converted to; null if none is. */
  readonly type: ValueType | null
  /** The keyword `format` of its schema, such as `time`. */
  readonly format: string | null
}

/** The position of a part. */
export interface Position {
  readonly path: readonly string[]
  /** The route rejects the input without it. */
  readonly isNeeded: boolean
  /** The form requires it. */
  readonly isRequired: boolean
}

export const WHOLE: Position = { path: [], isNeeded: true, isRequired: true }

// Names that could pollute a prototype. Parsers and the form-input adapter reject them.
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Returns the fields of a form.
 * @param isNested whether the target route has the form-input adapter, so that the members of an object are fields with
 * dotted names
 */
export function fieldsOf (tree: FormNode, isNested: boolean): FormField[] {
  const fields = new Map<string, FormField>()
  for (const field of leavesOf(tree, WHOLE, isNested)) {
    const { property: { name }, path } = field
    const known = fields.get(name)
    // A member named `a.b` precedes the member `b` of `a`: it is what the name means without the adapter.
    if (known !== undefined && path.length >= known.path.length) continue
    fields.delete(name)
    fields.set(name, field)
  }
  return [...fields.values()]
}

function leavesOf (node: FormNode, place: Position, isNested: boolean): FormField[] {
  const plain = plainOf(node)
  if (plain.kind === 'field' && place.path.length > 0) return [fieldOf(plain, node.isSecret === true, place)]
  if (plain.kind !== 'group' || (place.path.length > 0 && !isNested)) return []
  return plain.members.flatMap(member => {
    const inside = insideOf(place, member)
    if (isNested && isForbidden(inside.path)) return []
    // Its object requires it, and nothing requires that.
    if (member.node.isDeprecated === true && !inside.isNeeded) return []
    return leavesOf(member.node, inside, isNested)
  })
}

/** Returns the position of a member of an object. */
export function insideOf (place: Position, { name, node }: Member): Position {
  return {
    path: [...place.path, name],
    isNeeded: place.isNeeded && isNeeded(node),
    isRequired: place.isRequired && node.required
  }
}

/** Whether the adapter rejects a dotted name: it checks each segment, whether or not that is the name of a member. */
export function isForbidden (path: readonly string[]): boolean {
  return path.join('.').split('.').some(segment => FORBIDDEN.has(segment))
}

function fieldOf (node: FieldNode, isSecretPart: boolean, place: Position): FormField {
  const { types, format, many, isSecret } = node
  const field = withoutTinyBounds(node.field)
  const property = { ...field, name: place.path.join('.') }
  return {
    property: place.isRequired ? property : asOptional(property, many === true),
    path: place.path,
    many: many === true,
    required: place.isNeeded,
    secret: isSecretPart || isSecret === true || field.type === 'password',
    type: valueType(types),
    format: format ?? null
  }
}

// `exclusiveMinimum: 0` is 5e-324 in the tree, which means nothing to people.
function withoutTinyBounds (field: ProjectedField): ProjectedField {
  const { min, max, ...others } = field
  if (!isTiny(min) && !isTiny(max)) return field
  return createProperty({ ...others, ...!isTiny(min) && { min }, ...!isTiny(max) && { max } })
}

function isTiny (bound: number | undefined): boolean {
  return bound !== undefined && Math.abs(bound) === Number.MIN_VALUE
}

// A member that its object requires, in an object that the form does not require. A list has the limits of its schema.
function asOptional ({ required: _required, ...property }: ProjectedField, isMany: boolean): ProjectedField {
  const { options } = property
  if (isMany || options?.minItems !== 1 || options.maxItems !== 1) return property
  return { ...property, options: { ...options, minItems: 0 } }
}

/** Returns the type that strings are converted to; null if a string is valid, and if the type is not certain. */
export function valueType (types: readonly string[]): ValueType | null {
  if (types.length === 0) return null
  if (types.every(type => type === 'number' || type === 'integer')) return 'number'
  if (types.every(type => type === 'boolean')) return 'boolean'
  return null
}
