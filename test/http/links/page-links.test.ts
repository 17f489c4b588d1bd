import type { HTTPMethods } from 'fastify'
import t, { type Test } from 'tap'
import {
  cursorPage, defineLinks, type HyperOptions, LinkTarget, offsetPage, type PageScheme
} from '../../../lib/index.ts'
import { member, readDocument } from '../../support/documents.ts'
import { ACCEPT, project, type Setup } from '../../support/projection.ts'
import { header } from '../../support/raw.ts'

// Which links a page has to others: pages of offsetPage and cursorPage, and envelopes of the app with links.page.

type Hrefs = Readonly<Record<string, string>>

/** What each link of a page has behind `/value`, in order. */
async function hrefsOf (
  t: Test, scheme: PageScheme<unknown> | null, value: object, target = '/value', setup: Setup = {}, format = 'default'
): Promise<Hrefs> {
  const links = scheme === null || defineLinks(links => { links.page(scheme) })
  const { get } = await project(t, { links }, () => value, setup)
  const found = member((await get(format, target)).document, '_links') as Record<string, { href: string }>
  return Object.fromEntries(Object.entries(found).map(([relation, { href }]) => [relation, href.replace('/value', '')]))
}

const numbered = { page: 'page', pageSize: 'size', total: 'total' }
const at = (page: unknown, total: unknown, size: unknown = 10) => ({ page, size, total })

// The number of a page of ten, how many items there are, and the links.
const NUMBERED: Readonly<Record<string, [page: number, total: number, links: Hrefs]>> = {
  'the only page': [1, 10, { self: '', first: '?page=1', last: '?page=1' }],
  'the first page': [1, 30, { self: '', first: '?page=1', next: '?page=2', last: '?page=3' }],
  'a page between': [2, 30, { self: '', first: '?page=1', prev: '?page=1', next: '?page=3', last: '?page=3' }],
  'the last page': [3, 30, { self: '', first: '?page=1', prev: '?page=2', last: '?page=3' }],
  'the last page, not full': [3, 21, { self: '', first: '?page=1', prev: '?page=2', last: '?page=3' }],
  'the page after the last': [4, 30, { self: '', first: '?page=1', prev: '?page=3', last: '?page=3' }],
  'a page after the last': [9, 30, { self: '', first: '?page=1', prev: '?page=3', last: '?page=3' }],
  'nothing at all': [1, 0, { self: '' }],
  'a second page of nothing': [2, 0, { self: '' }]
}

t.test('a page with a number has links to the pages that exist, in each format', async t => {
  for (const [name, [page, totalCount, links]] of Object.entries(NUMBERED)) {
    const counted = offsetPage([], { page, pageSize: 10, totalCount })
    for (const format of Object.keys(ACCEPT)) {
      const found = await hrefsOf(t, null, counted, '/value', {}, format)
      t.same(Object.entries(found), Object.entries(links), `${name}, ${format}`)
    }
    t.strictSame(await hrefsOf(t, numbered, at(page, totalCount)), links, `${name}, links.page`)
  }
})

const CURSORS: Readonly<Record<string, [cursors: { next?: string, prev?: string | null }, links: Hrefs, at?: string]>> =
  {
    'the only page': [{}, { self: '' }],
    'the first page': [{ next: 'c2', prev: null }, { self: '', next: '?cursor=c2' }],
    'the last page': [{ prev: 'c1' }, { self: '', prev: '?cursor=c1' }],
    'a page between': [
      { prev: 'c1', next: 'c3' }, { self: '?cursor=c2&q=a', next: '?cursor=c3&q=a', prev: '?cursor=c1&q=a' },
      '/value?cursor=c2&q=a'
    ],
    'a cursor that needs escapes': [{ next: 'a b&c=d/é+' }, { self: '', next: '?cursor=a%20b%26c%3Dd%2F%C3%A9%2B' }],
    'an empty cursor is none': [{ next: '', prev: '' }, { self: '' }]
  }

