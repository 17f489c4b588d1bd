import { useMemo } from 'preact/hooks'
import { pathOf } from '../../hypermedia/destination.ts'
import type { Form } from '../../hypermedia/form.ts'
import { isObject } from '../../hypermedia/read.ts'
import { hasPlaces, type Node, readTree, treeOfForm } from '../../hypermedia/tree.ts'
import type { FormNode } from '../../lib/forms/tree/form-tree.ts'
import { useScope } from './explorer.ts'
import { useOwn } from './own-endpoint.ts'

/** A form as the page shows it. */
export interface ShownTree {
  readonly tree: Node
  /** Whether the server describes it, so that the types of all values are known. */
  readonly isDescribed: boolean
}

/** Returns a form as a tree: of its fields, until the server describes more. */
export function useFormTree (form: Form): ShownTree {
  const described = useDescribedTree(form)
  return useMemo(() => ({
    tree: treeOfForm(described ?? null, form.fields),
    isDescribed: described !== undefined && described !== null && hasPlaces(described, form.fields)
  }), [described, form])
}

/**
 * Returns the form that the server describes for an action; null if it has none, or another server has the action.
 * Undefined until it is read.
 */
export function useDescribedTree (
  { name, method, contentType, target }: Pick<Form, 'name' | 'method' | 'contentType' | 'target'>
): Node | null | undefined {
  const path = pathOf(target, useScope().base)
  const type = contentType === undefined ? {} : { type: contentType }
  const found = useOwn('form-tree', path, { name, method, ...type })
  return useMemo(
    () => found === undefined ? undefined : isObject(found) ? readTree(found as unknown as FormNode) : null, [found]
  )
}
