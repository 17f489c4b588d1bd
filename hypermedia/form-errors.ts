// The errors of a form that the app has rejected: each once, beside its control.
import { controlsOf, type Fault, faultsOf } from './check-tree.ts'
import { faultsIn } from './faults.ts'
import type { FilledIn } from './fill-tree.ts'
import type { Node } from './tree.ts'

/** Errors by the names of controls, and those of no control. */
export interface FormErrors {
  readonly errors: readonly Fault[]
  readonly otherErrors: readonly Fault[]
}

const MOST = 100

/**
 * Returns the errors of a form. Validators report one error, or the errors of every alternative of a choice. So the
 * form is checked again if the input was invalid, and what the app reports of the same controls is left out.
 */
export function formErrors (tree: Node, filledIn: FilledIn, status: number, problem: unknown): FormErrors {
  const reported = faultsIn(problem).slice(0, MOST)
  const isInvalid = reported.length > 0 && (status === 400 || status === 422)
  const own = isInvalid ? faultsOf(tree, filledIn) : []
  const controlAt = controlsOf(tree, filledIn)
  const located = reported.map(fault => ({ ...fault, control: controlAt(fault.name) }))
  const theirs = located.flatMap(({ control, message }) =>
    control === null || own.some(({ name }) => isWithin(name, control)) ? [] : [{ name: control, message }])
  const otherErrors = located.flatMap(({ control, name, message }) => control === null ? [{ name, message }] : [])
  return { errors: [...own, ...theirs].slice(0, MOST), otherErrors: otherErrors.slice(0, MOST) }
}

// A validator names the list for an element of it, and the value for an alternative.
function isWithin (name: string, control: string): boolean {
  const owner = control.replace(/\{\}$/, '')
  return name === control || name === owner || /^[.[{]/.test(name.startsWith(owner) ? name.slice(owner.length) : '')
}