t.test('a page between cursors has links to the pages that exist', async t => {
  for (const [name, [cursors, links, target]] of Object.entries(CURSORS)) {
    const page = cursorPage([], cursors)
    t.same(Object.entries(await hrefsOf(t, null, page, target)), Object.entries(links), name)
    const value = { next: null, prev: null, ...cursors }
    t.strictSame(await hrefsOf(t, { next: 'next', prev: 'prev' }, value, target), links, `${name}, links.page`)
  }
})

// A scheme of links.page, a value, and the links.
type Row = [scheme: PageScheme<unknown>, value: object, links: Hrefs, target?: string]

const fromZero = { ...numbered, firstPage: 0 as const }
const twoNames = { next: 'next', prev: 'prev', query: { next: 'after', prev: 'before' } }
const offsets = { offset: 'offset', limit: 'limit', total: 'total' }
const of = (offset: number, total: number | null, limit = 10) => ({ offset, limit, total })
const counted = { self: '', first: '?page=1', prev: '?page=1', next: '?page=3', last: '?page=3' }
const meta = { pagination: { page: 2, size: 10, total: 30, next: 3, prev: 1, after: null }, none: null }
const path = (name: string) => `meta.pagination.${name}`

const SCHEMES: Readonly<Record<string, Row>> = {
  'an unknown total has no next and no last page': [
    numbered, at(2, null), { self: '', first: '?page=1', prev: '?page=1' }
  ],
  'bigints and strings of databases': [numbered, at(2n.toString(), '30', 10), counted],
  'a size that the request has is that of the page': [
    numbered, at(1, 30),
    { self: '?pageSize=99', first: '?pageSize=10&page=1', next: '?pageSize=10&page=2', last: '?pageSize=10&page=3' },
    '/value?pageSize=99'
  ],
  'the first page from 0': [fromZero, at(0, 30), { self: '', first: '?page=0', next: '?page=1', last: '?page=2' }],
  'the last page from 0': [fromZero, at(2, 30), { self: '', first: '?page=0', prev: '?page=1', last: '?page=2' }],
  'renamed parameters': [
    { ...numbered, query: { page: 'p', pageSize: 'limit' } }, at(1, 20, 10),
    { self: '?p=1', first: '?p=1&limit=10', next: '?p=2&limit=10', last: '?p=2&limit=10' }, '/value?p=1'
  ],
  'renamed parameters of the request': [
    { ...numbered, query: { page: 'p', pageSize: 'limit' } }, at(2, 20, 10),
    { self: '?limit=10&p=2', first: '?limit=10&p=1', prev: '?limit=10&p=1', last: '?limit=10&p=2' },
    '/value?limit=10&p=2'
  ],
  'numbers and functions': [
    {
      page: (_value, { query }) => (query as { page: string }).page,
      pageSize: 5,
      total: value => (value as { meta: { total: number } }).meta.total
    },
    { meta: { total: 12 } }, { ...counted, self: '?page=2' }, '/value?page=2'
  ],

  'the path of a member': [{ page: path('page'), pageSize: path('size'), total: path('total') }, { meta }, counted],
  'paths of the numbers of neighbours': [
    { next: path('next'), prev: path('prev'), query: { next: 'page', prev: 'page' } }, { meta },
    { self: '', next: '?page=3', prev: '?page=1' }
  ],
  'paths of no cursors': [{ next: path('after'), prev: 'meta.none.prev' }, { meta }, { self: '' }],
  'a name with a dot before a path': [
    { next: 'a.b' }, { 'a.b': 'c', a: { b: 'd' } }, { self: '', next: '?cursor=c' }
  ],

  'the first offset': [offsets, of(0, 25), { self: '', first: '?offset=0', next: '?offset=10', last: '?offset=20' }],
  'an offset between': [
    offsets, of(10, 25), { self: '', first: '?offset=0', prev: '?offset=0', next: '?offset=20', last: '?offset=20' }
  ],
  'the last offset': [offsets, of(20, 30), { self: '', first: '?offset=0', prev: '?offset=10', last: '?offset=20' }],
  'an offset between pages': [
    offsets, of(5, 25), { self: '', first: '?offset=0', prev: '?offset=0', next: '?offset=15', last: '?offset=20' }
  ],
  'an offset after the last': [
    offsets, of(95, 25), { self: '', first: '?offset=0', prev: '?offset=20', last: '?offset=20' }
  ],
  'an offset of nothing': [offsets, of(0, 0), { self: '' }],
  'an offset and an unknown total': [offsets, of(20, null), { self: '', first: '?offset=0', prev: '?offset=10' }],
  'a limit that the request has': [
    offsets, of(0, 20),
    { self: '?limit=10', first: '?limit=10&offset=0', next: '?limit=10&offset=10', last: '?limit=10&offset=10' },
    '/value?limit=10'
  ],
  'renamed offset and limit': [
    { ...offsets, query: { offset: 'skip', limit: 'take' } }, of(0, 20),
    { self: '', first: '?skip=0&take=10', next: '?skip=10&take=10', last: '?skip=10&take=10' }
  ],

  'a number as a cursor, as keyset pages have': [
    { next: value => (value as { items: { id: number }[] }).items.at(-1)?.id }, { items: [{ id: 0 }] },
    { self: '', next: '?cursor=0' }
  ],
  'a parameter for each cursor': [
    twoNames, { next: '9', prev: '5' }, { self: '?after=4&q=a', next: '?after=9&q=a', prev: '?q=a&before=5' },
    '/value?after=4&q=a'
  ],
  'the parameter of the other cursor last': [
    twoNames, { next: '9', prev: null }, { self: '?q=a&before=4', next: '?q=a&after=9' }, '/value?q=a&before=4'
  ],
  'the parameter of the other cursor only': [
    twoNames, { next: '9', prev: null }, { self: '?before=4', next: '?after=9' }, '/value?before=4'
  ]
}

