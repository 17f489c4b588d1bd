import { useMemo } from 'preact/hooks'
import { pathOf } from '../../hypermedia/destination.ts'
import type { Form } from '../../hypermedia/form.ts'
import { isObject } from '../../hypermedia/read.ts'
import { hasPlaces, type Node, readTree, treeOfForm } from '../../hypermedia/tree.ts'
import type { FormNode } from '../../lib/forms/tree/form-tree.ts'
import { useScope } from './explorer.ts'
import { useOwn } from './own-endpoint.ts'

/** A form that the server describes. */
interface DescribedForm {
  readonly tree: Node
  /** Whether the action cannot be undone. */
  readonly isDangerous: boolean
}

/** A form as the page shows it. */
export interface ShownTree extends DescribedForm {
  /** Whether the server describes it, so that the types of all values are known. */
  readonly isDescribed: boolean
}

/** Returns a form as a tree: of its fields, until the server describes more. */
export function useFormTree (form: Form): ShownTree {
  const described = useDescribedForm(form)
  return useMemo(() => {
    const { tree = null, isDangerous = false } = described ?? {}
    return {
      tree: treeOfForm(tree, form.fields),
      isDescribed: tree !== null && hasPlaces(tree, form.fields),
      isDangerous
    }
  }, [described, form])
}

/**
 * Returns the form that the server describes for an action; null if it has none, or another server has the action.
 * Undefined until it is read.
 */
export function useDescribedForm (
  { name, method, contentType, target }: Pick<Form, 'name' | 'method' | 'contentType' | 'target'>
): DescribedForm | null | undefined {
  const path = pathOf(target, useScope().base)
  const type = contentType === undefined ? {} : { type: contentType }
  const found = useOwn('form-tree', path, { name, method, ...type })
  return useMemo(() => {
    if (found === undefined) return undefined
    if (!isObject(found) || !isObject(found['tree'])) return null
    return { tree: readTree(found['tree'] as unknown as FormNode), isDangerous: found['isDangerous'] === true }
  }, [found])
}
