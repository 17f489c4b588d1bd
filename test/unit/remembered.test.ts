import t from 'tap'
import { lastResult, remembered } from '../../lib/remembered.ts'

t.test('a result is computed again for another argument only', async t => {
  const computed: unknown[] = []
  const double = lastResult((value: number | undefined) => {
    computed.push(value)
    return (value ?? 0) * 2
  })
  t.same([undefined, undefined, 1, 1, 2, 1].map(double), [0, 0, 2, 2, 4, 2])
  t.same(computed, [undefined, 1, 2, 1])
})

t.test('an error is not remembered, and the result before it is', async t => {
  let isBroken = false
  const read = lastResult((value: string) => {
    if (isBroken) throw new Error('broken')
    return value.toUpperCase()
  })
  t.equal(read('a'), 'A')
  isBroken = true
  t.throws(() => read('b'), /broken/)
  t.equal(read('a'), 'A')
  isBroken = false
  t.equal(read('b'), 'B')
})

t.test('a value is made once for each key of a map', async t => {
  const map = new Map<string, number>()
  const lengthOf = (key: string) => remembered(map, key, () => map.size)
  t.same(['a', 'b', 'a'].map(lengthOf), [0, 1, 0])
})
