import fc from 'fast-check'
import t from 'tap'
import {
  beginsWithAny, derivedTag, entityTag, matchesStateStrongly, matchesStateWeakly, matchesWeakly, variantOf
} from '../../../lib/http/entity-tag.ts'
import { sixteenKibibytes } from './long-text.ts'

t.test('entityTag quotes and encodes', async (t) => {
  const rows: Array<[name: string, tag: string | number | null | undefined, expected: string | null]> = [
    ['plain', 'v5', '"v5"'],
    ['strong already', '"v1"', '"v1"'],
    ['weak already', 'W/"v1"', 'W/"v1"'],
    ['the empty tag', '""', '""'],
    ['a number', 7, '"7"'],
    ['zero', 0, '"0"'],
    ['no finite number', NaN, null],
    ['empty', '', null],
    ['null', null, null],
    ['undefined', undefined, null],
    ['a comma', 'spring,framework', '"spring,framework"'],
    ['a backslash', 'a\\', '"a\\"'],
    ['a star', '*', '"*"'],
    ['a space', 'a b', '"a%20b"'],
    ['a line break', 'a\r\nX-Evil: 1', '"a%0D%0AX-Evil:%201"'],
    ['DEL', 'a\u007fb', '"a%7Fb"'],
    ['only an opening quote', '"half', '"%22half"'],
    ['one quote', '"', '"%22"'],
    ['a weak prefix in lower case', 'w/"v1"', '"w/%22v1%22"'],
    ['a percent sign', '50%', '"50%25"'],
    ['a percent sign in quotes', '"50%"', '"50%"'],
    ['a space in quotes', '"a b"', '"a%20b"'],
    ['a quote in quotes', '"a"b"', '"a%22b"'],
    ['a line break in weak quotes', 'W/"a\nb"', 'W/"a%0Ab"'],
    ['a letter beyond ASCII in quotes', '"café"', '"caf%C3%A9"'],
    ['an emoji', '\u{1f600}', '"%F0%9F%98%80"'],
    ['a lone surrogate', 'a\ud83d', '"a%EF%BF%BD"']
  ]
  for (const [name, tag, expected] of rows) t.equal(entityTag(tag), expected, name)
})

type MatchRow = [name: string, field: string, tag: string, weakly: boolean, strongly: boolean]

t.test('a tag is looked for in a list', async (t) => {
  const rows: MatchRow[] = [
    ['the tag', '"v1"', '"v1"', true, true],
    ['another tag', '"v2"', '"v1"', false, false],
    ['another case', '"V1"', '"v1"', false, false],
    ['a weak one of a strong tag', 'W/"v1"', '"v1"', true, false],
    ['a strong one of a weak tag', '"v1"', 'W/"v1"', true, false],
    ['both weak', 'W/"v1"', 'W/"v1"', true, false],
    ['weak, then strong', 'W/"v1", "v1"', '"v1"', true, true],
    ['the second of two', '"Z", "A"', '"A"', true, true],
    ['space and tab', ' "bar" ,\t"v5"\t', '"v5"', true, true],
    ['no space', '"bar","v5"', '"v5"', true, true],
    ['empty elements', ', ,"v1",', '"v1"', true, true],
    ['a comma inside', '"a,b"', '"a,b"', true, true],
    ['half of a tag with a comma', '"a,b"', '"a"', false, false],
    ['the empty tag', '""', '""', true, true],
    ['the empty tag and another', '""', '"v1"', false, false],
    ['a final backslash ends nothing', '"a\\", "b"', '"b"', true, true],
    ['any', '*', '"v1"', true, true],
    ['any with space', ' *\t', 'W/"v1"', true, true],
    ['any after a no-break space', '\xa0*', '"v1"', false, false],
    ['any in quotes', '"*"', '"v1"', false, false],
    ['any in quotes and a tag of it', '"*"', '"*"', true, true],
    ['any behind a tag', '"v0", *', '"v1"', false, false],
    ['any before a tag', '*, "x"', '"v1"', false, false],
    ['a weak any', 'W/*', '"v1"', false, false],
    ['junk behind the tag', '"v1", junk', '"v1"', true, true],
    ['junk before the tag', 'junk, "v1"', '"v1"', false, false],
    ['no comma between two', '"v1" "v2"', '"v2"', false, false],
    ['no comma behind the tag', '"v1" "v2"', '"v1"', false, false],
    ['unquoted', 'v1', '"v1"', false, false],
    ['a weak prefix in lower case', 'w/"v1"', '"v1"', false, false],
    ['a weak prefix without quotes', 'W/v1', '"v1"', false, false],
    ['a weak prefix without a slash', 'W"v1"', '"v1"', false, false],
    ['a weak prefix with a backslash', 'W\\"v1"', '"v1"', false, false],
    ['space in the prefix', 'W/ "v1"', '"v1"', false, false],
    ['an open quote', '"v1', '"v1"', false, false],
    ['a space inside', '"a b", "v1"', '"v1"', false, false],
    ['a lone comma', ',', '"v1"', false, false],
    ['empty', '', '"v1"', false, false],
    ['names of the object prototype', '"__proto__", "constructor"', '"v1"', false, false],
    ['bytes beyond ASCII', '"café"', '"caf%C3%A9"', true, true],
    ['weak bytes beyond ASCII', 'W/"café"', '"caf%C3%A9"', true, false],
    ['other bytes beyond ASCII', '"cafè"', '"caf%C3%A9"', false, false],
    ['bytes that are no UTF-8', '"caf%C3"', '"caf%C3"', true, true],
    ['the last of 400', `${'"t", '.repeat(399)}"v5"`, '"v5"', true, true]
  ]
  for (const [name, field, tag, weakly, strongly] of rows) {
    t.equal(matchesWeakly(field, tag), weakly, `${name}, weakly`)
    t.equal(matchesStateStrongly(field, tag), strongly, `${name}, strongly`)
  }
})

