// The values of a resource for the parts of a form that HAL-FORMS has no fields for.
import { awaitElements } from '../../async/promises.ts'
import { awaited, type Steps } from '../../async/steps.ts'
import { controlValue, valueAt } from '../fields/prefill.ts'
import type { FormNode } from './form-tree.ts'

/**
 * Returns the values of a resource that a form begins with, as JSON; an empty string for none. Only what the form has
 * is kept: a resource may have secrets.
 * @param values what the function of `.prefill` returned: the members may be promises
 */
export function * prefilledTree (tree: FormNode, values: unknown): Steps<string> {
  if (tree.kind !== 'group') return ''
  const found: [string, unknown][] = []
  for (const { name, node } of tree.members) {
    if (node.kind === 'field') continue
    const value = yield * awaited(awaitElements(yield * awaited(valueAt(values, name, [name]))))
    const kept = keptOf(node, value)
    if (kept !== undefined) found.push([name, kept])
  }
  return found.length === 0 ? '' : JSON.stringify(Object.fromEntries(found))
}

// Undefined for nothing.
function keptOf (node: FormNode, value: unknown): unknown {
  if (value === undefined || value === null) return undefined
  switch (node.kind) {
    case 'field': return node.field.type === 'password' ? undefined : scalarOf(value, node.format ?? null)
    case 'list': return Array.isArray(value) ? value.map(item => keptOf(node.element, item) ?? null) : undefined
    case 'choice': return mergedOf(node.alternatives.map(({ node }) => keptOf(node, value)))
    case 'group': {
      if (typeof value !== 'object') return undefined
      const own = node.members.map(({ name, node }) => [name, keptOf(node, valueAt(value, name, [name]))] as const)
      const members = Object.fromEntries(own.filter(([, kept]) => kept !== undefined))
      return node.choice === undefined ? members : { ...members, ...keptOf(node.choice, value) as object | undefined }
    }
    case 'json': return jsonOf(value)
    default: return undefined
  }
}

function scalarOf (value: unknown, format: string | null): unknown {
  if (Array.isArray(value)) return value.map(item => scalarOf(item, format))
  return typeof value === 'number' || typeof value === 'boolean' ? value : controlValue(value, format) ?? undefined
}

// A value has the members of one alternative, which is chosen when the form is shown.
function mergedOf (kept: readonly unknown[]): unknown {
  const found = kept.filter(value => value !== undefined)
  const objects = found.filter(value => typeof value === 'object' && value !== null && !Array.isArray(value))
  return objects.length === found.length && found.length > 0 ? Object.assign({}, ...objects) : found[0]
}

function jsonOf (value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    return undefined
  }
}
