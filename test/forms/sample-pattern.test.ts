import t from 'tap'
import { parsePattern } from '../../lib/forms/check/sample-pattern.ts'

const matches = (source: string, value: string) => new RegExp(`^(?:${source})$`, 'v').test(value)

// The pattern, the requested length, the sample, and the bounds of the length of a match.
const matching = [
  ['abc', 3, 'abc', 3, 3],
  ['^abc$', 3, 'abc', 3, 3],
  ['a|bcd', 3, 'bcd', 1, 3],
  ['a|bcd', 9, 'a', 1, 3],
  ['(?:ab|c){2}d?', 2, 'cc', 2, 5],
  ['[a-f0-9]{8}-[a-f0-9]{4}', 13, '00000000-0000', 13, 13],
  ['\\d{2,4}', 3, '000', 2, 4],
  ['\\d{2,4}', 1, '00', 2, 4],
  ['\\d{2,4}', 9, '0000', 2, 4],
  ['\\d{2,}', 5, '00000', 2, Infinity],
  ['x*', 3, 'xxx', 0, Infinity],
  ['x*y+', 4, 'xxxy', 1, Infinity],
  ['x+?y', 3, 'xxy', 2, Infinity],
  ['(ab)+', 4, 'abab', 2, Infinity],
  ['(ab)+', 3, 'abab', 2, Infinity],
  ['(a?){3}', 2, 'aa', 0, 3],
  ['(?<year>\\d{4})-(?<month>\\d\\d)', 7, '0000-00', 7, 7],
  ['[^\\]]', 1, '0', 1, 1],
  ['[\\-\\]]', 1, '-', 1, 1],
  ['\\p{Lu}\\p{L}+', 3, 'AAA', 2, Infinity],
  ['\\u0041\\x42\\.\\/', 4, 'AB./', 4, 4],
  ['é[ü]', 2, 'éü', 2, 2],
  ['.', 1, '0', 1, 1],
  ['', 0, '', 0, 0],
  ['a|', 0, '', 0, 1],
  ['()*', 5, '', 0, 0],
  ['a{0}', 2, '', 0, 0],
  ['\\bword\\b', 4, 'word', 4, 4]
] as const

// Patterns with parts that are not evaluated, so that the sample may not match.
const guesses = [
  ['(?=.*\\d)[a-z\\d]{4}', 4, '0000', 4, 4],
  ['(?!x)[xy]', 1, 'x', 1, 1],
  ['(?<=a)b', 1, 'b', 1, 1],
  ['(a|b)\\1', 2, 'a', 1, Infinity],
  ['(?<q>[ab])-\\k<q>', 3, 'a-', 2, Infinity],
  ['[^\\s\\S]', 1, '', 1, 1],
  ['a{20000}', 20_000, '', 20_000, 20_000],
  ['((a{300}){300}){300}', 27_000_000, '', 27_000_000, 27_000_000]
] as const

t.test('samples that match', async t => {
  for (const [source, length, sample, minLength, maxLength] of matching) {
    const pattern = parsePattern(source)
    t.same([pattern.sample(length), pattern.minLength, pattern.maxLength], [sample, minLength, maxLength], source)
    t.ok(matches(source, sample), `${source} matches ${sample}`)
  }
})

t.test('samples that may not match', async t => {
  for (const [source, length, sample, minLength, maxLength] of guesses) {
    const pattern = parsePattern(source)
    t.same([pattern.sample(length), pattern.minLength, pattern.maxLength], [sample, minLength, maxLength], source)
  }
})
