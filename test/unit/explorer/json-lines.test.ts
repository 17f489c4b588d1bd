import t from 'tap'
import { linesOf } from '../../../views/json/lines.ts'

/** The lines that a page shows. */
function shown (json: string): string {
  return [...linesOf(json)].map(({ depth, tokens }) =>
    '  '.repeat(depth) + tokens.map(token => token.source === ':' ? ': ' : token.source).join('')).join('\n')
}

t.test('lines as JSON.stringify writes them', async t => {
  const values = [
    {}, [], 1, 'text', null, true, { a: 1 }, [1, 2], { a: {}, b: [], c: [{}], d: { e: [] } }, [[[]]],
    [[1], [[2, []]], {}],
    { 'a"b\\': 'c"d\\\\', 'e:{': '[,]:{}', '': '\\' }, [{ a: [{ b: 1 }] }, -1.5e10, false], '\u2028ä😀'
  ]
  for (const value of values) {
    t.equal(shown(JSON.stringify(value)), JSON.stringify(value, null, 2))
    t.equal(shown(JSON.stringify(value, null, '\t')), JSON.stringify(value, null, 2), 'whatever its own lines are')
  }
})

t.test('values are shown as they are written', async t => {
  t.equal(
    shown('{"a":12345678901234567890,"b":1.0,"a":1e2}'), '{\n  "a": 12345678901234567890,\n  "b": 1.0,\n  "a": 1e2\n}',
    'digits and repeated names stay'
  )
  for (const json of [
    '{', '"abc', '}', ']]', '{"a":', '[1,', '\\', ',', 'nope', '\u0000'
  ]) t.equal(shown(json).replace(/\s/g, ''), json, `${json} is no JSON, and is shown`)
})

t.test('each token has a kind', async t => {
  const [line] = linesOf('"a"')
  t.same(line, { depth: 0, tokens: [{ kind: 'string', source: '"a"' }] })
  t.same([...linesOf('{"a":-1,"b":null}')].flatMap(({ tokens }) => tokens.map(({ kind }) => kind)),
    ['punctuation', 'name', 'punctuation', 'number', 'punctuation', 'name', 'punctuation', 'literal', 'punctuation'])
})

t.test('lines are read one by one', async t => {
  const lines = linesOf(`[${'1,'.repeat(5_000_000)}`)
  t.same(lines.next().value, { depth: 0, tokens: [{ kind: 'punctuation', source: '[' }] })
  t.same(linesOf(`"${'\\"'.repeat(2_500_000)}"`).next().value?.tokens.length, 1, 'a string of megabytes')
})
