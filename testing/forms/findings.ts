// What HAL-FORMS has no field for.
import { NO_ITEMS } from '../../lib/forms/fields/control.ts'
import { insideOf, isForbidden, type Position, WHOLE } from '../../lib/forms/fields/leaves.ts'
import { FORBIDDEN_NAME, TOO_MANY_LEVELS, TOO_MANY_PARTS } from '../../lib/forms/tree/derive-tree.ts'
import {
  type FormNode, type GroupNode, type JsonNode, plainOf, type RejectedMember
} from '../../lib/forms/tree/form-tree.ts'

/** A part of a form without a field. */
export interface FieldFinding {
  /** The dotted name of the part; empty for the whole input. */
  readonly name: string
  /** The cause and the remedy, in one or two sentences. */
  readonly reason: string
  /** Whether forms as trees have it, and send it as JSON. */
  readonly isInTree?: true
}

const REQUIRED =
  'The route rejects the form without it: make it optional, or declare another input with .accepts(schema).'
const NAME_TWICE =
  'Two members of the input have this name, and the form contains the outer one only: rename one of them.'
const NOT_NESTED = 'It is an object: with config.hyper.formInput on the target route its members are fields.'
const NO_OBJECT = 'A form has no control for null, or for an object.'
const NO_BINARY = 'A form has no control for binary data.'
const TRUNCATED: readonly string[] = [TOO_MANY_PARTS, TOO_MANY_LEVELS]

/**
 * Returns what HAL-FORMS cannot express of a form that its route requires or limits.
 * @param isNested whether the route has the form-input adapter
 */
export function findingsOf (tree: FormNode, isNested: boolean): FieldFinding[] {
  if (tree.kind === 'json') return tree.isWrong === true ? [{ name: '', reason: tree.reason }] : []
  const search = new Search(isNested)
  search.visit(tree, WHOLE)
  return search.findings
}

class Search {
  readonly findings: FieldFinding[] = []
  readonly #isNested: boolean
  readonly #names = new Set<string>()
  #isTruncated = false

  constructor (isNested: boolean) {
    this.#isNested = isNested
  }

  visit (node: FormNode, place: Position): void {
    const plain = plainOf(node)
    const isWhole = place.path.length === 0
    if (plain.kind === 'group' && plain.members.length === 0 && !isWhole) return this.#omit(place, NO_OBJECT)
    if (plain.kind === 'group' && (isWhole || this.#isNested)) return this.#visitMembers(plain, place)
    if (plain.kind === 'json') this.#findJson(plain, place)
    else if (plain.kind !== 'field') this.#omit(place, reasonOf(plain))
    else if (!isWhole) this.#visitField(place)
  }

  #visitMembers (group: GroupNode, place: Position): void {
    this.#findRejected(group.rejected, place)
    for (const member of group.members) {
      const inside = insideOf(place, member)
      if (this.#isNested && isForbidden(inside.path)) this.#find(inside.path, FORBIDDEN_NAME)
      else this.visit(member.node, inside)
    }
  }

  #findRejected (rejected: readonly RejectedMember[] = [], place: Position): void {
    for (const { name, reason } of rejected) {
      const path = [...place.path, name]
      if (reason === FORBIDDEN_NAME) this.#find(path, reason)
      else if (place.isNeeded) this.#find(path, `${reason} ${REQUIRED}`)
    }
  }

  #visitField ({ path }: Position): void {
    const name = path.join('.')
    if (this.#names.has(name)) this.#find(path, NAME_TWICE)
    this.#names.add(name)
  }

  #findJson ({ reason, isWrong, isObject, rejected }: JsonNode, place: Position): void {
    if (TRUNCATED.includes(reason)) return this.#truncate(place, reason)
    if (isWrong === true) return this.#find(place.path, place.isNeeded ? `${reason} ${REQUIRED}` : reason)
    if (isObject !== true) return this.#omit(place, reason)
    if (this.#isNested) this.#findRejected(rejected, place)
    else this.#omit(place, NOT_NESTED)
  }

  #omit ({ path, isNeeded }: Position, reason: string): void {
    if (isNeeded) this.findings.push({ name: path.join('.'), reason: `${reason} ${REQUIRED}`, isInTree: true })
  }

  // One finding is enough: schemas that refer to each other are truncated in many places.
  #truncate ({ path }: Position, reason: string): void {
    if (!this.#isTruncated) this.findings.push({ name: path.join('.'), reason, isInTree: true })
    this.#isTruncated = true
  }

  #find (path: readonly string[], reason: string): void {
    this.findings.push({ name: path.join('.'), reason })
  }
}

function reasonOf (node: FormNode): string {
  switch (node.kind) {
    case 'group': return NOT_NESTED
    case 'list': return NO_ITEMS
    case 'file': return NO_BINARY
    default: return NO_OBJECT
  }
}
