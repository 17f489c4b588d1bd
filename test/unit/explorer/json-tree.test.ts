import t from 'tap'
import { hrefIn } from '../../../views/json/href.ts'
import { formatJson } from '../../../views/json/lines.ts'
import { entriesOf, type JsonValue, scalarAt, valueAt } from '../../../views/json/tree.ts'

/** The JSON that a tree contains, with the counts checked. */
function written (json: string, value: JsonValue): string {
  if (value.open === null) return scalarAt(json, value).source
  const entries = [...entriesOf(json, value)]
  if (entries.length !== value.count) throw new Error(`${entries.length} entries, not ${value.count}`)
  if (entries.some(({ isLast }, index) => isLast !== (index === entries.length - 1))) throw new Error('the last entry')
  const inner = entries.map(({ name, value }) => (name === null ? '' : `${name}:`) + written(json, value)).join(',')
  return value.open + inner + (value.open === '{' ? '}' : ']')
}

t.test('a tree has all members and elements as they are written', async t => {
  const documents = [
    '{}', '[]', '1', '"a"', 'null', '[[]]', '{"a":{}}', '[1,"2",[3,{"a":[4]}],{}]',
    '{"a":1.0,"a":1e400,"b":9007199254740993}', '{"a]}\\"":"[{,:","\\\\":"\\\\"}', '{"":[true,false,null]}'
  ]
  for (const json of documents) {
    for (const spaced of [json, formatJson(json), ` ${json} `, json.replace(/(?<=[[{])(?=[\]}])/g, ' ')]) {
      t.equal(written(spaced, valueAt(spaced)), json, spaced)
    }
  }
})

t.test('kinds of values', async t => {
  const rows = [['"a"', 'string'], ['-1', 'number'], ['true', 'literal'], ['null', 'literal']] as const
  for (const [json, kind] of rows) t.same(scalarAt(json, valueAt(json)), { kind, source: json })
})

t.test('entries are read on demand', async t => {
  const json = `[${'1,'.repeat(1_000_000)}1]`
  const root = valueAt(json)
  t.equal(root.count, 1_000_001)
  t.equal(entriesOf(json, root).next().value?.name, null)
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  t.equal(valueAt(deep).count, 1, 'without recursion')
})

t.test('the URLs of a document', async t => {
  const rows: ReadonlyArray<readonly [source: string, name: string | null, href: string | null]> = [
    ['"/orders/1"', '"href"', '/orders/1'],
    ['"/orders"', '"target"', '/orders'],
    ['""', '"href"', null],
    ['"/orders/1"', '"note"', null],
    ['"https://example.com/a"', '"note"', 'https://example.com/a'],
    ['"https://example.com/a"', null, 'https://example.com/a'],
    ['"https://example.com/ and more"', null, null],
    ['"/orders{?q}"', '"href"', null],
    ['"\\u002Forders"', '"href"', '/orders'],
    ['"javascript:alert(1)"', '"note"', null],
    [`"${'x'.repeat(3000)}"`, '"href"', null]
  ]
  for (const [source, name, href] of rows) t.equal(hrefIn(source, name), href, `${name}: ${source.slice(0, 40)}`)
})
