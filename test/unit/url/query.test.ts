import t from 'tap'
import { queryString } from '../../../lib/url/query.ts'

const rows: Array<[name: string, values: Record<string, unknown>, expected: string | null]> = [
  ['nothing', {}, ''],
  ['only path parameters', { id: 1, '*': 'x' }, ''],
  ['in order', { b: 1, id: 5, a: 2 }, 'b=1&a=2'],
  ['null and undefined are dropped', { a: null, b: undefined, c: 1 }, 'c=1'],
  ['an empty text is kept', { a: '' }, 'a='],
  ['an empty name is kept', { '': 'a' }, '=a'],
  ['arrays are repeated', { a: [1, 'x', true] }, 'a=1&a=x&a=true'],
  ['null and undefined elements are dropped', { a: [null, 1, undefined], b: 2 }, 'a=1&b=2'],
  ['an empty array', { a: [], b: 2 }, 'b=2'],
  ['names and values are encoded', { 'a b&': 'c d&=?#/é' }, 'a%20b%26=c%20d%26%3D%3F%23%2F%C3%A9'],
  ['an integer', { a: -3 }, 'a=-3'],
  ['minus zero', { a: -0 }, 'a=0'],
  ['a fraction', { a: 0.5 }, 'a=0.5'],
  ['a number with an exponent', { a: 1e21 }, 'a=1e%2B21'],
  ['a bigint', { a: 10n }, 'a=10'],
  ['a boolean', { a: false }, 'a=false'],
  ['__proto__', { ['__proto__']: 'x' }, '__proto__=x'],
  ['NaN', { a: NaN }, null],
  ['infinity', { a: -Infinity }, null],
  ['an object', { a: {} }, null],
  ['a date', { a: new Date(0) }, 'a=1970-01-01T00%3A00%3A00.000Z'],
  ['dates in an array', { a: [new Date(0), 'x'] }, 'a=1970-01-01T00%3A00%3A00.000Z&a=x'],
  ['an invalid date', { a: new Date(NaN) }, null],
  ['an object with the prototype of dates', { a: Object.create(Date.prototype) as object }, null],
  ['a proxy of a date', { a: new Proxy(new Date(0), {}) }, null],
  ['a proxy without a prototype', { a: new Proxy({}, { getPrototypeOf () { throw new Error('mine') } }) }, null],
  ['a string object', { a: Object('x') as object }, null],
  ['a symbol', { a: Symbol('x') }, null],
  ['a function', { a: () => 1 }, null],
  ['an array in an array', { a: [1, [2]] }, null],
  ['an object in an array', { a: [{}] }, null],
  ['a lone surrogate', { a: '\ud800' }, null],
  ['a lone surrogate in a name', { '\ud800': 'a' }, null],
  ['a lone surrogate in the name of nothing', { '\ud800': null }, '']
]

t.test('values become a query string', async (t) => {
  for (const [name, values, expected] of rows) {
    t.equal(queryString(values, ['id', '*']), expected, name)
    t.equal(queryString(values, new Set(['id', '*'])), expected, `${name}, skipping a set`)
  }
})

t.test('a query string parses to the values that it was written from', async (t) => {
  for (const [name, values, expected] of rows) {
    if (expected === null) continue
    const pairs = Object.entries(values).filter(([key]) => key !== 'id' && key !== '*')
      .flatMap(([key, value]) =>
        [value].flat().filter((element) => element !== null && element !== undefined)
          .map((element) => [key, element instanceof Date ? element.toJSON() : String(element)]))
    t.same([...new URLSearchParams(expected)], pairs, name)
  }
})

t.test('only own enumerable values count, and each is read once', async (t) => {
  let read = 0
  const values = Object.create({ inherited: 1 }, {
    hidden: { value: 1, enumerable: false },
    shown: { get: () => ++read, enumerable: true },
    id: { get: () => { throw new RangeError('not read') }, enumerable: true }
  }) as Record<string, unknown>
  t.equal(queryString(values, ['id']), 'shown=1')
  t.equal(read, 1)
})

t.test('the error of a getter is passed on', async (t) => {
  t.throws(() => queryString({ get a () { throw new RangeError('mine') } }, []), RangeError)
})
