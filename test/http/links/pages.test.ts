import t from 'tap'
import { CursorPage, OffsetPage } from '../../../lib/declare/pages.ts'
import { cursorPage, defineLinks, type HyperOptions, LinkTarget, offsetPage, type Page } from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { project, type Setup } from '../../support/projection.ts'

// Contract, part 6.

class Order {
  readonly id: number
  readonly secret = 'secret'
  constructor (id: number) {
    this.id = id
  }
}

const orderLinks = defineLinks(Order, links => { links.self(({ id }) => LinkTarget.uri(`/${id}`)) })
const setup: Setup = { options: { links: [orderLinks] } }
const orders = [new Order(1), new Order(2)]
const shown = [1, 2].map(id => ({ id, secret: 'secret', _links: { self: { href: `/${id}` } } }))
const offset = (page: number, totalCount: number, rel?: string) =>
  offsetPage(orders, { page, pageSize: 10, totalCount, ...(rel === undefined ? {} : { rel }) })

const hrefs = (links: unknown) =>
  JSON.stringify(Object.entries(links as Record<string, { href: string }>).map(([rel, { href }]) => [rel, href]))
const FORMATS = ['default', 'vendor', 'hal', 'hal-forms']

// A page, and its links in this order; each is requested at /value.
const LINKS: Readonly<Record<string, [page: Page<unknown>, links: Record<string, string>]>> = {
  'no page at all': [offset(1, 0), { self: '/value' }],
  'the only page': [offset(1, 10), { self: '/value', first: '/value?page=1', last: '/value?page=1' }],
  'the first page': [
    offset(1, 30), { self: '/value', first: '/value?page=1', next: '/value?page=2', last: '/value?page=3' }
  ],
  'a page between': [
    offset(2, 30),
    { self: '/value', first: '/value?page=1', prev: '/value?page=1', next: '/value?page=3', last: '/value?page=3' }
  ],
  'the last page': [
    offset(3, 30), { self: '/value', first: '/value?page=1', prev: '/value?page=2', last: '/value?page=3' }
  ],
  'a page after the last': [
    offset(9, 30), { self: '/value', first: '/value?page=1', prev: '/value?page=3', last: '/value?page=3' }
  ],
  'the page after the last': [
    offset(4, 30), { self: '/value', first: '/value?page=1', prev: '/value?page=3', last: '/value?page=3' }
  ],
  'a second page of nothing': [offset(2, 0), { self: '/value' }],
  'only a cursor page': [cursorPage(orders), { self: '/value' }],
  'the first cursor page': [
    cursorPage(orders, { next: 'c2', prev: null }), { self: '/value', next: '/value?cursor=c2' }
  ],
  'the last cursor page': [cursorPage(orders, { prev: 'c1' }), { self: '/value', prev: '/value?cursor=c1' }],
  'a cursor page between': [
    cursorPage(orders, { prev: 'c1', next: 'c3' }),
    { self: '/value', next: '/value?cursor=c3', prev: '/value?cursor=c1' }
  ],
  'cursors are encoded': [
    cursorPage(orders, { next: 'a b&c=d/é+' }), { self: '/value', next: '/value?cursor=a%20b%26c%3Dd%2F%C3%A9%2B' }
  ],
  'an empty cursor': [cursorPage(orders, { next: '' }), { self: '/value' }]
}

t.test('a page has the links to others that exist, in each format', async t => {
  for (const [name, [page, links]] of Object.entries(LINKS)) {
    const { get } = await project(t, { links: true }, page, setup)
    for (const format of FORMATS) {
      t.equal(
        hrefs(member((await get(format)).document, '_links')), JSON.stringify(Object.entries(links)),
        `${name}, ${format}`
      )
    }
  }
})