t.test('links.page', async t => {
  for (const [name, [scheme, value, links, target]] of Object.entries(SCHEMES)) {
    t.strictSame(await hrefsOf(t, scheme, value, target), links, name)
  }
})

t.test('offsetPage counts from 0, or from 1', async t => {
  const page = (number: number, firstPage?: 0) =>
    offsetPage([], { page: number, pageSize: 10, totalCount: 20, ...firstPage === undefined ? {} : { firstPage } })
  t.strictSame(await hrefsOf(t, null, page(0, 0)), { self: '', first: '?page=0', next: '?page=1', last: '?page=1' })
  t.strictSame(await hrefsOf(t, null, page(1, 0)), { self: '', first: '?page=0', prev: '?page=0', last: '?page=1' })
  for (const firstPage of [2, '0', null] as never[]) {
    t.throws(() => page(3, firstPage), { code: 'FST_ERR_HYPER_INVALID_PAGE' }, String(firstPage))
  }
  t.throws(() => page(0), { code: 'FST_ERR_HYPER_INVALID_PAGE' })
})

// A scheme of links.page, the query of the request, and the links; the schema of the query has defaults.
const FROM_QUERY: Readonly<Record<string, [scheme: PageScheme<unknown>, query: string, links: Hrefs]>> = {
  'page and size': [{ total: 'total' }, '?page=2&pageSize=10', {
    first: '?page=1&pageSize=10', prev: '?page=1&pageSize=10', next: '?page=3&pageSize=10', last: '?page=3&pageSize=10'
  }],
  'defaults of the schema': [{ total: 'total' }, '', { first: '?page=1', next: '?page=2', last: '?page=2' }],
  'the size only': [{ page: 2, total: 'total' }, '?pageSize=10', {
    first: '?pageSize=10&page=1', prev: '?pageSize=10&page=1', next: '?pageSize=10&page=3', last: '?pageSize=10&page=3'
  }],
  'renamed parameters': [{ total: 'total', query: { page: 'p', pageSize: 'size' } }, '?p=3', {
    first: '?p=1&size=15', prev: '?p=2&size=15', last: '?p=2&size=15'
  }],
  'a page that the query does not have': [
    { total: 'total', firstPage: 0, query: { page: 'none' } }, '',
    { first: '?none=0', next: '?none=1', last: '?none=1' }
  ],
  'the limit': [{ offset: 20, total: 'total' }, '?limit=10', {
    first: '?limit=10&offset=0', prev: '?limit=10&offset=10', last: '?limit=10&offset=20'
  }],
  'offset and limit': [{ total: 'total', query: { offset: 'offset', limit: 'limit' } }, '?offset=10&limit=10', {
    first: '?offset=0&limit=10', prev: '?offset=0&limit=10', next: '?offset=20&limit=10', last: '?offset=20&limit=10'
  }],
  'an offset that the query does not have': [
    { total: 'total', query: { offset: 'none' } }, '?limit=20',
    { first: '?limit=20&none=0', next: '?limit=20&none=20', last: '?limit=20&none=20' }
  ]
}

