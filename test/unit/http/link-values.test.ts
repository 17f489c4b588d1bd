import t from 'tap'
import { isSameRelation, linkValues } from '../../../lib/http/link-values.ts'

t.test('the links of a field', async t => {
  const rows: ReadonlyArray<readonly [
    field: string, links: ReadonlyArray<readonly [href: string, ...relations: string[]]>
  ]> = [
    ['', []],
    ['</a>; rel=next', [['/a', 'next']]],
    ['</a?x=1,2>; title="a, b; c"; rel="next"', [['/a?x=1,2', 'next']]],
    ['</a>;rel="prev first" , </b>; REL = last', [['/a', 'prev', 'first'], ['/b', 'last']]],
    ['</a>; rel=next; rel=prev', [['/a', 'next']]],
    ['</a>; title="a\\"; rel=\\"evil"; rel=next', [['/a', 'next']]],
    ['</a>; title="\\\\"; rel=next', [['/a', 'next']]],
    ['</a>; title="<b>; rel=evil, <c>"; rel=next', [['/a', 'next']]],
    ['</a>; crossorigin; rel=next', [['/a', 'next']]],
    ['</a>; title="<b>; rel=evil, <c>; rel=evil', [['/a']]],
    ['no link, </b>; rel="up"', [['/b', 'up']]],
    ['</a; rel=next', []],
    ['</a>; rel="next', [['/a', 'next']]],
    ['<>; rel=self', [['', 'self']]],
    ['</a>', [['/a']]]
  ]
  for (const [field, links] of rows) {
    t.same(linkValues(field).map(({ href, relations }) => [href, ...relations]), links, field)
  }
  t.equal(linkValues('</a>; rel=item, '.repeat(20_000)).length, 20_000)
  t.equal(linkValues('</a>; title="say \\"hi\\""')[0]?.parameters.get('title'), 'say "hi"')
})

t.test('a link with anchor belongs to another resource', async t => {
  for (const anchor of ['anchor="/other"', 'ANCHOR=/other', 'anchor="#part"']) {
    t.same(linkValues(`</a>; rel=next; ${anchor}, </b>; rel=up`).map(({ href }) => href), ['/b'], anchor)
  }
  t.equal(linkValues('</a>; title="; anchor=/other"; rel=next').length, 1, 'in a title')
})

t.test('relations compare without case', async t => {
  t.ok(isSameRelation('Next', 'nEXT'))
  t.notOk(isSameRelation('next', 'prev'))
})
