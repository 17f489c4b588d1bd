// The request of a form as a tree.
import { isSentInQuery } from '../lib/http/form-encoding.ts'
import { changesIn } from './changes.ts'
import { encodePath, type Submission, type Target } from './encode.ts'
import { sendsJson } from './fill.ts'
import { type Filled, type FilledIn, jsonOf, TreeReader } from './fill-tree.ts'
import type { Node } from './tree.ts'
import { isInner } from './tree-names.ts'

type Pair = readonly [name: string, value: string | Blob]

/**
 * Returns what a part sends as names and values. Names of members have dots; in lists of objects they have the index of
 * the row, so that their members stay together. A list of scalars has one pair for each.
 */
export function pairsOf (filled: Filled, name = ''): Pair[] {
  switch (filled.kind) {
    case 'scalar': return filled.json === 'null' && filled.isCleared !== true ? [] : [[name, filled.text]]
    case 'file': return [[name, filled.file.blob]]
    case 'list':
      if (filled.isCleared === true) return [[name, '']]
      return filled.items.flatMap((item, index) =>
        pairsOf(item, item.kind === 'object' || item.kind === 'list' ? `${name}[${index}]` : name))
    case 'object':
      return filled.members.flatMap(([member, value]) => pairsOf(value, name === '' ? member : `${name}.${member}`))
  }
}

/**
 * Returns the request of a form as a tree. With PATCH it has what was changed only.
 * @param path the path of its target
 */
export function treeSubmission (
  form: Omit<Target, 'fields'>, tree: Node, filledIn: FilledIn, path: string
): Submission {
  const { method, contentType } = form
  if (contentType === undefined && !isSentInQuery(method)) return { method, path, contentType, body: null }
  const reader = new TreeReader(filledIn)
  const own = method === 'PATCH' && tree.kind === 'group'
    ? changesIn(tree, reader, filledIn)
    : reader.fill(tree, '', true)
  const filled = withUnknown(own, reader, filledIn)
  const target = { ...form, fields: [] }
  if (sendsJson(form) || filled.kind !== 'object') return encodePath(target, path, {}, jsonOf(filled))
  const input = new Map<string, (string | Blob)[]>()
  for (const [name, value] of pairsOf(filled)) {
    const values = input.get(name)
    if (values === undefined) input.set(name, [value])
    else values.push(value)
  }
  return encodePath(target, path, Object.fromEntries(input))
}

// The form of a route without a schema may have fields of its own.
function withUnknown (filled: Filled | null, { known }: TreeReader, { entered, started }: FilledIn): Filled {
  const object: Filled = filled ?? { kind: 'object', members: [] }
  if (object.kind !== 'object') return object
  const others = [...entered].filter(([name]) => !known.has(name) && !isInner(name)).flatMap(([name, values]) => {
    const filled = values.filter(value => value !== '')
      .map((text): Filled => ({ kind: 'scalar', text, json: JSON.stringify(text) }))
    if (filled.length === 0 || isSame(values, started?.get(name))) return []
    return [[name, filled.length === 1 ? filled[0]! : { kind: 'list', items: filled } satisfies Filled] as const]
  })
  return { ...object, members: [...object.members, ...others] }
}

function isSame (values: readonly string[], started: readonly string[] | undefined): boolean {
  return started !== undefined && started.join('\n') === values.join('\n')
}