t.test('members and items', async t => {
  const offsetMembers = { page: 1, pageSize: 10, totalCount: 2, totalPages: 1 }
  const ROWS: Readonly<Record<string, [page: Page<unknown>, members: object, rel: string]>> = {
    offset: [offset(1, 2), offsetMembers, 'item'],
    'offset with a relation': [offset(1, 2, 'orders'), offsetMembers, 'orders'],
    cursor: [cursorPage(orders), {}, 'item'],
    'cursor with a relation': [cursorPage(orders, { rel: 'acme:orders' }), {}, 'acme:orders'],
    'a relation like a member': [cursorPage(orders, { rel: '__proto__' }), {}, '__proto__']
  }
  for (const [name, [page, members, rel]] of Object.entries(ROWS)) {
    const { get } = await project(t, { links: true }, page, setup)
    for (const format of ['default', 'vendor']) {
      const { _links: links, ...own } = (await get(format)).document as Record<string, unknown>
      t.equal(JSON.stringify(own), JSON.stringify({ items: shown, ...members }), `${name}, ${format}`)
      t.ok(links)
    }
    for (const format of ['hal', 'hal-forms']) {
      const { document, type } = await get(format)
      const { _links: links, _embedded: embedded, ...own } = document as Record<string, unknown>
      t.strictSame(own, members, `${name}, ${format}: the items are removed`)
      t.equal(JSON.stringify(embedded), `{${JSON.stringify(rel)}:${JSON.stringify(shown)}}`, `${name}, ${format}`)
      t.ok(
        type!.startsWith(format === 'hal' ? 'application/hal+json' : 'application/prs.hal-forms+json'),
        'a page is labelled'
      )
      t.ok(links)
    }
    const bare = await project(t, { links: true, format: 'none' }, page, setup)
    t.equal((await bare.get()).text, JSON.stringify(page), `${name}, bare`)
  }
})

t.test('an empty page has an empty array', async t => {
  const { get } = await project(t, { links: true }, cursorPage([]), setup)
  t.equal((await get()).text, '{"items":[],"_links":{"self":{"href":"/value"}}}')
  t.equal((await get('hal')).text, '{"_links":{"self":{"href":"/value"}},"_embedded":{"item":[]}}')
})

t.test('members that the schema omits stay omitted', async t => {
  const id = { type: 'integer' }
  const items = { type: 'array', items: { type: 'object', properties: { id } } }
  const RESPONSES: Readonly<Record<string, [properties: object, flat: unknown, hal: unknown]>> = {
    'fields of items': [
      { items, page: id },
      { items: [{ id: 1, _links: { self: { href: '/1' } } }, { id: 2, _links: { self: { href: '/2' } } }], page: 1 },
      {
        page: 1,
        _embedded: { item: [{ id: 1, _links: { self: { href: '/1' } } }, { id: 2, _links: { self: { href: '/2' } } }] }
      }
    ],
    'the items': [{ totalCount: id }, { totalCount: 2 }, { totalCount: 2 }],
    everything: [{}, {}, {}]
  }
  for (const [name, [properties, flat, hal]] of Object.entries(RESPONSES)) {
    const { get } = await project(t, { links: true }, offset(1, 2), {
      ...setup, schema: { response: { 200: { type: 'object', properties } } }
    })
    for (const [format, wanted] of [['default', flat], ['hal', hal], ['hal-forms', hal]] as const) {
      const { _links: links, ...rest } = (await get(format)).document as Record<string, unknown>
      t.strictSame(rest, wanted, `${name}, ${format}`)
      t.ok(links)
    }
  }
})

// The request target, and the links to itself and to the next page.
const URLS: Readonly<Record<string, [target: string, self: string, next: string, options?: HyperOptions]>> = {
  'a query of its own': ['/value?sort=id', '/value?sort=id', '/value?sort=id&page=2'],
  'its own parameter': ['/value?a=1&page=7&b=2', '/value?a=1&page=7&b=2', '/value?a=1&page=2&b=2'],
  'another case': ['/value?PAGE=7', '/value?PAGE=7', '/value?page=2'],
  'an encoded name': ['/value?p%61ge=7', '/value?p%61ge=7', '/value?page=2'],
  'the parameter twice': ['/value?page=7&a&Page=8', '/value?page=7&a&Page=8', '/value?page=2&a'],
  'the parameter without a value': ['/value?page', '/value?page', '/value?page=2'],
  'an empty query': ['/value?', '/value?', '/value?page=2'],
  'everything else stays byte for byte': [
    '/value?a=%20+&&b=%zz&=&c=%C3%A9', '/value?a=%20+&&b=%zz&=&c=%C3%A9', '/value?a=%20+&&b=%zz&=&c=%C3%A9&page=2'
  ],
  'a hostile query': ['/value?"><script>&page=1', '/value?"><script>&page=1', '/value?"><script>&page=2'],
  'a URL in the query': [
    '/value?url=http://evil.example//', '/value?url=http://evil.example//', '/value?url=http://evil.example//&page=2'
  ],
  'a longer name': ['/value?pages=1&page[]=2', '/value?pages=1&page[]=2', '/value?pages=1&page[]=2&page=2'],
  'an absolute form': ['http://evil.example/value?a=1', '/value?a=1', '/value?a=1&page=2'],
  'renamed by paging': ['/value?page=7&p=1', '/value?page=7&p=1', '/value?page=7&p=2', { paging: { page: 'p' } }],
  'renamed to what needs escapes': [
    '/value?p%5Bn%5D=1', '/value?p%5Bn%5D=1', '/value?p%5Bn%5D=2', { paging: { page: 'p[n]' } }
  ]
}

