// Lists of objects in forms that have no JSON: `lines[0].productId`, one index for each row.
import { remembered } from '../../remembered.ts'

type Members = Record<string, unknown>

// An index only orders its row, and a row costs what was sent of it.
const INDEXED = /^[^[\].]+(?:\.[^[\].]+)*(?:\[\d{1,9}\](?:\.[^[\].]+)*)+$/
const MOST_STEPS = 20

/** A list while it is read: its rows by index. */
type Rows = Map<number, unknown>

type Inner = Map<string | number, unknown>

/**
 * Returns an input with its indexed names as lists, the rows in the order of their indexes. Other names are kept, and
 * so are those of a list that has a value under its own name, too.
 * @param reject is called with a name whose place has a value already: one of the two would be lost
 */
export function withLists (input: Members, reject: (name: string) => never): Members {
  const indexed = new Set(Object.keys(input).filter(name => name.includes('[') && INDEXED.test(name)))
  if (indexed.size === 0) return input
  const output = Object.create(Object.getPrototypeOf(input) as object | null) as Members
  const lists = new Map<string, Rows>()
  for (const [name, value] of Object.entries(input)) {
    const steps = indexed.has(name) ? stepsOf(name) : []
    const [list] = steps
    if (steps.length < 2 || steps.length > MOST_STEPS || Object.hasOwn(input, list!)) output[name] = value
    else if (!add(remembered(lists, list as string, () => new Map()) as Inner, steps.slice(1), value)) reject(name)
  }
  for (const [name, rows] of lists) output[name] = listOf(rows)
  return output
}

// `lines[0].productId` to `lines`, 0, `productId`.
function stepsOf (name: string): (string | number)[] {
  const [list, ...rest] = name.split('[')
  return [list!, ...rest.flatMap(part => {
    const [index, members] = part.split(']')
    return [Number(index), ...members!.split('.').slice(1)]
  })]
}

// A map with numbers is a list, and one with strings an object. An empty value stands for a row that may have members.
// Returns false if the place has another value.
function add (owner: Inner, [step, ...rest]: readonly (string | number)[], value: unknown): boolean {
  const known = owner.get(step!) ?? ''
  if (rest.length === 0) {
    if (known === '') owner.set(step!, value)
    return known === '' || value === ''
  }
  const inner = known === '' ? new Map() as Inner : known
  if (!(inner instanceof Map) || isList(inner) === (typeof rest[0] === 'string')) return false
  owner.set(step!, inner)
  return add(inner as Inner, rest, value)
}

// Undefined as long as it is empty.
function isList (inner: Map<unknown, unknown>): boolean | undefined {
  const { done, value } = inner.keys().next()
  if (done) return undefined
  return typeof value === 'number'
}

function listOf (rows: Rows): unknown[] {
  return [...rows].sort(([one], [other]) => one - other).map(([, value]) => valueOf(value))
}

function valueOf (value: unknown): unknown {
  if (!(value instanceof Map)) return value
  const members = [...value as Map<string | number, unknown>]
  if (typeof members[0]![0] === 'number') return listOf(value as Rows)
  return Object.fromEntries(members.map(([name, inner]) => [name, valueOf(inner)]))
}