t.test('what a scheme leaves out is read from the validated query', async t => {
  const integer = (value: number) => ({ type: 'integer', default: value })
  const properties = {
    page: integer(1),
    pageSize: integer(20),
    p: integer(1),
    size: integer(15),
    offset: { type: 'integer' },
    limit: { type: 'integer' }
  }
  const schema = { querystring: { type: 'object', properties } }
  for (const [name, [scheme, query, links]] of Object.entries(FROM_QUERY)) {
    const wanted = { self: query, ...links }
    t.strictSame(await hrefsOf(t, scheme, { total: 30 }, `/value${query}`, { schema }), wanted, name)
  }
})

// A scheme of links.page, a value, and the query of the request.
const WITHOUT_SIZE: Readonly<Record<string, [scheme: PageScheme<unknown>, value: object, query?: string]>> = {
  'no pageSize in the query': [{ total: 'total' }, { total: 3 }],
  'no limit in the query': [{ total: 'total', query: { offset: 'offset', limit: 'limit' } }, { total: 3 }],
  'no limit behind an offset': [{ total: 'total', query: { offset: 'offset' } }, { total: 3 }, '?offset=2'],
  'no limit beside an offset of the page': [{ offset: 'offset', total: 'total' }, { offset: 0, total: 3 }],
  'a member that is null': [numbered, at(1, 3, null)],
  'a member that is undefined': [offsets, { offset: 0, limit: undefined, total: 3 }],
  'a function that returns null': [{ ...numbered, pageSize: () => null }, at(1, 3)],
  'nothing but an unknown total': [{ total: 'total' }, { total: null }]
}

t.test('without a size there is one page, which is no fault', async t => {
  const integer = { type: 'integer', minimum: 1 }
  const properties = { page: integer, pageSize: integer, offset: integer, limit: integer }
  const schemas = { declared: { querystring: { type: 'object', properties } }, none: {} }
  for (const [name, [scheme, value, query = '']] of Object.entries(WITHOUT_SIZE)) {
    const links = defineLinks(links => { links.page(scheme) })
    for (const [kind, schema] of Object.entries(schemas)) {
      const { get, logged } = await project(t, { links }, () => value, { schema, options: { mode: 'strict' } })
      const { document } = await get('default', `/value${query}`)
      t.strictSame(member(document, '_links'), { self: { href: `/value${query}` } }, `${name}, ${kind}`)
      t.same(logged('HYPER005'), [], name)
    }
  }
})

