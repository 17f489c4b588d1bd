import { UsageError } from '../command.ts'
import { isState } from './fields.ts'
import { nounOf } from './names.ts'
import type { Field, Transition } from './new-resource.ts'

// Actions and relations that every resource has.
const OWN = ['collection', 'create', 'delete', 'edit', 'search', 'self']

const EXAMPLE = 'ship:pending->shipped'

/** Reads the values of `--action`, each as `ship:pending->shipped`. @throws UsageError */
export function transitionsOf (given: readonly string[], fields: readonly Field[]): Transition[] {
  const transitions = given.map(transitionOf)
  const names = transitions.map(({ name: { file } }) => file)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new UsageError(`--action: '${twice}' is there twice`)
  if (given.length > 0 && fields.some(({ name }) => name === 'status')) {
    throw new UsageError("--fields: 'status' is the state that --action changes. Choose another name.")
  }
  return transitions
}

function transitionOf (given: string): Transition {
  const [, action, from = '', to = ''] = /^([^:]*):(.*?)->(.*)$/s.exec(given) ?? []
  if (action === undefined || !isState(from) || !isState(to)) {
    throw new UsageError(`--action: '${given}' is no action with the states before and after it, such as ${EXAMPLE}`)
  }
  const name = nounOf(action, '--action')
  if (OWN.includes(name.file)) throw new UsageError(`--action: every resource has '${action}' already`)
  if (from === to) throw new UsageError(`--action: '${action}' does not change the state '${from}'`)
  return { name, from, to }
}

/** Returns the states of a resource; a new resource has the first one. */
export function statesOf (transitions: readonly Transition[]): string[] {
  return [...new Set(transitions.flatMap(({ from, to }) => [from, to]))]
}
