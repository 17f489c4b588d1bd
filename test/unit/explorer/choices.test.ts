import t from 'tap'
import { type Choice, choicesIn } from '../../../hypermedia/choices.ts'

const NAMES = { prompt: 'name', value: 'code' }
const germany: Choice = { prompt: 'Germany', value: 'DE' }

t.test('the choices of a list, and null where there is none to read', async t => {
  const rows: ReadonlyArray<readonly [list: unknown, choices: readonly Choice[] | null]> = [
    [[], []],
    [{ _embedded: { countries: [] } }, []],
    [[{ code: 'DE', name: 'Germany' }], [germany]],
    [{ _embedded: { countries: [{ code: 'DE', name: 'Germany' }] } }, [germany]],
    [{ items: [{ code: 'DE', name: 'Germany' }, null, []] }, [germany]],
    [
      ['DE', 1, true],
      [{ prompt: 'DE', value: 'DE' }, { prompt: '1', value: '1', json: '1' }, {
        prompt: 'true', value: 'true', json: 'true'
      }]
    ],
    [
      [{ code: 7, name: 'Seven' }, { code: false, name: 'No' }],
      [{ prompt: 'Seven', value: '7', json: '7' }, { prompt: 'No', value: 'false', json: 'false' }]
    ],
    [[{ name: 1 }], [{ prompt: '1', value: '1', json: '1' }]],
    [[{ code: '7', name: 'Seven' }], [{ prompt: 'Seven', value: '7' }]],
    [[{ name: 'Germany' }], [{ prompt: 'Germany', value: 'Germany' }]],
    [[{ id: 'DE' }], null], [[null], null], [{}, null], [{ items: 1 }, null], ['DE', null], [null, null]
  ]
  for (const [list, choices] of rows) t.same(choicesIn(list, NAMES), choices, JSON.stringify(list))
})
