// A form as a tree: what a schema describes, also where HAL-FORMS has no field for it. Plain data, without names: those
// follow from the place in the tree (hypermedia/tree-names.ts).
import type { ProjectedField } from '../../../types/forms.ts'

/** A part of a form. @typeParam F a field with a single control, or with choices */
export type FormNode<F = ProjectedField> =
  | FieldNode<F> | GroupNode<F> | ListNode<F> | ChoiceNode<F> | FileNode | JsonNode

/** What all parts have. */
interface Part {
  readonly title?: string
  readonly hint?: string
  /** Whether the form requires it, if it requires what contains it. */
  readonly required: boolean
  /** Whether null is sent where nothing is entered. */
  readonly nullable?: true
  /** Whether PATCH sends null where it was cleared. */
  readonly isClearable?: true
  /** Whether PATCH sends it with any change of its object, which is invalid without it. */
  readonly isKept?: true
  /** Whether its value is never sent to clients. */
  readonly isSecret?: true
  /** Whether its schema is deprecated. Only what its object requires is a part then. */
  readonly isDeprecated?: true
  /** The `default` of its schema, where that is no scalar. */
  readonly value?: unknown
}

/** A scalar, or several of enumerated ones. */
export interface FieldNode<F = ProjectedField> extends Part {
  readonly kind: 'field'
  readonly field: F
  /** The JSON types of its value, or of its elements. */
  readonly types: readonly string[]
  readonly format?: string
  /** Whether its value is a list. */
  readonly many?: true
}

export interface GroupNode<F = ProjectedField> extends Part {
  readonly kind: 'group'
  readonly members: ReadonlyArray<Member<F>>
  /** Alternatives that each add members. */
  readonly choice?: ChoiceNode<F>
  readonly rejected?: readonly RejectedMember[]
}

/** A member that a schema has and no request may. */
export interface RejectedMember {
  readonly name: string
  readonly reason: string
}

export interface Member<F = ProjectedField> {
  readonly name: string
  readonly node: FormNode<F>
}

export interface ListNode<F = ProjectedField> extends Part {
  readonly kind: 'list'
  readonly element: FormNode<F>
  readonly minItems: number
  /** Absent for any number. */
  readonly maxItems?: number
}

/** One of several schemas (`oneOf`, `anyOf`). */
export interface ChoiceNode<F = ProjectedField> extends Part {
  readonly kind: 'choice'
  readonly alternatives: ReadonlyArray<Alternative<F>>
  /** What is in its place where nobody can choose: a group of the common members, or the first one with a control. */
  readonly plain?: FormNode<F>
}

/** A schema that can be chosen. */
interface Alternative<F> {
  /** Its title, the value that distinguishes it, or the name of its schema. */
  readonly label: string
  readonly node: FormNode<F>
}

/** A file, or several. */
export interface FileNode extends Part {
  readonly kind: 'file'
  readonly many: boolean
  readonly minItems: number
  readonly maxItems?: number
  /** The media type of its content (`contentMediaType`). */
  readonly accept?: string
  /** How it is sent: as it is, or as a string of JSON. */
  readonly encoding: 'binary' | 'base64'
}

/** A value that no other part expresses, as JSON. */
export interface JsonNode extends Part {
  readonly kind: 'json'
  /** Why no other part expresses it. */
  readonly reason: string
  /** Whether its schema is wrong. */
  readonly isWrong?: true
  /** Whether it is an object of any members. */
  readonly isObject?: true
  readonly rejected?: readonly RejectedMember[]
}

/** Returns a tree without what only a server needs, with other fields. */
export function mapFields<A, B> (node: FormNode<A>, map: (field: A) => B): FormNode<B> {
  switch (node.kind) {
    case 'field': return { ...node, field: map(node.field) }
    case 'list': return { ...node, element: mapFields(node.element, map) }
    case 'choice': return mapChoice(node, map)
    case 'group': {
      const { choice, rejected: _rejected, ...group } = node
      const members = group.members.map(({ name, node }) => ({ name, node: mapFields(node, map) }))
      return { ...group, members, ...choice !== undefined && { choice: mapChoice(choice, map) } }
    }
    default: return node
  }
}

function mapChoice<A, B> (choice: ChoiceNode<A>, map: (field: A) => B): ChoiceNode<B> {
  const { alternatives, plain: _plain, ...node } = choice
  return { ...node, alternatives: alternatives.map(({ label, node }) => ({ label, node: mapFields(node, map) })) }
}

/** Whether an object is invalid without a part, whatever the form requires. */
export function isNeeded ({ required, nullable, isKept }: Part): boolean {
  return required || nullable === true || isKept === true
}

/** Returns what a form without alternatives has in the place of a part that has some. */
export function plainOf (node: FormNode): FormNode {
  if (node.kind === 'choice') return node.plain ?? node
  if (node.kind === 'group') return node.choice?.plain ?? node
  return node
}
