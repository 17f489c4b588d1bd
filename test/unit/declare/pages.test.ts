import t from 'tap'
import { loadZod } from '../../../lib/declare/page-query.ts'
import { CursorPage, isOffsetPage, OffsetPage, withItems } from '../../../lib/declare/pages.ts'
import type { QuerySchema } from '../../../lib/index.ts'
import { cursorPage, cursorQuery, offsetPage, pageQuery } from '../../../lib/index.ts'
import { projection } from '../../support/projection.ts'

t.test('offsetPage', async t => {
  const items = [{ id: 1 }]
  const ROWS: ReadonlyArray<[pageSize: number, totalCount: number, totalPages: number]> = [
    [10, 0, 0], [10, 1, 1], [10, 10, 1], [10, 11, 2], [1, 3, 3], [3, 10, 4]
  ]
  for (const [pageSize, totalCount, totalPages] of ROWS) {
    const page = offsetPage(items, { page: 1, pageSize, totalCount, rel: 'order' })
    t.equal(
      JSON.stringify(page), JSON.stringify({ items, page: 1, pageSize, totalCount, totalPages }),
      `${totalCount} by ${pageSize}`
    )
    t.equal(page.items, items, 'the items are not copied')
  }
})

t.test('cursorPage', async t => {
  for (const options of [undefined, {}, { next: null, prev: undefined }, { next: 'c3', prev: '', rel: 'order' }]) {
    t.equal(JSON.stringify(cursorPage([1], options as object)), '{"items":[1]}', 'cursors are in links only')
  }
})

// The schema of the query, a query, and what the handler reads; null where the response is 400.
const ROWS: ReadonlyArray<[name: string, schema: QuerySchema, query: string, read: object | null]> = [
  ['defaults', pageQuery(), '', { page: 1, pageSize: 20 }],
  ['numbers', pageQuery(), '?page=3&pageSize=100', { page: 3, pageSize: 100 }],
  ['a large page', pageQuery(), '?page=1000000', { page: 1_000_000, pageSize: 20 }],
  ['other parameters', pageQuery(), '?sort=id', { page: 1, pageSize: 20, sort: 'id' }],
  ['a page that is too large', pageQuery(), '?page=99999999999999999999', null],
  ['page 0', pageQuery(), '?page=0', null],
  ['a negative page', pageQuery(), '?page=-1', null],
  ['half a page', pageQuery(), '?page=1.5', null],
  ['a page that is a word', pageQuery(), '?page=two', null],
  [
    'an exact page size', pageQuery({}, { maxPageSize: 5, defaultPageSize: 2 }), '?pageSize=5', { page: 1, pageSize: 5 }
  ],
  ['a page size of 0', pageQuery(), '?pageSize=0', null],
  ['a page size that is too large', pageQuery(), '?pageSize=101', null],
  ['a page size over a limit of its own', pageQuery({}, { maxPageSize: 5, defaultPageSize: 2 }), '?pageSize=6', null],
  ['another default', pageQuery({}, { defaultPageSize: 50 }), '', { page: 1, pageSize: 50 }],
  ['a limit below the default', pageQuery({}, { maxPageSize: 10 }), '', { page: 1, pageSize: 10 }],
  ['other names', pageQuery({}, { names: { page: 'p', pageSize: 'size' } }), '?p=2&size=30', { p: 2, size: 30 }],
  ['one other name', pageQuery({}, { names: { page: 'p' } }), '?p=2', { p: 2, pageSize: 20 }],
  ['another name that is malformed', pageQuery({}, { names: { page: 'p' } }), '?p=x', null],
  ['the usual name is no parameter then', pageQuery({}, { names: { page: 'p' } }), '?page=x', {
    p: 1, pageSize: 20, page: 'x'
  }],

  ['cursor defaults', cursorQuery(), '', { limit: 20 }],
  ['a cursor', cursorQuery(), '?cursor=a%2Fb&limit=100', { cursor: 'a/b', limit: 100 }],
  ['a limit of 0', cursorQuery(), '?limit=0', null],
  ['a limit that is too large', cursorQuery(), '?limit=101', null],
  ['a limit that is a word', cursorQuery(), '?limit=all', null],
  ['a limit of its own', cursorQuery({}, { maxLimit: 5, defaultLimit: 3 }), '', { limit: 3 }],
  ['a limit of its own below the default', cursorQuery({}, { maxLimit: 5 }), '', { limit: 5 }],
  ['over a limit of its own', cursorQuery({}, { maxLimit: 5, defaultLimit: 3 }), '?limit=6', null],
  ['two cursors', cursorQuery(), '?cursor=a&cursor=b', null],
  [
    'other cursor names', cursorQuery({}, { names: { cursor: 'after', limit: 'first' } }), '?after=x&first=1',
    { after: 'x', first: 1 }
  ]
]

t.test('a page with other items is of the same kind, and has the same facts', async t => {
  const options = { page: 0, pageSize: 2, totalCount: 3, firstPage: 0, rel: 'orders' } as const
  const offset = withItems(new OffsetPage([1, 2], options), ['a', 'b'])
  t.ok(isOffsetPage(offset))
  t.same(offset, offsetPage(['a', 'b'], options))
  const cursors = { next: 'n', prev: null, rel: 'orders' }
  const cursor = withItems(new CursorPage([1], cursors), ['a'])
  t.notOk(isOffsetPage(cursor))
  t.same(cursor, cursorPage(['a'], cursors))
})

t.test('query schemas', async t => {
  const { get } = await projection(t, app => {
    for (const [index, [, querystring]] of ROWS.entries()) {
      app.get(`/${index}`, { schema: { querystring } }, async request => request.query)
    }
  })
  for (const [index, [name, , query, read]] of ROWS.entries()) {
    const { status, document } = await get('default', `/${index}${query}`)
    t.equal(status, read === null ? 400 : 200, `${name}: status`)
    if (read === null) t.match(document, { code: 'FST_ERR_VALIDATION' }, name)
    else t.same(document, read, name)
  }
})

t.test('an app whose Zod cannot be loaded, as in a bundle', async t => {
  const load = () => { throw new Error('Cannot find module') }
  t.throws(() => loadZod('pageQuery', load), {
    code: 'FST_ERR_HYPER_INVALID_OPTION', message: /Import pageQuery from fastify-hyper\/zod/
  })
})
