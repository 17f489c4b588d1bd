import t from 'tap'
import { Utf8Text } from '../../lib/json/utf8-text.ts'

// What is added, whatever room was expected, is read back as Buffer writes it.

const wide = '€ß😀漢'

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  nothing: [],
  'an empty text': [''],
  ASCII: ['a', ',', '{"id":1}'],
  'short texts beyond ASCII': ['é', wide, '"ß"'],
  'as long as is copied here, and longer': ['x'.repeat(24), 'x'.repeat(25), 'ß'.repeat(24), 'ß'.repeat(25)],
  'around the length that is measured': ['漢'.repeat(4095), '漢'.repeat(4096), '漢'.repeat(4097), 'x'.repeat(100_000)],
  'a pair of surrogates in two texts': ['\ud83d', '\ude00'],
  'very many': Array.from({ length: 5000 }, (_, index) => `${index}${wide}`)
}

for (const [name, texts] of Object.entries(TEXTS)) {
  const wanted = Buffer.concat(texts.map(text => Buffer.from(text)))
  for (const expected of [0, 1, wanted.length, 10 * wanted.length + 10]) {
    const strings = new Utf8Text(expected)
    for (const text of texts) strings.add(text)
    t.ok(strings.finish().equals(wanted), `${name}, ${expected} expected`)
    const bytes = new Utf8Text(expected)
    for (const text of texts) bytes.addBytes(new TextEncoder().encode(text))
    t.ok(bytes.finish().equals(wanted), `${name} as bytes, ${expected} expected`)
  }
}

t.test('room is made for what is added, not for whatever was expected', async t => {
  const text = new Utf8Text(1e12)
  text.add('a'.repeat(10))
  t.ok(text.finish().buffer.byteLength <= 8192, 'and what is not used is not kept')
})
