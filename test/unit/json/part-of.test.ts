import fc from 'fast-check'
import t from 'tap'
import { isPartOf } from '../../../lib/json/part-of.ts'
import { jsonValues, readNames } from '../../support/member-names.ts'
import { runs } from '../../support/runs.ts'

const date = new Date(0)
const deep = Array.from({ length: 100_000 }).reduce<unknown[]>(inner => [inner], [])
class Order {
  readonly id = 7
  get total (): number { return 3 }
}

const ROWS: Array<[name: string, json: string, value: unknown, isPart: boolean]> = [
  ['all members', '{"id":7,"tags":["a"]}', { id: 7, tags: ['a'] }, true],
  ['in another order', '{"b":2,"a":1}', { a: 1, b: 2 }, true],
  ['some members', '{"id":7}', { id: 7, secret: 's' }, true],
  ['some members of an object inside', '{"owner":{"id":1}}', { owner: { id: 1, key: 'k' } }, true],
  ['some members of objects in an array', '{"tags":[{"id":1},{"id":2}]}', { tags: [{ id: 1, x: 1 }, { id: 2 }] }, true],
  ['a date', '{"at":"1970-01-01T00:00:00.000Z"}', { at: date }, true],
  ['a getter of a class', '{"id":7,"total":3}', new Order(), true],
  ['nothing', '{}', { id: 7 }, false],
  ['nothing of an object inside', '{"owner":{}}', { owner: { id: 1 } }, true],
  ['another value', '{"id":8}', { id: 7 }, false],
  ['a number as a string', '{"id":"7"}', { id: 7 }, false],
  ['a member that the value lacks', '{"id":7,"kind":"order"}', { id: 7 }, false],
  ['null for a missing value', '{"note":null}', {}, false],
  ['fewer elements', '{"tags":["a"]}', { tags: ['a', 'b'] }, false],
  ['an array for an object', '{"tags":["a"]}', { tags: { 0: 'a', length: 1 } }, false],
  ['what toJSON of a member may write', '{"owner":{"id":1}}', { owner: { id: 1, toJSON: () => ({ id: 2 }) } }, false],
  ['what toJSON of the value may write', '{"id":1}', { id: 1, toJSON: () => ({ id: 2 }) }, false],
  ['another date', '{"at":"1970-01-01T00:00:00.001Z"}', { at: date }, false],
  ['what is too deep for the stack', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, { a: deep }, false],
  ['an object of no object', '{"owner":{}}', { owner: 1 }, false]
]
for (const [name, json, value, isPart] of ROWS) t.equal(isPartOf(json, value), isPart, name)

t.test('what JSON.stringify writes of a value, and of some of its members, is part of it', async () => {
  const objects = fc.dictionary(readNames(fc.string()), jsonValues)
  fc.assert(fc.property(objects, fc.func(fc.boolean()), (value, isSent) => {
    const parsed = JSON.parse(JSON.stringify(value)) as Record<string, unknown>
    const some = Object.fromEntries(Object.entries(parsed).filter(([name]) => isSent(name)))
    const isShown = (shown: object) => Object.keys(shown).length > 0
    return [parsed, some].every(shown => isPartOf(JSON.stringify(shown), parsed) === isShown(shown))
  }), { numRuns: runs(2000) })
})
