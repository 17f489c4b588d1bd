import { readFileSync } from 'node:fs'
import t from 'tap'
import { expand } from '../../explorer/page/hypermedia/uri-template.ts'

interface Section {
  readonly variables: Readonly<Record<string, unknown>>
  readonly testcases: ReadonlyArray<readonly [template: string, expected: string | readonly string[] | false]>
}

const sections = JSON.parse(readFileSync(new URL('../cases/external/uritemplate/spec-examples.json', import.meta.url), 'utf8')) as Readonly<Record<string, Section>>

// The RFC's own examples (uritemplate-test), but for those with lists and maps: the values are what somebody typed.
for (const [title, { variables, testcases }] of Object.entries(sections)) {
  t.test(title, async t => {
    const texts = new Map(Object.entries(variables).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
    const rows = testcases.filter(([template]) => !/list|keys/.test(template))
    t.ok(rows.length > 0)
    for (const [template, expected] of rows) t.ok([expected].flat().includes(expand(template, texts)), template)
  })
}

t.test('what the plugin writes, and what people type', async t => {
  const rows: ReadonlyArray<readonly [template: string, values: Readonly<Record<string, string>>, expected: string]> = [
    ['/orders{/id}', {}, '/orders'],
    ['/orders{?page,q}', {}, '/orders'],
    ['/orders{?page,q}', { q: 'ä&=' }, '/orders?q=%C3%A4%26%3D'],
    ['/orders?a=1{&page,q}', { page: '2', q: '' }, '/orders?a=1&page=2&q='],
    ['/files/{+path}', { path: 'a/b c%20d%' }, '/files/a/b%20c%20d%25'],
    ['{id}', { id: '\ud800' }, '%EF%BF%BD'],
    ['{a*}{?b*}', { a: '1', b: '2' }, '1?b=2'],
    ['{a:1}', { a: '😀x' }, '%F0%9F%98%80'],
    ['{__proto__}{constructor}', {}, '']
  ]
  for (const [template, values, expected] of rows) t.equal(expand(template, new Map(Object.entries(values))), expected, template)
})