t.test('a size that the query schema of the route does not have is reported', async t => {
  for (const [scheme, missing] of [
    [{ total: 'total' }, 'pageSize'], [{ total: 'total', query: { offset: 'offset' } }, 'limit']
  ] as const) {
    const schema = { querystring: { type: 'object', properties: { offset: { type: 'integer' } } } }
    const { read, logged } = await project(t, { links: defineLinks(links => { links.page(scheme) }) }, { total: 3 }, {
      schema
    })
    t.strictSame(await read('_links'), { self: { href: '/value' } })
    t.match(logged('HYPER005')[0], `the query schema of its route has no '${missing}'. Name the parameter in query of`)
  }
})

// The request target, and what the links to itself and to the next page have behind `/value`.
const URLS: Readonly<Record<string, [target: string, self: string, next: string, options?: HyperOptions]>> = {
  'a query of its own': ['/value?sort=id', '?sort=id', '?sort=id&page=2'],
  'its own parameter': ['/value?a=1&page=7&b=2', '?a=1&page=7&b=2', '?a=1&page=2&b=2'],
  'another case': ['/value?PAGE=7', '?PAGE=7', '?page=2'],
  'an encoded name': ['/value?p%61ge=7', '?p%61ge=7', '?page=2'],
  'the parameter twice': ['/value?page=7&a&Page=8', '?page=7&a&Page=8', '?page=2&a'],
  'the parameter without a value': ['/value?page', '?page', '?page=2'],
  'an empty query': ['/value?', '?', '?page=2'],
  'everything else stays byte for byte': [
    '/value?a=%20+&&b=%zz&=&c=%C3%A9', '?a=%20+&&b=%zz&=&c=%C3%A9', '?a=%20+&&b=%zz&=&c=%C3%A9&page=2'
  ],
  'a hostile query': ['/value?"><script>&page=1', '?"><script>&page=1', '?"><script>&page=2'],
  'a URL in the query': [
    '/value?url=http://evil.example//', '?url=http://evil.example//', '?url=http://evil.example//&page=2'
  ],
  'a longer name': ['/value?pages=1&page[]=2', '?pages=1&page[]=2', '?pages=1&page[]=2&page=2'],
  'an absolute form': ['http://evil.example/value?a=1', '?a=1', '?a=1&page=2'],
  'renamed by paging': ['/value?page=7&p=1', '?page=7&p=1', '?page=7&p=2', { paging: { page: 'p' } }],
  'renamed to what needs escapes': ['/value?p%5Bn%5D=1', '?p%5Bn%5D=1', '?p%5Bn%5D=2', { paging: { page: 'p[n]' } }]
}

t.test('the current URL is kept but for one parameter', async t => {
  for (const [name, [target, self, next, options = {}]] of Object.entries(URLS)) {
    const page = offsetPage([], { page: 1, pageSize: 10, totalCount: 20 })
    const links = await hrefsOf(t, null, page, target, { options })
    t.same([links['self'], links['next']], [self, next], name)
  }
  const cursors = cursorPage([], { next: 'c2' })
  const options = { paging: { cursor: 'after' } }
  t.equal((await hrefsOf(t, null, cursors, '/value?AFTER=c1&cursor=x', { options }))['next'], '?after=c2&cursor=x')
  t.strictSame(
    await hrefsOf(t, numbered, at(1, 11), '/value', { options: { paging: { page: 'seite' } } }),
    { self: '', first: '?seite=1', next: '?seite=2', last: '?seite=2' }, 'links.page'
  )
})

