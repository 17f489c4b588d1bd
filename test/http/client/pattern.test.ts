import fc from 'fast-check'
import t from 'tap'
import { matches } from '../../../client/pattern.ts'

const engine = (value: string, pattern: string) => new RegExp(`^(?:${pattern})$`, 'u').test(value)

// The regular part of the syntax. Most of what it makes is exponential.
const { pattern: PATTERN } = fc.letrec<{ pattern: string, term: string }>(tie => ({
  pattern: fc.array(fc.array(tie('term'), { maxLength: 3 }), { minLength: 1, maxLength: 2 })
    .map(alternatives => alternatives.map(terms => terms.join('')).join('|')),
  term: fc.oneof(
    { depthSize: 'small', maxDepth: 5 },
    fc.constantFrom(
      'a', 'b', '[ab]', '[^a]', '.', '\\w', '\\p{Lu}', '[\\s\\S]', '[\\]a]', '\\.', '\u{1f375}', '^', '$'
    ),
    fc.tuple(fc.constantFrom('a', '[ab]', '\\w'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,}', '*?', '{0}'))
      .map(parts => parts.join('')),
    fc.tuple(
      fc.constantFrom('(', '(?:'), tie('pattern'), fc.constantFrom('', '*', '+', '?', '{2}', '{0,3}', '+?', '{2,}')
    )
      .map(([open, body, quantifier]) => `${open}${body})${quantifier}`)
  )
}))
const VALUE = fc.array(fc.constantFrom('a', 'b', 'A', '.', ']', '\n', '\u{1f375}'), { maxLength: 7 })
  .map(characters => characters.join(''))

t.test('patterns of real schemas are checked', async t => {
  const rows: [pattern: string, accepted: string, rejected: string][] = [
    ['^[A-Z]{2}\\d{4}$', 'AB1234', 'AB12345'],
    ['^\\d+$', '0123456789'.repeat(40), '12a'],
    [
      '^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$', '3fa85f64-5717-4562-b3fc-2c963f66afa6',
      '3fa85f64-5717-4562-b3fc-2c963f66afa'
    ],
    ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'a-'.repeat(200) + 'a', `${'a-'.repeat(200)}-`],
    ['[^@\\s]+@[^@\\s]+\\.[a-z]{2,}', 'ada@example.com', `${'a@a.'.repeat(100)}1`],
    ['[\\s\\S]*(?:^\\p{Lu}\\p{L}+)[\\s\\S]*', 'Zoë Smith', 'zoë'],
    ['^#(?:[0-9a-f]{3}){1,2}$', '#a1b2c3', '#a1b2'],
    ['^$|^\\+[1-9]\\d{1,14}$', '', '+0'],
    ['(\\d{1,3}\\.){3}\\d{1,3}', '192.168.0.1', '192.168.0']
  ]
  for (const [pattern, accepted, rejected] of rows) {
    t.equal(matches(accepted, pattern), true, `${pattern} ${accepted.slice(0, 20)}`)
    t.equal(matches(rejected, pattern), false, `${pattern} ${rejected.slice(0, 20)}`)
  }
})

t.test('exponential patterns are checked, too', async t => {
  const a = 'a'.repeat(499)
  const patterns = [
    '(?:(?:a+))+b', '((a)(a?))*b', '(?:(?:(?:a+)))+b', '(a+)+', '(?:a|a)*', '((a*)b?)*c', 'a*'.repeat(50), '.*.*=.*'
  ]
  for (const pattern of patterns) {
    t.equal(matches(`${a}!`, pattern), false, pattern.slice(0, 40))
  }
})

t.test('other patterns are left to the server', async t => {
  const rows: [name: string, pattern: string, value?: string][] = [
    ['an empty pattern', ''],
    ['wrong syntax', '('],
    ['wrong syntax without the flag u only', 'a{'],
    ['a back-reference', '(a*)\\1b'],
    ['a named back-reference', '(?<x>a*)\\k<x>'],
    ['a lookahead', '(?=a)a'],
    ['a negative lookahead', '(?!b)a'],
    ['a lookbehind', 'a(?<=a)'],
    ['a boundary', '\\ba\\B'],
    ['half a character', '\\ud83d\\ude00'],
    ['too many steps', '(?:a|){1000000000}'],
    ['nested repetitions of nothing', `${'(?:'.repeat(60)}a${'*)'.repeat(60)}{999999}`],
    ['nested groups of nothing', '(?:(?:(?:){300}){300}){300}'],
    ['a long pattern', 'a|'.repeat(300)],
    ['a long value', 'a*', 'a'.repeat(501)]
  ]
  for (const [name, pattern, value = 'a'] of rows) t.equal(matches(value, pattern), null, name)
})

t.test('the result is that of the engine', async t => {
  let checked = 0
  fc.assert(fc.property(PATTERN, VALUE, (pattern, value) => {
    const result = matches(value, pattern)
    if (result !== null) checked++
    return result === null || result === engine(value, pattern)
  }), { numRuns: 3000 })
  t.ok(checked > 2500, `${checked} of 3000 were checked`)
})