t.test('the current URL is kept but for one parameter', async t => {
  for (const [name, [target, self, next, options]] of Object.entries(URLS)) {
    const { get } = await project(t, { links: true }, offset(1, 20), { options: { ...setup.options, ...options } })
    const { document } = await get('default', target)
    t.equal(member(document, '_links', 'self', 'href'), self, name)
    t.equal(member(document, '_links', 'next', 'href'), next, `${name}, next`)
  }
  const cursors = await project(t, { links: true }, cursorPage([], { next: 'c2' }), {
    options: { paging: { cursor: 'after' } }
  })
  t.equal(
    member((await cursors.get('default', '/value?AFTER=c1&cursor=x')).document, '_links', 'next', 'href'),
    '/value?after=c2&cursor=x'
  )
})

t.test('a query that is too long is not repeated', async t => {
  const target = (length: number) => `/value?${'a'.repeat(length)}`
  for (const mode of ['lax', 'strict'] as const) {
    for (const [page, rels] of [
      [offset(2, 30), ['self', 'first', 'prev', 'next', 'last']], [cursorPage([], { next: 'c' }), ['self', 'next']]
    ] as const) {
      const { get, logged } = await project(t, { links: true }, page, { options: { ...setup.options, mode } })
      const linksAt = async (length: number) =>
        member((await get('default', target(length))).document, '_links') as Record<string, { href: string }>
      t.same(Object.keys(await linksAt(4096)), rels, `${mode}, as long as may be`)
      t.same(logged('HYPER022'), [])
      for (let times = 0; times < 2; times++) {
        t.same(await linksAt(4097), { self: { href: target(4097) } }, `${mode}, longer`)
      }
      t.match(logged('HYPER022'), { length: 1, 0: /^links of a page: all links but 'self' are omitted.*4096/ })
    }
  }
  const last = await project(t, { links: true }, cursorPage([]), setup)
  await last.get('default', target(5000))
  t.same(last.logged('HYPER022'), [], 'where no link is omitted')
})

t.test('a cursor that no URL can hold has no link', async t => {
  const page = cursorPage([], { next: 'a\ud800', prev: 'c1' })
  const lax = await project(t, { links: true }, page)
  for (let times = 0; times < 2; times++) t.same(Object.keys(await lax.read('_links') as object), ['self', 'prev'])
  t.match(lax.logged('HYPER005'), { length: 1, 0: /CursorPage.*'next' cannot be resolved.*surrogate/ })
  const strict = await project(t, { links: true }, page, { options: { mode: 'strict' } })
  t.equal((await strict.get()).status, 500)
})

t.test('slashes before the path become one', async t => {
  const { get } = await project(t, { links: true }, offset(1, 20), {
    ...setup, server: { routerOptions: { ignoreDuplicateSlashes: true } }
  })
  for (const target of ['//value', '///value?page=1']) {
    const self = member((await get('default', target)).document, '_links', 'self', 'href')
    t.equal(self, target.replace(/^\/+/, '/'))
  }
})

t.test('origins', async t => {
  const ROWS: ReadonlyArray<[options: HyperOptions, base: string]> = [
    [{ hrefs: 'absolute', baseUrl: 'https://api.example.com/v1' }, 'https://api.example.com/v1'],
    [{ baseUrl: 'https://api.example.com/v1' }, '/v1'],
    [{ hrefs: 'absolute', baseUrl: () => 'https://api.example.com' }, 'https://api.example.com']
  ]
  for (const [options, base] of ROWS) {
    const { get } = await project(t, { links: true }, offset(1, 20), { options })
    const { document } = await get('default', 'http://evil.example/value?a=1')
    t.strictSame(['self', 'next'].map(rel => member(document, '_links', rel, 'href')), [
      `${base}/value?a=1`, `${base}/value?a=1&page=2`
    ], base)
  }
})