t.test('a query that is longer than 4,096 characters is repeated by self only', async t => {
  const target = (length: number) => `/value?${'a'.repeat(length)}`
  for (const mode of ['lax', 'strict'] as const) {
    for (const [page, relations] of [
      [offsetPage([], { page: 2, pageSize: 10, totalCount: 30 }), ['self', 'first', 'prev', 'next', 'last']],
      [cursorPage([], { next: 'c' }), ['self', 'next']]
    ] as const) {
      const { get, logged } = await project(t, { links: true }, page, { options: { mode } })
      const linksAt = async (length: number) =>
        member((await get('default', target(length))).document, '_links') as Record<string, { href: string }>
      t.same(Object.keys(await linksAt(4096)), relations, `${mode}, as long as may be`)
      t.same(logged('HYPER022'), [])
      for (let times = 0; times < 2; times++) {
        t.same(await linksAt(4097), { self: { href: target(4097) } }, `${mode}, longer`)
      }
      t.match(logged('HYPER022'), { length: 1, 0: /^links of a page: all links but 'self' are omitted.*4096/ })
    }
  }
  const last = await project(t, { links: true }, cursorPage([]))
  await last.get('default', target(5000))
  t.same(last.logged('HYPER022'), [], 'where no link is omitted')
})

t.test('a path that is longer than 4,096 characters is repeated by all links', async t => {
  const page = () => offsetPage([], { page: 1, pageSize: 10, totalCount: 20 })
  const { get } = await project(t, { links: true }, {}, {
    routes: app => app.get('/long/*', { config: { hyper: { links: true } } }, page)
  })
  const path = `/long/${'a'.repeat(5000)}`
  const links = member((await get('default', path)).document, '_links')
  t.match(links, { self: { href: path }, next: { href: `${path}?page=2` } })
})

// The same pages, as the response to each method.
const LISTS: Readonly<Record<string, [scheme: PageScheme<unknown> | null, page: object, relations: string[]]>> = {
  offsetPage: [
    null, offsetPage([], { page: 2, pageSize: 10, totalCount: 30 }), ['self', 'first', 'prev', 'next', 'last']
  ],
  cursorPage: [null, cursorPage([], { next: 'c' }), ['self', 'next']],
  'an envelope': [numbered, at(2, 30), ['self', 'first', 'prev', 'next', 'last']]
}

t.test('only responses to GET have page links: no others can be followed', async t => {
  for (const [name, [scheme, page, relations]] of Object.entries(LISTS)) {
    const links = defineLinks(links => {
      links.link('help', LinkTarget.uri('/help'))
      if (scheme !== null) links.page(scheme)
    })
    const own = scheme === null ? [] : ['help']
    const { get, send, logged } = await project(t, { links: scheme === null || links }, page, {
      options: { mode: 'strict', emitLinkHeader: true },
      routes: app => {
        if (!app.supportedMethods.includes('QUERY')) app.addHttpMethod('QUERY', { hasBody: true })
        const method = ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'] as HTTPMethods[]
        app.route({
          method, url: '/found', config: { hyper: { links: scheme === null || links } }, handler: async () => page
        })
      }
    })
    const read = await get('hal')
    t.strictSame(Object.keys(member(read.document, '_links') as object), [...own, ...relations], name)
    t.equal(read.header('link')!.split(', ').length, [...own, ...relations].length, `${name}, the header`)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY']) {
      for (let times = 0; times < 2; times++) {
        for (const accept of Object.values(ACCEPT)) {
          const headers = [['Accept', accept], ['Content-Type', 'application/json']] as const
          const sent = await send({ method, path: '/found', headers, body: '{}' })
          const found = (readDocument(sent) as { _links?: object })._links ?? {}
          t.strictSame([sent.status, Object.keys(found)], [200, own], `${name}, ${method}, ${accept}`)
          t.equal(header(sent, 'link'), own.length === 0 ? null : '</help>; rel="help"', `${name}, ${method}`)
        }
      }
      const place = `route ${method} /found: its pages have no links`
      t.equal(logged('HYPER041').filter(line => line.startsWith(place)).length, 1, `${name}, ${method}`)
    }
  }
})

