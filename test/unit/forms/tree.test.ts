import t from 'tap'
import { run } from '../../../lib/async/steps.ts'
import { prefilledTree } from '../../../lib/forms/fields/prefill.ts'
import { deriveTree } from '../../../lib/forms/tree/derive-tree.ts'
import type { FormNode } from '../../../lib/forms/tree/form-tree.ts'

// Forms as trees: what a schema becomes, and what a tree begins with.

type Schema = Readonly<Record<string, unknown>>

const text: Schema = { type: 'string' }
const photo: Schema = { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' }
const open: Schema = { type: 'object', additionalProperties: true }
const objectOf = (properties: Schema): Schema => ({ type: 'object', properties })

const CARD = objectOf({ card: text })
const BANK = objectOf({ iban: text })
const PAYMENT: Schema = { oneOf: [CARD, BANK] }

const SHARED = new Map<string, object>([
  ['card', { $id: 'card', ...CARD }],
  ['titled', { $id: 'titled', title: 'By bank', ...BANK }]
])

interface Sent { readonly method?: string, readonly contentType?: string }

function treeOf (schema: unknown, { method = 'POST', contentType = 'application/json' }: Sent = {}): FormNode {
  return deriveTree(schema, { method, contentType, shared: id => SHARED.get(id) })
}

/** The part for a member of an object. */
function partOf (schema: Schema, sent?: Sent, required = true): FormNode | undefined {
  const tree = treeOf({ ...objectOf({ part: schema }), ...required && { required: ['part'] } }, sent)
  return tree.kind === 'group' ? tree.members[0]?.node : undefined
}

const multipart = { contentType: 'multipart/form-data' }
const file = { kind: 'file', required: true, many: false, minItems: 0, encoding: 'binary' }

t.test('parts that are not fields', async t => {
  const rows: ReadonlyArray<[title: string, schema: Schema, expected: object, sent?: Sent]> = [
    ['base64 in JSON', photo, { ...file, encoding: 'base64', accept: 'image/png' }],
    ['base64 in multipart', photo, { ...file, accept: 'image/png' }, multipart],
    ['the format byte', { type: 'string', format: 'byte' }, { ...file, encoding: 'base64' }],
    ['the format binary in multipart', { type: 'string', format: 'binary' }, file, multipart],
    ['the format binary in JSON', { type: 'string', format: 'binary' }, { kind: 'json', required: true }],
    ['isFile of @fastify/multipart', { isFile: true }, file, multipart],
    ['base64 without a type', { contentEncoding: 'base64' }, { ...file, encoding: 'base64' }],
    ['a number with the format byte', { type: 'integer', format: 'byte' }, { kind: 'field' }],
    ['several files', { type: 'array', items: photo, minItems: 1, maxItems: 3 },
      { ...file, many: true, minItems: 1, maxItems: 3, encoding: 'base64', accept: 'image/png' }],
    ['any number of files', { type: 'array', items: { isFile: true } }, { ...file, many: true }, multipart],
    ['an object with alternatives', { ...objectOf({ note: text }), ...PAYMENT }, {
      kind: 'group',
      required: true,
      members: [{ name: 'note' }],
      choice: {
        kind: 'choice',
        required: true,
        alternatives: [
          { node: { kind: 'group', members: [{ name: 'card' }] } },
          { node: { kind: 'group', members: [{ name: 'iban' }] } }
        ]
      }
    }],
    ['an object with alternatives only', PAYMENT, { kind: 'choice', alternatives: [{}, {}] }],
    ['an object without known members', open, { kind: 'json', required: true }],
    ['elements that are not known', { type: 'array' }, { kind: 'json', required: true }],
    ['no value', { not: {} }, { kind: 'json', required: true }],
    ['a reference that is not resolved', { $ref: 'nothing' }, { kind: 'json', required: true }],
    ['one of several scalars', { anyOf: [text, { type: 'integer' }] }, { kind: 'field', types: ['string', 'integer'] }],
    ['a list of choices', { type: 'array', items: { enum: ['a', 'b'] } }, { kind: 'field', types: [] }],
    ['null is sent for an empty object', { ...CARD, nullable: true }, { required: false, nullable: true }],
    [
      'nothing is sent for an empty object of a PATCH', { ...CARD, nullable: true },
      { required: false, nullable: undefined }, { method: 'PATCH' }
    ],
    ['a default that is no scalar', { ...CARD, default: { card: 'x' } }, { value: { card: 'x' } }],
    ['a title and a description', { ...CARD, title: 'By card', description: 'Any card.' },
      { title: 'By card', hint: 'Any card.' }]
  ]
  for (const [title, schema, expected, sent] of rows) t.match(partOf(schema, sent), expected, title)
})

t.test('a member that is read only is omitted where it is not shown', async t => {
  t.equal(partOf({ ...CARD, readOnly: true }), undefined)
  t.match(partOf({ ...CARD, readOnly: true }, { method: 'PUT' }), { kind: 'group' })
})

t.test('a member that is deprecated is there where it is required', async t => {
  const deprecated = { ...CARD, deprecated: true }
  t.match(partOf(deprecated), { kind: 'group' })
  t.equal(partOf(deprecated, {}, false), undefined)
})

t.test('an alternative has not what is beside it', async t => {
  const part = partOf({ ...objectOf({ note: text }), ...PAYMENT })
  const alternatives = part?.kind === 'group' ? part.choice?.alternatives ?? [] : []
  const names = alternatives.map(({ node }) => node.kind === 'group' ? node.members.map(({ name }) => name) : [])
  t.same(names, [['card'], ['iban']])
})

t.test('an object that is not required requires one of its alternatives', async t => {
  const part = partOf({ ...objectOf({ note: text }), ...PAYMENT }, {}, false)
  t.match(part, { required: false, choice: { required: true } })
})

t.test('labels of alternatives', async t => {
  const rows: ReadonlyArray<[title: string, alternative: Schema | boolean, label: string]> = [
    ['its title', { ...CARD, title: 'By card' }, 'By card'],
    ['the value that distinguishes it', objectOf({ kind: { const: 'card' }, card: text }), 'card'],
    ['the name of its reference', { $ref: 'card#' }, 'card'],
    ['the last part of its reference', { $ref: '#/definitions/bank' }, 'bank'],
    ['the title of its reference', { $ref: 'titled#' }, 'By bank'],
    ['its $id', { ...CARD, $id: 'https://shop.example/payments/card' }, 'card'],
    ['its position', CARD, 'Choice 1'],
    ['its position, with an empty title', { ...CARD, title: '' }, 'Choice 1'],
    ['its position, of any value', true, 'Choice 1'],
    ['its position among lists', { type: 'array', items: CARD }, 'Choice 1']
  ]
  for (const [title, alternative, label] of rows) {
    const tree = treeOf({
      ...objectOf({ part: { oneOf: [alternative, objectOf({ other: text })] } }), definitions: { bank: BANK }
    })
    t.match(tree, { members: [{ node: { kind: 'choice', alternatives: [{ label }, { label: 'Choice 2' }] } }] }, title)
  }
})

t.test('an input without a schema', async t => {
  t.same(treeOf(undefined), { kind: 'group', required: true, members: [] })
  t.same(treeOf(undefined, multipart), { kind: 'group', required: true, members: [{ name: 'file', node: file }] })
})

t.test('a member named __proto__ is omitted', async t => {
  t.match(treeOf(objectOf(JSON.parse('{ "__proto__": { "type": "string" }, "a": { "type": "string" } }') as Schema)),
    { members: { length: 1, 0: { name: 'a' } } })
})

t.test('an object within itself is entered as JSON', async t => {
  const tree = treeOf({
    $id: 'tree', ...objectOf({ name: text, children: { type: 'array', items: { $ref: '#' } }, parent: { $ref: '#' } })
  })
  t.match(tree, {
    members: [{ name: 'name' }, { node: { kind: 'list', element: { kind: 'json' } } }, { node: { kind: 'json' } }]
  })
})

t.test('objects have a limit of levels', async t => {
  const nested = (levels: number): Schema => objectOf({ a: levels === 0 ? text : nested(levels - 1) })
  const depthOf = (node?: FormNode): number => node?.kind === 'group' ? 1 + depthOf(node.members[0]?.node) : 0
  t.equal(depthOf(treeOf(nested(4))), 5)
  t.equal(depthOf(treeOf(nested(9))), 6)
})

const circular: Record<string, unknown> = {}
circular['itself'] = circular

t.test('what a part begins with', async t => {
  const amount: Schema = { type: 'number' }
  const either = (...oneOf: Schema[]): Schema => ({ oneOf })
  const rows: ReadonlyArray<[title: string, schema: Schema, value: unknown, expected: unknown]> = [
    ['an object', CARD, { card: 'x' }, { card: 'x' }],
    ['no member that the form does not have', CARD, { card: 'x', secret: 'y' }, { card: 'x' }],
    ['no password', objectOf({ pin: { type: 'string', format: 'password' } }), { pin: 'x' }, {}],
    ['no inherited member', CARD, Object.create({ card: 'x' }), {}],
    ['text for an object', CARD, 'x', undefined],
    ['a date', objectOf({ on: { type: 'string', format: 'date' } }), { on: new Date('2025-01-31T12:00:00Z') },
      { on: '2025-01-31' }],
    ['no invalid date', objectOf({ on: text }), { on: new Date(NaN) }, {}],
    ['a number', objectOf({ amount }), { amount: 5 }, { amount: 5 }],
    ['a number that JSON has not', objectOf({ amount: text }), { amount: 5n }, { amount: '5' }],
    ['choices', objectOf({ tags: { type: 'array', items: { enum: ['a', 'b'] } } }), { tags: ['a'] }, { tags: ['a'] }],
    ['a list', { type: 'array', items: CARD }, [{ card: 'x' }, { card: 'y' }], [{ card: 'x' }, { card: 'y' }]],
    ['a row without a value', { type: 'array', items: CARD }, [null, { card: 'y' }], [null, { card: 'y' }]],
    ['no list', { type: 'array', items: CARD }, { card: 'x' }, undefined],
    ['the alternative of a value', PAYMENT, { iban: 'x' }, { iban: 'x' }],
    ['members of several alternatives', PAYMENT, { card: 'x', iban: 'y' }, { card: 'x', iban: 'y' }],
    ['alternatives of an object', { ...objectOf({ note: text }), ...PAYMENT }, { note: 'n', iban: 'x' },
      { note: 'n', iban: 'x' }],
    ['a list among alternatives', either({ type: 'array', items: CARD }, BANK), [{ card: 'x' }], [{ card: 'x' }]],
    ['a scalar among alternatives', either(BANK, { type: 'array', items: CARD }, text), 'x', 'x'],
    ['no alternative', either(BANK, { type: 'array', items: CARD }), 'x', undefined],
    ['JSON', open, { any: [1, { more: null }] }, { any: [1, { more: null }] }],
    ['JSON of a value with toJSON', open, { toJSON: () => ({ a: 1 }) }, { a: 1 }],
    ['what JSON cannot have', open, { big: 1n }, undefined],
    ['what contains itself', open, circular, undefined],
    ['a function', open, () => 1, undefined],
    ['a file', photo, 'AAAA', undefined],
    ['null', CARD, null, undefined],
    ['undefined', CARD, undefined, undefined]
  ]
  for (const [title, schema, part, expected] of rows) {
    const begun = run(prefilledTree(treeOf(objectOf({ part: schema })), { part }))
    t.strictSame(begun === '' ? undefined : JSON.parse(begun as string), expected && { part: expected }, title)
  }
})

t.test('values of a form that is no object', async t => {
  t.equal(run(prefilledTree(treeOf({ type: 'array', items: CARD }), [{ card: 'x' }])), '')
})

t.test('values of fields are not repeated', async t => {
  t.equal(run(prefilledTree(treeOf(CARD), { card: 'x' })), '')
})

t.test('promises of values are awaited', async t => {
  const tree = treeOf(objectOf({ part: { type: 'array', items: CARD } }))
  const values = { part: Promise.resolve([Promise.resolve({ card: 'x' })]) }
  t.equal(await run(prefilledTree(tree, values)), '{"part":[{"card":"x"}]}')
})