const more = LinkTarget.uri('/more')
const next = { href: '/value?page=2' }

class Report extends OffsetPage<Order> {}

t.test('a configuration of the class of the page', async t => {
  const pageLinks = (type: typeof OffsetPage | typeof CursorPage | typeof Report) =>
    defineLinks<object>(type as never, links => {
      links.link('acme:more', more)
      links.link('NEXT', more)
      links.self(more)
      links.affordance('refresh', more)
      links.embed('summary', () => ({ id: 5 }))
    })
  const report = new Report(orders, { page: 1, pageSize: 10, totalCount: 20 })
  for (const [page, type] of [[offset(1, 20), OffsetPage], [report, Report], [report, OffsetPage]] as const) {
    const { get } = await project(
      t, { links: true }, page, { options: { links: [orderLinks, pageLinks(type)], curies: { acme: '/{rel}' } } }
    )
    const { document } = await get()
    t.strictSame(Object.keys(member(document, '_links') as object), [
      'self', 'first', 'next', 'last', 'acme:more', 'curies'
    ], 'the links of the page come first')
    t.strictSame(member(document, '_links', 'self'), { href: '/value' }, 'and win')
    t.strictSame(member(document, '_links', 'next'), next)
    t.strictSame(member(document, '_actions'), { refresh: { href: '/more', method: 'POST' } })
    t.strictSame(member((await get('hal')).document, '_embedded'), { item: shown, summary: { id: 5 } })
  }
  const cursors = await project(t, { links: true }, cursorPage(orders, { next: 'c2' }), {
    options: { links: [pageLinks(CursorPage)] }
  })
  t.strictSame(Object.keys(await cursors.read('_links') as object), ['self', 'next', 'acme:more'])
})

t.test('a prefix of the page goes before that of the app', async t => {
  const pageLinks = defineLinks(OffsetPage, links => {
    links.curie('acme', '/mine/{rel}')
    links.link('acme:more', more)
  })
  const { read } = await project(t, { links: true }, offset(
    1, 20
  ), { options: { links: [orderLinks, pageLinks], curies: { acme: '/{rel}' } } })
  t.strictSame(await read('_links', 'curies'), [{ href: '/mine/{rel}', templated: true, name: 'acme' }])
})

t.test('the prefix of the items is explained only in HAL', async t => {
  const { get } = await project(t, { links: true }, offset(
    1, 2, 'acme:orders'
  ), { options: { links: [orderLinks], curies: { acme: '/{rel}', doc: '/{rel}' } } })
  t.equal(member((await get()).document, '_links', 'curies'), undefined)
  for (const format of [
    'hal', 'hal-forms'
  ]) {
    t.strictSame(member((await get(format)).document, '_links', 'curies'), [{
      href: '/{rel}', templated: true, name: 'acme'
    }], format)
  }
})

t.test('bound items', async t => {
  const bound = defineLinks<object>(links => { links.link('bound', more) })
  for (const page of [
    offsetPage([{ id: 1 }, new Order(2)], { page: 1, pageSize: 2, totalCount: 2 }),
    cursorPage([{ id: 1 }, new Order(2)])
  ]) {
    const { get } = await project(t, { links: bound }, page, setup)
    for (const [format, at] of [['default', ['items']], ['hal', ['_embedded', 'item']]] as const) {
      const { document } = await get(format)
      const items = member(document, ...at) as unknown[]
      t.strictSame(items.map(item => Object.keys(member(item, '_links') as object)), [['bound'], ['bound']], format)
      t.equal(member(document, '_links', 'bound'), undefined, 'the configuration is that of the items')
    }
  }
})

t.test('a page is never changed', async t => {
  const page = Object.freeze(offset(1, 20))
  const before = JSON.stringify(page)
  const { get } = await project(t, { links: true }, page, setup)
  for (const format of FORMATS) t.equal((await get(format)).status, 200)
  t.equal(JSON.stringify(page), before)
})
