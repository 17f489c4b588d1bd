import fc from 'fast-check'
import t from 'tap'
import { percentEncoder } from '../../../lib/http/percent-encoding.ts'

const encode = percentEncoder(/^[a-z]*$/)

t.test('characters that are not allowed are percent-encoded as UTF-8', async (t) => {
  const rows: Array<[name: string, text: string, expected: string]> = [
    ['nothing to do', 'abc', 'abc'],
    ['empty', '', ''],
    ['a space', 'a b', 'a%20b'],
    ['upper-case digits, two of them', '\u000a/', '%0A%2F'],
    ['the percent sign', '%20', '%25%32%30'],
    ['two bytes', 'é', '%C3%A9'],
    ['three bytes', '\u20ac', '%E2%82%AC'],
    ['a surrogate pair', '\u{1f600}', '%F0%9F%98%80'],
    ['a lone high surrogate', 'a\ud83db', 'a%EF%BF%BDb'],
    ['a lone low surrogate', '\ude00', '%EF%BF%BD']
  ]
  for (const [name, text, expected] of rows) t.equal(encode(text), expected, name)
})

t.test('it decodes to the same text', async () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => decodeURIComponent(encode(text)) === text))
})
