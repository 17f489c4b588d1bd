import t from 'tap'
import { varyWith } from '../../../lib/http/vary.ts'

const rows: Array<[name: string, existing: string | number | string[] | undefined, expected: string]> = [
  ['no field yet', undefined, 'Accept'],
  ['an empty field', '', 'Accept'],
  ['a blank field', ' ', 'Accept'],
  ['another name', 'Origin', 'Origin, Accept'],
  ['the name', 'Accept', 'Accept'],
  ['the name in another case', 'origin, ACCEPT', 'origin, ACCEPT'],
  ['the name without spaces', 'Origin,Accept', 'Origin,Accept'],
  ['a longer name', 'Accept-Encoding', 'Accept-Encoding, Accept'],
  ['anything', '*', '*'],
  ['anything beside a name', 'Origin, *', 'Origin, *'],
  ['several lines', ['Origin', 'Cookie'], 'Origin, Cookie, Accept'],
  ['several lines with the name', ['Origin', 'accept'], 'Origin, accept'],
  ['no line', [], 'Accept'],
  ['a number', 7, '7, Accept']
]

for (const [name, existing, expected] of rows) {
  t.test(name, async (t) => {
    t.equal(varyWith(existing, 'Accept'), expected)
    t.equal(varyWith(varyWith(existing, 'Accept'), 'accept'), expected, 'never twice')
  })
}
