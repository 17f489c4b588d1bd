import t from 'tap'
import { CursorPage, OffsetPage } from '../../../lib/declare/pages.ts'
import { cursorPage, defineLinks, LinkTarget, offsetPage, type Page } from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { ACCEPT, project, type Setup } from '../../support/projection.ts'

// What a page has beside its links to other pages, which are in page-links.test.ts.

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

t.test('the items are in items, and in HAL under their relation', async t => {
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
      t.ok(type!.startsWith(ACCEPT[format]!), 'a page is labelled')
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
  const linked = [{ id: 1, _links: { self: { href: '/1' } } }, { id: 2, _links: { self: { href: '/2' } } }]
  const RESPONSES: Readonly<Record<string, [properties: object, flat: unknown, hal: unknown]>> = {
    'fields of items': [{ items, page: id }, { items: linked, page: 1 }, { page: 1, _embedded: { item: linked } }],
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

t.test('a page whose serializer writes something else', async t => {
  const page = offsetPage([{ id: 1 }], { page: 1, pageSize: 1, totalCount: 1 })
  const _links = { self: { href: '/value' }, first: { href: '/value?page=1' }, last: { href: '/value?page=1' } }
  const ROWS: Readonly<Record<string, [text: string, expected: unknown]>> = {
    'no object': ['"a text"', 'a text'],
    'no items of its own': ['{"page":1}', { page: 1, _links }],
    'other items': ['{"items":[1,2]}', { items: [1, 2], _links }]
  }
  for (const [name, [text, expected]] of Object.entries(ROWS)) {
    const { read } = await project(t, { links: true }, (_request, reply) => {
      reply.serializer(() => text)
      return page
    })
    t.same(await read(), expected, name)
  }
})

const more = LinkTarget.uri('/more')

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
    t.strictSame(member(document, '_links', 'next'), { href: '/value?page=2' })
    t.strictSame(member(document, '_actions'), { refresh: { href: '/more', method: 'POST' } })
    t.strictSame(member((await get('hal')).document, '_embedded'), { item: shown, summary: { id: 5 } })
  }
  const cursors = await project(t, { links: true }, cursorPage(orders, { next: 'c2' }), {
    options: { links: [pageLinks(CursorPage)] }
  })
  t.strictSame(Object.keys(await cursors.read('_links') as object), ['self', 'next', 'acme:more'])
})

t.test('a configuration for the response schema of a page adds to its links', async t => {
  const { read } = await project(t, { links: true }, cursorPage([]), {
    options: { links: [defineLinks<object>('OrderPage', links => { links.link('more', more) })] },
    schema: { response: { 200: { $id: 'OrderPage', type: 'object', properties: { page: { type: 'integer' } } } } }
  })
  t.same(await read('_links'), { self: { href: '/value' }, more: { href: '/more' } })
})

t.test('a prefix of the page goes before that of the app', async t => {
  const pageLinks = defineLinks(OffsetPage, links => {
    links.curie('acme', '/mine/{rel}')
    links.link('acme:more', more)
  })
  const options = { links: [orderLinks, pageLinks], curies: { acme: '/{rel}' } }
  const { read } = await project(t, { links: true }, offset(1, 20), { options })
  t.strictSame(await read('_links', 'curies'), [{ href: '/mine/{rel}', templated: true, name: 'acme' }])
})

t.test('the prefix of the items is explained only in HAL', async t => {
  const { get } = await project(t, { links: true }, offset(1, 2, 'acme:orders'), {
    options: { links: [orderLinks], curies: { acme: '/{rel}', doc: '/{rel}' } }
  })
  t.equal(member((await get()).document, '_links', 'curies'), undefined)
  const acme = { href: '/{rel}', templated: true, name: 'acme' }
  for (const format of ['hal', 'hal-forms']) {
    t.strictSame(member((await get(format)).document, '_links', 'curies'), [acme], format)
  }
})

t.test('a bound configuration is that of the items', async t => {
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
      t.equal(member(document, '_links', 'bound'), undefined)
    }
  }
})

t.test('a page is never changed', async t => {
  const page = Object.freeze(offset(1, 20))
  const before = JSON.stringify(page)
  const { get } = await project(t, { links: true }, page, setup)
  for (const format of Object.keys(ACCEPT)) t.equal((await get(format)).status, 200)
  t.equal(JSON.stringify(page), before)
})
