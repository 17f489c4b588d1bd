import { fieldsOf, type FormField } from '../../lib/forms/fields/leaves.ts'
import { deriveTree } from '../../lib/forms/tree/derive-tree.ts'
import type { FormNode } from '../../lib/forms/tree/form-tree.ts'
import type { SharedSchemas } from '../../lib/schema/references.ts'
import { type FieldFinding, findingsOf } from '../../testing/forms/findings.ts'

/** A form, its fields in HAL-FORMS, and what has no field there. */
export interface DerivedForm {
  readonly tree: FormNode
  readonly fields: readonly FormField[]
  readonly findings: readonly FieldFinding[]
}

interface Target {
  readonly method: string
  /** Whether the route has the form-input adapter. */
  readonly nested: boolean
  readonly shared?: SharedSchemas
}

export function deriveForm (schema: unknown, { method, nested, shared = () => undefined }: Target): DerivedForm {
  const tree = deriveTree(schema, { method, contentType: null, shared })
  return { tree, fields: fieldsOf(tree, nested), findings: findingsOf(tree, nested) }
}
