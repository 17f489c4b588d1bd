import t from 'tap'
import { SharedKeyMap, SharedKeys } from '../../lib/resolution/shared-keys.ts'

// Maps with the same keys: each is what a Map is.

const KEYS: readonly unknown[] = [{}, {}, undefined, null, NaN, 0, -0, '0', 'x', {}]

t.test('each map has the results that were set in it, and no other', async t => {
  const keys = new SharedKeys()
  const maps = [0, 1, 2].map(() => ({ shared: new SharedKeyMap<unknown>(keys), map: new Map<unknown, unknown>() }))
  const check = () => {
    for (const { shared, map } of maps) {
      for (const key of KEYS) t.same([shared.has(key), shared.get(key)], [map.has(key), map.get(key)])
    }
  }
  check()
  const order = [...KEYS.keys()].reverse()
  maps.forEach(({ shared, map }, index) => {
    for (const at of order.filter(at => at % (index + 1) === 0)) {
      const value = at % 4 === 0 ? undefined : `${index} ${at}`
      shared.set(KEYS[at], value)
      map.set(KEYS[at], value)
      check()
    }
  })
})

t.test('a value keeps its number', async t => {
  const keys = new SharedKeys()
  t.same(KEYS.map(key => keys.add(key)), [0, 1, 2, 3, 4, 5, 5, 6, 7, 8])
  t.same(KEYS.map(key => keys.numberOf(key)), [0, 1, 2, 3, 4, 5, 5, 6, 7, 8])
  t.equal(keys.numberOf({}), undefined)
})
