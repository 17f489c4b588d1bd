import type { FastifyReply } from 'fastify'
import hyper, { defineLinks, LinkTarget, offsetPage } from 'fastify-hyper'
import { html, markup } from 'fastify-hyper/html'
import t, { type Test } from 'tap'
import sourceHyper from '../../../lib/index.ts'
import { newApp } from '../../support/servers.ts'
import { pageAt, read } from './pages.ts'

// A page shows the beginning of a long list. It only counts the rest, which costs nothing then.

const LENGTH = 250
const SHOWN = 200

/** A row whose JSON and links tell that it was read. */
class Row {
  readonly id: number
  readonly #seen: Set<number>
  constructor (id: number, seen: Set<number>) {
    this.id = id
    this.#seen = seen
    Object.defineProperty(this, 'name', { enumerable: true, get: () => this.#read() })
  }

  #read (): string {
    this.#seen.add(this.id)
    return `Tea ${this.id}`
  }
}

async function build (t: Test, value: (rows: Row[], reply: FastifyReply) => unknown, isLinked = true) {
  const [seen, linked] = [new Set<number>(), new Set<number>()]
  const item = defineLinks(Row, links => {
    links.link('help', ({ id }) => {
      linked.add(id)
      return LinkTarget.uri(`/help/${id}`)
    })
  })
  const list = defineLinks<{ items: Row[] }>(links => {
    links.items('items', item)
    links.link('size', ({ items }) => LinkTarget.uri(`/size/${items.length}`))
  })
  const app = newApp(t)
  await app.register(hyper, { hrefs: 'path', links: isLinked ? [item] : [] })
  await app.register(html)
  const rows = Array.from({ length: LENGTH }, (_, id) => new Row(id, seen))
  const sent = value(rows, {} as FastifyReply)
  const links = Array.isArray(sent) || 'totalCount' in (sent as object) ? true : list
  app.get('/', { config: { hyper: { links } } }, (_request, reply) => value(rows, reply))
  return { app, seen, linked }
}

t.test('what a page only counts is neither serialized nor linked', async t => {
  const rows: Array<[name: string, value: (rows: Row[]) => unknown, isLinked: boolean]> = [
    ['an array', rows => rows, true],
    ['an array without links', rows => rows, false],
    ['an envelope', rows => ({ total: 1000, items: rows }), true],
    ['a page', rows => offsetPage(rows, { page: 1, pageSize: LENGTH, totalCount: 1000 }), true]
  ]
  for (const [name, value, isLinked] of rows) {
    const { app, seen, linked } = await build(t, value, isLinked)
    const page = await pageAt(app, '/')
    t.equal(page.match(/<tr>/g)?.length, SHOWN + 1, name)
    t.match(page, '<p class="muted">50 more items in the JSON</p>', name)
    t.match(page, name.startsWith('an array') ? '250 ' : '1,000 ', name)
    t.same([seen.size, linked.size], [SHOWN, isLinked ? SHOWN : 0], name)
    const json = await app.inject('/')
    t.match(json.body, /"id":249,"name":"Tea 249"/, name)
    t.same([seen.size, linked.size], [LENGTH, isLinked ? LENGTH : 0], name)
  }
})

t.test('links of an envelope see its whole list', async t => {
  const { app } = await build(t, rows => ({ items: rows }))
  t.match(await pageAt(app, '/'), 'href="/size/250"')
})

t.test('a list that is sent as JSON, or by a serializer of the app, is whole', async t => {
  const rows: Array<[name: string, value: (rows: Row[], reply: FastifyReply) => unknown]> = [
    ['a media type of the handler', (rows, reply) => reply.type?.('application/vnd.tea+json').send(rows) ?? rows],
    ['a serializer', (rows, reply) => reply.serializer?.((list: unknown) => JSON.stringify(list)).send(rows) ?? rows]
  ]
  for (const [name, value] of rows) {
    for (const isLinked of [true, false]) {
      const { app, seen } = await build(t, value, isLinked)
      const { body } = await read(app, '/')
      t.equal(seen.size, LENGTH, name)
      t.match(body, '"name":"Tea 249"', name)
    }
  }
  const failed = await build(t, (rows, reply) => reply.code?.(400).send(rows) ?? rows, false)
  t.equal((await read(failed.app, '/')).statusCode, 400)
  t.equal(failed.seen.size, LENGTH)
})

t.test('a media type that a callback sets', async t => {
  const app = newApp(t)
  await app.register(sourceHyper, { hrefs: 'path' })
  await app.register(html)
  const links = defineLinks<{ id: number }>(links => {
    links.link('help', (_, { reply }) => {
      reply.type('application/vnd.tea+json')
      return LinkTarget.uri('/help')
    })
  })
  app.get('/', { config: { hyper: { links } } }, () => Array.from({ length: LENGTH }, (_, id) => ({ id })))
  const { body, headers } = await read(app, '/')
  t.match(headers['content-type'], 'application/vnd.tea+json')
  t.match(JSON.parse(body), { length: LENGTH, 249: { id: 249, _links: { help: { href: '/help' } } } })
})

t.test('an object with many members', async t => {
  const many = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`member${index}`, index]))
  class Wide { readonly tags = Array.from({ length: 300 }, (_, index) => `tag ${index}`); readonly many = many }
  class Open { constructor () { Object.assign(this, many) } }
  const app = newApp(t)
  await app.register(hyper, {
    links: [Wide, Open].map(type => defineLinks(type, links => { links.self(LinkTarget.uri(`/${type.name}`)) }))
  })
  await app.register(html, { components: { types: { Open: open => markup`${Object.keys(open).length} in all` } } })
  const config = { config: { hyper: { links: true } } }
  app.get('/plain', { config: { hyper: { links: defineLinks<object>(() => {}) } } }, () => many)
  app.get('/list', { config: { hyper: { links: defineLinks<object>(() => {}) } } }, () => [many])
  app.get('/wide', config, () => new Wide())
  app.get('/open', config, () => new Open())
  t.match(await pageAt(app, '/plain'), /<dt>Member49<[^]*1,450 more in the JSON/)
  t.match(await pageAt(app, '/wide'), /1,450 more in the JSON[^]*|250 more in the JSON/)
  t.match(await pageAt(app, '/open'), '1500 in all')
  t.match(await pageAt(app, '/list'), 'more members in each item')
})

t.test('a long list without links whose elements have a JSON of their own is a page', async t => {
  const app = newApp(t)
  await app.register(sourceHyper, { hrefs: 'path' })
  await app.register(html)
  const rows = Array.from({ length: 300 }, (_, id) => ({ toJSON: () => ({ name: `Row ${id}` }) }))
  app.get('/rows', { config: { hyper: { links: true } } }, () => rows)
  const { statusCode, body } = await read(app, '/rows')
  t.equal(statusCode, 200)
  t.match(body, 'Row 0')
  t.notMatch(body, 'Row 299')
})