t.test('with rewriteUrl, page links and links to routes have the path of the route', async t => {
  const links = defineLinks(links => { links.link('first-order', LinkTarget.route('GetOrder', { id: 1 })) })
  const rewriteUrl = ({ url = '' }: { url?: string | undefined }) => url.replace(/^\/api(?=\/)/, '')
  for (const [baseUrl, prefix] of [['http://localhost', ''], ['http://localhost/api', '/api']] as const) {
    const { get } = await project(t, { links: true }, offsetPage([], { page: 2, pageSize: 10, totalCount: 30 }), {
      options: { links: [], baseUrl },
      server: { rewriteUrl },
      routes: app => app.get('/orders/:id', { config: { hyper: { name: 'GetOrder', links } } }, () => ({}))
    })
    for (const path of ['/api/value?page=2', '/value?page=2']) {
      t.match(member((await get('hal', path)).document, '_links'), {
        self: { href: `${prefix}/value?page=2` }, next: { href: `${prefix}/value?page=3` }
      }, `${path}, ${baseUrl}`)
    }
    t.same(member((await get('hal', '/api/orders/1')).document, '_links'), {
      'first-order': { href: `${prefix}/orders/1` }
    }, baseUrl)
  }
})

t.test('slashes before the path become one', async t => {
  const { get } = await project(t, { links: true }, cursorPage([]), {
    server: { routerOptions: { ignoreDuplicateSlashes: true } }
  })
  for (const target of ['//value', '///value?page=1']) {
    const self = member((await get('default', target)).document, '_links', 'self', 'href')
    t.equal(self, target.replace(/^\/+/, '/'))
  }
})

t.test('the links of a page begin with the base URL', async t => {
  const ROWS: ReadonlyArray<[options: HyperOptions, base: string]> = [
    [{ hrefs: 'absolute', baseUrl: 'https://api.example.com/v1' }, 'https://api.example.com/v1'],
    [{ baseUrl: 'https://api.example.com/v1' }, '/v1'],
    [{ hrefs: 'absolute', baseUrl: () => 'https://api.example.com' }, 'https://api.example.com']
  ]
  for (const [options, base] of ROWS) {
    const page = cursorPage([], { next: 'c2' })
    t.strictSame(await hrefsOf(t, null, page, 'http://evil.example/value?a=1', { options }), {
      self: `${base}?a=1`, next: `${base}?a=1&cursor=c2`
    })
  }
})

t.test('a declared relation is kept, and others are added', async t => {
  const { get } = await project<object>(t, links => {
    links.page({ page: 'page', pageSize: 10, total: 'total' })
    links.self(LinkTarget.uri('/canonical'))
    links.link('search', LinkTarget.uri('/search'))
  }, { page: 1, total: 11 })
  for (const format of ['default', 'hal', 'hal-forms']) {
    t.strictSame(member((await get(format)).document, '_links'), {
      self: { href: '/canonical' },
      search: { href: '/search' },
      first: { href: '/value?page=1' },
      next: { href: '/value?page=2' },
      last: { href: '/value?page=2' }
    }, format)
  }
})

// A scheme, null for a page of cursorPage; a value that does not fit; and the notice.
const UNFIT: Readonly<Record<string, [scheme: PageScheme<unknown> | null, value: object, message: RegExp]>> = {
  'no member': [numbered, { page: 1, total: 3 }, /the page has no member 'size'/],
  'a misspelt member': [
    { ...numbered, total: 'totl' }, at(1, 2), /the page has no member 'totl'\. Did you mean 'total'/
  ],
  'no number': [numbered, at('one', 2), /its page is a string, not a whole number of at least 0/],
  'a size of 0': [numbered, at(1, 2, 0), /its pageSize is a number, not a whole number of at least 1/],
  'an unknown page': [numbered, at(null, 2), /its page is null or undefined/],
  'a path of no member': [{ ...numbered, total: 'page.total' }, at(1, 2), /the page has no member 'page\.total'/],
  'a path with a misspelt beginning': [{ ...numbered, total: 'totl.a' }, at(1, 2), /the page has no member 'totl\.a'/],
  'a promise': [
    { ...numbered, total: (() => Promise.reject(new Error('unheard'))) as never }, at(1, 2), /its total is a promise/
  ],
  'a fraction': [{ offset: 'page', limit: 10, total: 'total' }, at(1.5, 2), /its offset is a number/],
  'an object as a cursor': [{ next: 'next' }, { next: {} }, /its next is an object, not a cursor/],
  'a boolean as a cursor': [{ next: 'next' }, { next: true }, /its next is a boolean, not a cursor/],
  'no cursor': [{ next: 'next' }, {}, /the page has no member 'next'/],
  'a lone surrogate': [{ next: 'next' }, { next: '\ud800' }, /its cursor has a lone surrogate/],
  'a lone surrogate in a page': [
    null, cursorPage([], { next: 'a\ud800' }), /CursorPage, relation 'next': it cannot be resolved.*surrogate/
  ]
}

