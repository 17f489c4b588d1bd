import fc from 'fast-check'
import t from 'tap'
import { faultsOf } from '../../../hypermedia/check-tree.ts'
import { enteredFor } from '../../../hypermedia/enter-tree.ts'
import { jsonOf, TreeReader } from '../../../hypermedia/fill-tree.ts'
import { readTree } from '../../../hypermedia/tree.ts'
import { alternativeName, itemName, memberName } from '../../../hypermedia/tree-names.ts'
import { pairsOf } from '../../../hypermedia/tree-submission.ts'
import { deriveTree } from '../../../lib/forms/tree/derive-tree.ts'
import { readNames } from '../../support/member-names.ts'
import { runs } from '../../support/runs.ts'

// Forms as trees: what is entered for a value sends that value, and each place has a name of its own.

interface Case {
  readonly schema: Readonly<Record<string, unknown>>
  readonly value: fc.Arbitrary<unknown>
}

// A form sends no empty string, and lines end as browsers end them.
const text = fc.string({ minLength: 1, maxLength: 8 }).filter(text => text.trim() !== '')
const HARD_NAMES = ['a.b', 'a', 'b', '[0]', '{0}', '\\', 'constructor', 'x]']
const NAMES = fc.uniqueArray(readNames(fc.oneof(text, fc.constantFrom(...HARD_NAMES))), { minLength: 1, maxLength: 4 })
  .map(names => names.filter(name => name !== '__proto__'))

const SCALARS: readonly Case[] = [
  { schema: { type: 'string' }, value: text },
  { schema: { type: 'integer' }, value: fc.integer() },
  { schema: { type: 'number' }, value: fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0) },
  { schema: { type: 'string', enum: ['a', 'b'] }, value: fc.constantFrom('a', 'b') },
  { schema: { type: 'object', additionalProperties: true }, value: fc.dictionary(fc.constantFrom('x', 'y'), text) }
]

const cases = fc.letrec<{ one: Case, list: Case, group: Case, choice: Case }>(tie => ({
  one: fc.oneof({ maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(...SCALARS), tie('list'), tie('group'), tie('choice')),
  list: tie('one').map(({ schema, value }) => ({
    // A row without anything is no row.
    schema: { type: 'array', items: schema }, value: fc.array(value.filter(isFilled), { maxLength: 3 })
  })),
  group: fc.tuple(NAMES, fc.array(tie('one'), { minLength: 4, maxLength: 4 }))
    .map(([names, members]) => groupOf(names, members)),
  choice: fc.array(tie('one'), { minLength: 2, maxLength: 3 }).map(members => {
    const alternatives = members.map((member, index) => {
      const { schema, value } = groupOf(['value'], [member])
      return {
        schema: {
          ...schema,
          required: ['kind', 'value'],
          properties: { kind: { const: `kind ${index}` }, ...schema['properties'] as object }
        },
        value: value.map(value => ({ kind: `kind ${index}`, ...value as object }))
      }
    })
    return {
      schema: { oneOf: alternatives.map(({ schema }) => schema) },
      value: fc.oneof(...alternatives.map(({ value }) => value))
    }
  })
}))

function groupOf (names: readonly string[], members: readonly Case[]): Case {
  const own = names.map((name, index) => [name, members[index]!] as const)
  return {
    schema: {
      type: 'object', required: names, properties: Object.fromEntries(own.map(([name, { schema }]) => [name, schema]))
    },
    value: fc.tuple(...own.map(([name, { value }]) => value.map(value => [name, value] as const)))
      .map(entries => Object.fromEntries(entries))
  }
}

function isFilled (value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isFilled)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).some(([name, value]) => name !== 'kind' && isFilled(value))
}

const TARGET = { method: 'POST', contentType: 'application/json', shared: () => undefined }

const treeOf = (schema: unknown) =>
  readTree(deriveTree({ type: 'object', required: ['root'], properties: { root: schema } }, TARGET))

t.test('what is entered for a value sends it', t => {
  const values = cases.one.chain(({ schema, value }) => value.map(root => ({ schema, value: { root } })))
  fc.assert(fc.property(values, ({ schema, value }) => {
    const tree = treeOf(schema)
    const filled = new TreeReader({ entered: enteredFor(tree, value) }).fill(tree, '', true)!
    t.same(JSON.parse(jsonOf(filled)), value)
  }), { numRuns: runs(2000) })
  t.end()
})

t.test('any names and values are read', t => {
  const segment = fc.oneof(text, fc.constantFrom('root', '.', '[0]', '[999999999]', '{0}', '{}', '__proto__', '\\'))
  const name = fc.array(segment, { maxLength: 6 }).map(parts => parts.join(''))
  const entered = fc.array(fc.tuple(name, fc.array(fc.string(), { maxLength: 2 }))).map(pairs => new Map(pairs))
  fc.assert(fc.property(cases.one, entered, ({ schema }, entered) => {
    const tree = treeOf(schema)
    const filled = new TreeReader({ entered }).fill(tree, '', true)!
    t.ok(Array.isArray(pairsOf(filled)))
    t.ok(Array.isArray(faultsOf(tree, { entered })))
    t.same(Object.keys(Object.prototype), [])
  }), { numRuns: runs(2000) })
  t.end()
})

t.test('each place has a name of its own', t => {
  const step = fc.oneof(
    fc.string({ maxLength: 4 }).map(member => (name: string) => memberName(name, member)),
    fc.nat(20).map(index => (name: string) => itemName(name, index)),
    fc.nat(20).map(index => (name: string) => alternativeName(name, index))
  )
  const steps = fc.tuple(fc.string({ maxLength: 4 }), fc.array(step, { maxLength: 4 }))
  const nameOf = ([first, rest]: [string, ((name: string) => string)[]]) =>
    rest.reduce((name, step) => step(name), memberName('', first))
  fc.assert(fc.property(steps, steps, (one, other) => {
    const [left, right] = [nameOf(one), nameOf(other)]
    if (left !== right) return
    t.same([one[0], one[1].map(step => step('x'))], [other[0], other[1].map(step => step('x'))])
  }), { numRuns: runs(20_000) })
  t.end()
})