const derived = derivedTag('"v1"', variantOf('hal'))
const other = derivedTag('"v1"', variantOf('hal-forms'))
const tampered = derived.replace(/.(?="$)/, character => character === 'A' ? 'B' : 'A')

// A tag in a field, and whether it is accepted as one of the state "v1": by If-None-Match, by If-Match.
const STATES: ReadonlyArray<readonly [name: string, field: string, weakly: boolean, strongly: boolean]> = [
  ['the tag of the state', '"v1"', true, true],
  ['a derived tag', derived, true, true],
  ['another derived tag', other, true, true],
  ['a derived tag in a list', `"v0", ${derived}`, true, true],
  ['a derived tag of a body', derivedTag('"v1"', variantOf('hal', '{"id":1}')), true, true],
  ['a weak derived tag', `W/${derived}`, true, false],
  ['a tampered checksum', tampered, false, false],
  ['a tampered variant', derived.replace('~', '~A').replace(/.(?=.{6}"$)/, ''), false, false],
  ['no checksum', `"v1~${variantOf('hal')}"`, false, false],
  ['a tag of the same form', '"v1~abcdefgh123456"', false, false],
  ['a derived tag of an older version', derivedTag('"v0"', variantOf('hal')), false, false],
  ['a derived tag of a longer version', derivedTag('"v11"', variantOf('hal')), false, false],
  ['the variant and the checksum of an older version', derivedTag('"v0"', variantOf('hal'))
    .replace('v0', 'v1'), false, false],
  ['a tag that is derived twice', derivedTag(derived, variantOf('hal')), false, false],
  ['a derived tag without quotes', derived.slice(1, -1), false, false],
  ['any', '*', true, true],
  ['nothing', '', false, false]
]

t.test('preconditions accept the tags of every representation of a state', async (t) => {
  t.match(derived, /^"v1~[\w-]{14}"$/)
  t.not(derived, other)
  for (const [name, field, weakly, strongly] of STATES) {
    t.equal(matchesStateWeakly(field, '"v1"'), weakly, `${name}, weakly`)
    t.equal(matchesStateStrongly(field, '"v1"'), strongly, `${name}, strongly`)
    t.equal(matchesStateWeakly(field, 'W/"v1"'), weakly, `${name}, weakly, of a weak tag`)
    t.equal(matchesStateStrongly(field, 'W/"v1"'), field === '*', `${name}, strongly, of a weak tag`)
  }
})

t.test('a derived tag is one tag of a representation', async (t) => {
  t.equal(matchesWeakly(derived, '"v1"'), false, 'not that of another')
  t.equal(matchesWeakly('"v1"', derived), false)
  t.equal(matchesWeakly(derived, derived), true)
  t.equal(derivedTag('W/"v1"', variantOf('hal')), `W/${derived}`, 'a weak tag stays weak')
  t.match(derivedTag('""', variantOf('hal')), /^"~[\w-]{14}"$/, 'the empty tag has derived ones')
  t.not(variantOf('hal', ''), variantOf('hal'), 'an empty body is a body')
})

t.test('beginsWithAny sees a star in a list', async (t) => {
  for (const list of ['*', ' * ', '*, "x"', '*,junk', ', *']) t.equal(beginsWithAny(list), true, list)
  for (const list of ['', '"*"', '"x", *', 'W/*', '*x', '* "x"']) t.equal(beginsWithAny(list), false, list)
})

const texts = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units))

t.test('every tag can be sent and is recognised', async () => {
  fc.assert(fc.property(fc.oneof(
    texts, texts.map((text) => `"${text}"`), texts.map((text) => `W/"${text}"`)
  ), (value) => {
    const tag = entityTag(value)
    if (tag === null) return value === ''
    return /^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(tag) && entityTag(tag) === tag &&
      matchesWeakly(tag, tag) && matchesWeakly(`"other", ${tag} , junk`, tag) &&
      matchesStateStrongly(tag, tag) === !tag.startsWith('W/')
  }))
})

t.test('any field is read without failure', async () => {
  const field = fc.string({ unit: fc.constantFrom('"', 'W/', '*', ',', ' ', 'a', '\\', 'é', '%') })
  fc.assert(fc.property(fc.oneof(texts, field), (text) => {
    // What matches strongly matches weakly too.
    return matchesWeakly(text, '"a"') || !matchesStateStrongly(text, '"a"')
  }))
})

t.test('a long list without the tag', async (t) => {
  const lists = ['"",', 'W/"",', '"é",', ' ,', '"', 'a', '"a" ']
  for (const part of lists) {
    t.equal(matchesWeakly(sixteenKibibytes(part), '"v1"'), false, part)
  }
})
