import t from 'tap'
import { sampleBody } from '../../../explorer/page/sample.ts'
import { formsOf, readField } from '../../../hypermedia/form.ts'
import { linksInHeader } from '../../../hypermedia/read.ts'
import { columnNames } from '../../../views/columns.ts'
import { searchField } from '../../../views/search-field.ts'

t.test('the columns of a list', async t => {
  t.same(columnNames([{ id: 1, _links: {} }, { name: 'a', id: 2, _templates: {} }, 3]), ['id', 'name', ''])
  t.same(
    columnNames([{ name: 'a', id: 1 }], ['id', '_links', 'extra']), ['id', 'extra', 'name'], 'the declared ones first'
  )
  t.ok(columnNames(Array.from({ length: 5000 }, (_, index) => ({ [`m${index}`]: 1 }))).length < 300, 'a limit')
})

t.test('the links of a Link header are grouped by their relations', async t => {
  const field = '</a>; rel="prev first"; title="say \\"hi\\"", </b>; rel=item, </c>; rel=item'
  t.same(linksInHeader(field).map(({ name, items }) => [name, items.map(({ href, title }) => [href, title])]), [
    ['prev', [['/a', 'say "hi"']]], ['first', [['/a', 'say "hi"']]], ['item', [['/b', undefined], ['/c', undefined]]]
  ])
})

const formOf = (properties: readonly object[], contentType?: string) =>
  formsOf({
    save: { method: 'POST', target: '/save', properties, ...(contentType === undefined ? {} : { contentType }) }
  }, undefined)[0]!

t.test('a pattern is ignored if it is empty, or if browsers cannot compile it', async t => {
  const rows: [regex: string, pattern: string | undefined][] = [['[a-z]+', '[a-z]+'], ['', undefined], ['(', undefined]]
  for (const [regex, pattern] of rows) t.equal(readField({ name: 'a', regex })[0]!.pattern, pattern, regex)
})

t.test('a sample body has a value for each field, of its type', async t => {
  const rows: ReadonlyArray<readonly [property: object, json: string]> = [
    [{}, '"string"'],
    [{ value: 'own' }, '"own"'],
    [{ minLength: 8 }, '"string.."'],
    [{ maxLength: 3 }, '"str"'],
    [{ type: 'number' }, '1'],
    [{ type: 'number', min: 5 }, '5'],
    [{ type: 'number', max: 0 }, '0'],
    [{ type: 'email' }, '"name@example.com"'],
    [{ type: 'date' }, '"2026-01-31"'],
    [{ options: { inline: ['1', '2'], maxItems: 1 } }, '1'],
    [{ options: { inline: ['true', 'false'], maxItems: 1, selectedValues: ['false'] } }, 'false'],
    [{ options: { inline: ['a', 'b', 'c'], minItems: 2 } }, '["a","b"]'],
    [{ options: { link: { href: '/choices' }, maxItems: 1 } }, '"string"'],
    [{ value: '/hooks{/id}', templated: true }, '"/hooks"']
  ]
  for (const [property, json] of rows) {
    t.equal(
      sampleBody(formOf([{ name: 'a', required: true, ...property }])), `{"a":${json}}`, JSON.stringify(property)
    )
  }
  t.equal(sampleBody(formOf([{ name: 'a' }], 'application/x-www-form-urlencoded')), 'a=string')
  t.equal(sampleBody(formOf([])), null)
})

t.test('the field of a search has the current value, and is not required', async t => {
  const [status] = readField({
    name: 'status',
    prompt: 'Status',
    required: true,
    value: 'new',
    options: { inline: ['new', 'old'], minItems: 1, maxItems: 1 }
  })
  t.match(searchField('status', status, ['old']), {
    label: 'Status', required: false, value: 'old', choices: { selected: ['old'], minItems: 0 }
  })
  t.match(
    searchField('status', status, []), { value: '', choices: { selected: [] } }, 'the default of the server is not sent'
  )
  const [price] = readField({ name: 'price', type: 'range', max: 10 })
  t.equal(searchField('price', price, []).type, 'number', 'a slider always has a value')
  t.match(searchField('q', undefined, ['tea']), { name: 'q', label: 'q', type: 'text', value: 'tea' })
})
