import t from 'tap'
import { createFormInput } from '../../../lib/forms/input/form-input.ts'
import { withLists as read } from '../../../lib/forms/input/indexed-names.ts'

// Lists of objects in forms that are not sent as JSON.

type Input = Record<string, unknown>

const withLists = (sent: Input) => read(sent, name => { throw new Error(name) })

const deep = (steps: number) => `a${'[0]'.repeat(steps - 1)}`
const nested = (depth: number): unknown => depth === 0 ? 'x' : [nested(depth - 1)]

// What is sent, and what it means.
const LISTS: Readonly<Record<string, readonly [sent: Input, got: Input]>> = {
  'rows of members': [
    { 'a[0].id': '1', 'a[0].n': '2', 'a[1].id': '3' }, { a: [{ id: '1', n: '2' }, { id: '3' }] }
  ],
  'rows in the order of their indexes': [{ 'a[10]': 'z', 'a[9]': 'y', 'a[2]': 'x' }, { a: ['x', 'y', 'z'] }],
  'a high index is one row': [{ 'a[999999999].b': 'x' }, { a: [{ b: 'x' }] }],
  'a list in a list': [{ 'a[0][1].b': 'y', 'a[0][0].b': 'x' }, { a: [[{ b: 'x' }, { b: 'y' }]] }],
  'a list in a row': [{ 'a[0].b[1].c': 'y', 'a[0].b[0].c': 'x' }, { a: [{ b: [{ c: 'x' }, { c: 'y' }] }] }],
  'an object in a row': [{ 'a[0].b.c': 'x', 'a[0].b.d': 'y' }, { a: [{ b: { c: 'x', d: 'y' } }] }],
  'a dotted name': [{ 'a.b[0].c': 'x' }, { 'a.b': [{ c: 'x' }] }],
  'members of a row beside its empty value': [{ 'a[0]': '', 'a[0].b': 'x' }, { a: [{ b: 'x' }] }],
  'an empty value beside the members of a row': [{ 'a[0].b': 'x', 'a[0]': '' }, { a: [{ b: 'x' }] }],
  'several values of one name': [{ 'a[0].b': ['x', 'y'] }, { a: [{ b: ['x', 'y'] }] }],
  'other names beside a list': [{ b: 'x', 'a[0]': 'y', 'c.d': 'z' }, { b: 'x', a: ['y'], 'c.d': 'z' }],
  'two lists': [{ 'a[0]': 'x', 'b[0]': 'y' }, { a: ['x'], b: ['y'] }],
  'as many steps as are read': [{ [deep(20)]: 'x' }, { a: nested(19) }]
}

for (const [title, [sent, got]] of Object.entries(LISTS)) {
  t.test(title, async t => { t.strictSame(withLists(sent), got) })
}

// Two values for one place: the name is the second one.
const CONFLICTS: Readonly<Record<string, readonly [sent: Input, name: string]>> = {
  'members of a row beside its own value': [{ 'a[0]': 'y', 'a[0].b': 'x' }, 'a[0].b'],
  'the value of a row beside its members': [{ 'a[0].b': 'x', 'a[0]': 'y' }, 'a[0]'],
  'members of a row beside its rows': [{ 'a[0].b': 'x', 'a[0][1]': 'y' }, 'a[0][1]'],
  'members of a value': [{ 'a[0].b': 'x', 'a[0].b.c': 'y' }, 'a[0].b.c'],
  'one row with two spellings': [{ 'a[0]': 'x', 'a[00]': 'y' }, 'a[00]']
}

for (const [title, [sent, name]] of Object.entries(CONFLICTS)) {
  t.test(`${title}: rejected`, async t => { t.throws(() => withLists(sent), { message: name }) })
}

const KEPT: Readonly<Record<string, Input>> = {
  nothing: {},
  'names without an index': { a: 'x', 'a.b': 'y' },
  'an index of ten digits': { 'a[9999999999].b': 'x' },
  'an index that is no number': { 'a[]': 'x', 'a[b]': 'y', 'a[-1]': 'z', 'a[1e3]': 'x', 'a[ 1]': 'y' },
  'an index without a name': { '[0]': 'x', '.a[0]': 'y' },
  'brackets that do not close': { 'a[0': 'x', 'a[0].b[': 'y', 'a]0[': 'z' },
  'characters behind an index': { 'a[0]b': 'x', 'a[0].': 'y', 'a[0]..b': 'z' },
  'a list with a value under its own name': { a: 'x', 'a[0]': 'y', 'a[0].b': 'z' },
  'a list that is sent as one': { 'a[0].b': 'y', a: [{ b: 'x' }] },
  'more steps than are read': { [deep(21)]: 'x' }
}

for (const [title, sent] of Object.entries(KEPT)) {
  t.test(`${title}: the names are kept`, async t => { t.strictSame(withLists(sent), sent) })
}

t.test('an input without indexed names is the same object', async t => {
  const sent = { a: 'x' }
  t.equal(withLists(sent), sent)
})

t.test('the input is not modified', async t => {
  t.doesNotThrow(() => withLists(Object.freeze({ 'a[0].b': 'x', c: 'y' })))
})

t.test('the result has the prototype of the input', async t => {
  const sent = Object.assign(Object.create(null) as Input, { 'a[0]': 'x' })
  t.equal(Object.getPrototypeOf(withLists(sent)), null)
})

t.test('a member named __proto__ is a member of its row', async t => {
  const [row] = withLists({ 'a[0].__proto__.b': 'x' })['a'] as [object]
  t.strictSame(Object.keys(row), ['__proto__'])
  t.equal(Object.getPrototypeOf(row), Object.prototype)
})

const adapt = createFormInput({ kind: 'group', required: true, members: [] }, 'POST')

const HOSTILE = [
  '__proto__[0]', '__proto__[0].a', 'a.__proto__[0]', 'a[0].__proto__', 'a[0].__proto__.b', 'a[0].__proto__[0]',
  'a[0].constructor.prototype.b', 'constructor[0].b'
]

for (const name of HOSTILE) {
  t.test(`${name} is rejected`, async t => {
    t.throws(() => adapt({ [name]: 'x' }), { code: 'FST_ERR_HYPER_INVALID_INPUT', statusCode: 400 })
  })
}
