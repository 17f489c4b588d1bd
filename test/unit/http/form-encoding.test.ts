import t from 'tap'
import { encodingOf, isSentInQuery, setQuery, withQuery } from '../../../lib/http/form-encoding.ts'

t.test('how a body is written', async t => {
  const rows: ReadonlyArray<readonly [contentType: string, encoding: ReturnType<typeof encodingOf>]> = [
    ['application/json', 'application/json'],
    ['Application/JSON; charset=utf-8', 'application/json'],
    ['application/merge-patch+json', 'application/json'],
    ['application/vnd.a+b+json;v=1', 'application/json'],
    ['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded'],
    ['Application/X-WWW-Form-URLencoded; charset=utf-8', 'application/x-www-form-urlencoded'],
    ['multipart/form-data', 'multipart/form-data'],
    ['Multipart/Form-Data ;boundary=x', 'multipart/form-data'],
    ['text/csv', null],
    ['text/csv; a=application/json', null],
    ['application/jsonl', null],
    ['application/x-json', null],
    ['multipart/mixed', null],
    ['multipart/json', null],
    ['', null]
  ]
  for (const [contentType, encoding] of rows) t.equal(encodingOf(contentType), encoding, contentType)
})

t.test('methods whose input is sent in the query', async t => {
  t.same(['GET', 'HEAD', 'DELETE', 'POST', 'PUT', 'PATCH', 'QUERY'].filter(isSentInQuery), ['GET', 'HEAD', 'DELETE'])
})

t.test('an input replaces the parameters of its names', async t => {
  const rows: ReadonlyArray<readonly [
    path: string, pairs: ReadonlyArray<readonly [string, string]>, expected: string
  ]> = [
    ['/a', [], '/a'],
    ['/a', [['q', 'x y']], '/a?q=x+y'],
    ['/a?q=old&keep=1&q=older', [['q', 'new']], '/a?keep=1&q=new'],
    ['/a?q=old', [['q', '1'], ['q', '2']], '/a?q=1&q=2'],
    ['/a?keep=1', [['Keep', '2']], '/a?keep=1&Keep=2'],
    ['/a?keep=%20', [], '/a?keep=%20'],
    ['/a?keep=%20', [['q', '#&']], '/a?keep=+&q=%23%26']
  ]
  for (const [path, pairs, expected] of [...rows, ['//a', [['q', '1']], '//a?q=1'] as const]) {
    t.equal(withQuery(path, pairs), expected)
  }
  for (const [path, pairs, expected] of rows) {
    const url = new URL(path, 'https://api.example/')
    setQuery(url, pairs)
    t.equal(url.href, `https://api.example${expected}`)
  }
})

t.test('the parameters of a URL, which write its query with each change, are not changed one by one', t => {
  const { prototype } = URLSearchParams
  const { append, delete: remove } = prototype
  t.teardown(() => Object.assign(prototype, { append, delete: remove }))
  const url = new URL('https://api.example/a?q=old&keep=1')
  let changes = 0
  prototype.append = function (name, value) {
    if (this === url.searchParams) changes++
    append.call(this, name, value)
  }
  prototype.delete = function (name) {
    if (this === url.searchParams) changes++
    remove.call(this, name)
  }
  setQuery(url, Array.from({ length: 100 }, (_, index) => [`n${index}`, '1'] as const))
  t.equal(url.searchParams.size, 102)
  t.equal(changes, 0)
  t.end()
})