t.test('values that are no numbers and no cursors are reported once, and the links omitted', async t => {
  for (const [name, [scheme, value, message]] of Object.entries(UNFIT)) {
    const links = scheme === null || defineLinks(links => { links.page(scheme) })
    const { read, logged } = await project(t, { links }, () => value)
    for (let times = 0; times < 2; times++) t.strictSame(await read('_links'), { self: { href: '/value' } }, name)
    const notices = logged('HYPER005')
    t.match(notices[0], message, `${name}: message`)
    t.equal(new Set(notices).size, notices.length)
    const strict = await project(t, { links }, () => value, { options: { mode: 'strict' } })
    t.equal((await strict.get()).status, 500, `${name}: strict`)
  }
})

const BAD_SCHEMES: Readonly<Record<string, [code: string, ...schemes: unknown[]]>> = {
  'no object': ['INVALID_OPTION', 'page'],
  nothing: ['INVALID_OPTION', {}],
  'no total': ['INVALID_OPTION', { page: 'page' }],
  'no total of offsets': ['INVALID_OPTION', { query: { offset: 'skip' } }],
  'an empty name': ['INVALID_OPTION', { ...numbered, total: '' }],
  'a size of 0': ['INVALID_OPTION', { ...numbered, pageSize: 0 }],
  'a total that is not whole': ['INVALID_OPTION', { ...numbered, total: 1.5 }],
  'a number as a cursor': ['INVALID_OPTION', { next: 1 }],
  'an unknown key': ['UNKNOWN_KEY', { ...numbered, totl: 'total' }],
  'keys of two schemes': ['UNKNOWN_KEY', { ...numbered, next: 'next' }],
  'the first page of cursors': ['UNKNOWN_KEY', { next: 'next', firstPage: 1 }],
  'another first page': ['INVALID_OPTION', { ...numbered, firstPage: 2 }],
  'no object of names': ['INVALID_OPTION', { ...numbered, query: 'p' }],
  'an unknown parameter': ['UNKNOWN_KEY', { ...numbered, query: { size: 's' } }],
  'an empty parameter': ['INVALID_OPTION', { ...numbered, query: { page: '' } }],
  'two parameters with one name': ['DUPLICATE_NAME', { ...numbered, query: { page: 'p', pageSize: 'P' } }],
  'the name of the page for its size': ['DUPLICATE_NAME', { ...numbered, query: { pageSize: 'page' } }],
  'the name of the size for the page': ['DUPLICATE_NAME', { ...numbered, query: { page: 'pageSize' } }],
  'the name of the offset for the limit': ['DUPLICATE_NAME', { ...offsets, query: { limit: 'offset' } }],
  'two schemes': ['DUPLICATE_NAME', numbered, numbered]
}

t.test('bad schemes fail the start', async t => {
  for (const [name, [code, ...schemes]] of Object.entries(BAD_SCHEMES)) {
    const links = defineLinks(links => { for (const scheme of schemes) links.page(scheme as PageScheme<unknown>) })
    await t.rejects(project(t, { links }, {}), { code: `FST_ERR_HYPER_${code}` }, name)
  }
})
