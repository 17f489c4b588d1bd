import fc from 'fast-check'
import t from 'tap'
import { wholeValueRegex } from '../../../lib/forms/fields/text.ts'
import { runs } from '../../support/runs.ts'

// ajv is the reference: it searches for a pattern, with the flag `u`.

const FLAGS = ['', 'u', 'v']

const patterns: Array<[pattern: string, regex: string | null]> = [
  // Anchored: as it is.
  ['^a$', '^a$'],
  ['^$', '^$'],
  ['^a$|^b$', '^a$|^b$'],
  ['^(?:a|b)$', '^(?:a|b)$'],
  ['^(a|(b|c))$', '^(a|(b|c))$'],
  ['^[|]$', '^[\\|]$'],
  ['^\\|$', '^\\|$'],
  ['^\\p{L}+$', '^\\p{L}+$'],
  // Not anchored, or not in every alternative.
  ['', '[\\s\\S]*(?:)[\\s\\S]*'],
  ['a', '[\\s\\S]*(?:a)[\\s\\S]*'],
  ['^a', '[\\s\\S]*(?:^a)[\\s\\S]*'],
  ['a$', '[\\s\\S]*(?:a$)[\\s\\S]*'],
  ['^a|b$', '[\\s\\S]*(?:^a|b$)[\\s\\S]*'],
  ['^a$|b', '[\\s\\S]*(?:^a$|b)[\\s\\S]*'],
  ['^a\\$', '[\\s\\S]*(?:^a\\$)[\\s\\S]*'],
  ['^a[$]', '[\\s\\S]*(?:^a[$])[\\s\\S]*'],
  ['\\^a$', '[\\s\\S]*(?:\\^a$)[\\s\\S]*'],
  ['[^a]$', '[\\s\\S]*(?:[^a]$)[\\s\\S]*'],
  ['(^a$)', '[\\s\\S]*(?:(^a$))[\\s\\S]*'],
  // What `v` takes in a class only with an escape.
  ['^[-a]$', '^[\\-a]$'],
  ['^[a-]$', '^[a\\-]$'],
  ['^[^-]$', '^[^\\-]$'],
  ['^[a-c-e]$', '^[a-c\\-e]$'],
  ['^[--/]$', '^[\\--\\/]$'],
  ['^[+--]$', '^[+-\\-]$'],
  ['^[()[{}/|]$', '^[\\(\\)\\[\\{\\}\\/\\|]$'],
  ['^[\\-\\]\\[]$', '^[\\-\\]\\[]$'],
  ['^[\\w.%+-]+$', '^[\\w.%+\\-]+$'],
  ['^[\\p{L}-]$', '^[\\p{L}\\-]$'],
  ['^[\\x2d-\\u002f-]$', '^[\\x2d-\\u002f\\-]$'],
  ['^[\\u{1F600}-]$', '^[\\u{1F600}\\-]$'],
  ['^[^]$', '^[\\s\\S]$'],
  ['^[]$', '^[]$'],
  ['^[\\uD83D\\uDE00-]$', '^[\\uD83D\\uDE00\\-]$'],
  // Without a flag these have their ranges in the wrong order.
  ['^[\\uD83D\\uDE00-\\uD83D\\uDE4F-]$', null],
  ['^[😀-🙏]$', null],
  ['^[\\u{61}-\\u{7a}-]$', null],
  ['^[\\cA-\\cZ-]$', '^[\\cA-\\cZ\\-]$'],
  ['^[&&]$', '^[&\\x26]$'],
  ['^[a&&&b]$', '^[a&\\x26&b]$'],
  ['^[^^^]$', '^[^^\\x5e]$'],
  ['^[*-++]$', '^[*-+\\x2b]$'],
  ['^[\\..]$', '^[\\.\\x2e]$'],
  // No bracket here is that of a class.
  ['^\\[-\\]$', '^\\[-\\]$'],
  ['^\\\\[-]$', '^\\\\[\\-]$'],
  // Nothing that a validator would take: it compiles with `u`.
  ['[\\w-.]', null],
  ['(', null],
  [')(', null],
  ['a)|(?:b', null],
  ['\\-', null],
  ['[b-a]', null],
  ['\\p{Nothing}', null]
]

t.test('a pattern matches whole values, with each flag of browsers', async t => {
  for (const [pattern, regex] of patterns) {
    t.equal(wholeValueRegex(pattern), regex, pattern)
    for (const flag of regex === null ? [] : FLAGS) t.ok(new RegExp(regex!, flag), `${regex} with '${flag}'`)
  }
})

const RUNS = runs(20_000)

// Few characters, so that patterns often match; all that a class treats in a way of its own.
const literal = fc.constantFrom('a', 'b', 'é', '&', '-', '!', '#', ',', '=', '~')
const inClass = fc.oneof(literal, fc.constantFrom(
  '-', '^', '(', ')', '[', '{', '}', '/', '|', '$', '*', '+', '.', '?', '\\d', '\\s', '\\S', '\\]', '\\\\', '\\-',
  '\\x61', '\\u0062', '\\p{L}', '!-/', '+--', 'a-c'
))
const characterClass = fc.tuple(fc.constantFrom('', '^'), fc.array(inClass, { minLength: 1, maxLength: 5 }))
  .map(([negation, characters]) => `[${negation}${characters.join('')}]`)
const atom = fc.oneof(
  literal, characterClass,
  fc.constantFrom('.', '\\d', '\\S', '\\n', '\\$', '\\^', '\\|', '^', '$', '\\b', '(?=a)', '(?!b)', '(?<=a)')
)
const { pattern: anyPattern } = fc.letrec<{ sequence: string, pattern: string }>(tie => ({
  sequence: fc.array(fc.oneof({
    weight: 5, arbitrary: fc.tuple(atom, fc.constantFrom('', '', '', '*', '+', '?', '{2}')).map(parts => parts.join(''))
  }, { weight: 1, arbitrary: tie('pattern').map(inner => `(${inner})`) }), { maxLength: 4 })
    .map(parts => parts.join('')),
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('sequence'),
    tie('sequence').map(inner => `^${inner}$`),
    fc.tuple(tie('sequence'), tie('sequence')).map(parts => parts.join('|')),
    fc.tuple(tie('sequence'), tie('sequence')).map(([one, other]) => `^${one}|${other}$`)
  )
}))
const anyText = fc.array(fc.constantFrom(
  'a', 'b', 'c', 'é', '&', '-', '!', '#', ',', '=', '~', '^', '(', '[', '{', '/', '|', '$', '*', '.', '1', ' ', '\n',
  '\u2028', '😀'
), { maxLength: 5 }).map(parts => parts.join(''))

function isPattern (pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern, 'u'))
  } catch {
    return false
  }
}

t.test('a whole value matches exactly where a search finds the pattern', async t => {
  let checked = 0
  fc.assert(fc.property(anyPattern, fc.array(anyText, { minLength: 5, maxLength: 5 }), (pattern, texts) => {
    if (!isPattern(pattern)) return wholeValueRegex(pattern) === null
    const regex = wholeValueRegex(pattern)
    if (regex === null) return false
    checked++
    const search = new RegExp(pattern, 'u')
    return texts.every(text => ['u', 'v'].every(flag =>
      new RegExp(`^(?:${regex})$`, flag).test(text) === search.test(text)))
  }), { numRuns: RUNS })
  t.ok(checked > RUNS / 2, `${checked} patterns`)
})
