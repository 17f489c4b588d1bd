import t from 'tap'
import { cursorPage, defineLinks, LinkTarget, OffsetPage, offsetPage } from '../../../lib/index.ts'
import hyper from '../../../lib/index.ts'
import { ACCEPT, projection } from '../../support/projection.ts'

// A format writes each kind of resource once, and the others get their own strings. So each element of a list that has
// all kinds is what it is by itself.

class Inner { readonly id: number; constructor (id: number) { this.id = id } }

class Thing {
  readonly id: number
  readonly text = '"_links": {"a": 1}, \\ and a quote "'
  constructor (id: number) { this.id = id }
}

const has = (id: number, bit: number) => (id >> bit) % 2 === 1

const inner = defineLinks<Inner>(links => { links.self(LinkTarget.uri('/inner')) })
const things = defineLinks<Thing>(links => {
  links.curie('acme', '/rels/{rel}')
  links.self(LinkTarget.route('thing', ({ id }) => ({ id })))
  links.link('acme:about', ({ id }) =>
    LinkTarget.uri(`https://other.example.com/"${id}"`, { title: `Thing "${id}"` })).when(({ id }) => has(id, 0))
  links.linkMany('tag', ({ id }) => has(id, 1) ? [LinkTarget.uri(`/tags/${id}`), LinkTarget.uri('/tags/2')] : [])
  links.link('item', LinkTarget.route('thing', ({ id }) => ({ id }))).when(({ id }) => has(id, 2))
  links.link('item', LinkTarget.uri('/items'))
  links.embed('inner', ({ id }) => has(id, 3) ? new Inner(id) : null, inner)
  links.embedMany('others', ({ id }) => Array.from({ length: id % 3 }, (_, index) => new Inner(index)), inner)
  links.affordance('change', LinkTarget.route('change', ({ id }) => ({ id }))).when(({ id }) => has(id, 4))
})

for (const format of Object.keys(ACCEPT)) {
  t.test(`each element of a list is what it is by itself: ${format}`, async t => {
    const { get } = await projection(t, async app => {
      await app.register(hyper, { hrefs: 'path' })
      const values = Array.from({ length: 64 }, (_, id) => new Thing(id))
      const body = { type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } }
      app.get('/things', { config: { hyper: { links: things } } }, () => values)
      app.get<{ Params: { id: number } }>(
        '/things/:id', { config: { hyper: { name: 'thing', links: things } } }, ({ params }) => values[params.id]
      )
      app.put('/things/:id', { schema: { body }, config: { hyper: { name: 'change', links: false } } }, () => ({}))
    })
    const list = (await get(format, '/things')).document as unknown[]
    t.equal(list.length, 64)
    for (const [id, element] of list.entries()) t.strictSame(element, (await get(format, `/things/${id}`)).document)
  })
}

t.test('pages with the same links have the items of their own, under the relation of their own', async t => {
  const { get } = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path' })
    const pages = [
      cursorPage([{ id: 1 }]), cursorPage([1]), cursorPage([{ id: 2 }], { rel: 'thing' }), cursorPage([{ id: 3 }, 4]),
      cursorPage([{ id: 5 }])
    ]
    app.get<{ Params: { index: number } }>(
      '/pages/:index', { config: { hyper: { links: things } } }, ({ params }) => pages[params.index]
    )
  })
  const documents = await Promise.all([0, 1, 2, 3, 4].map(async index =>
    (await get('hal', `/pages/${index}`)).document as { _embedded?: object, items?: unknown[] }))
  t.match(documents.map(({ _embedded }) => Object.keys(_embedded ?? {})), [['item'], [], ['thing'], [], ['item']])
  t.strictSame(documents.map(({ items }) => items?.length), [undefined, 1, undefined, 2, undefined])
  t.match(documents[4], { _embedded: { item: [{ id: 5 }] } })
})

const ofPages = defineLinks(OffsetPage, links => {
  links.embed('about', ({ page }) => page === 2 ? new Inner(2) : null, inner)
})

for (const format of ['hal', 'hal-forms']) {
  t.test(`a page has its items, and what it embeds itself: ${format}`, async t => {
    const { get } = await projection(t, async app => {
      await app.register(hyper, { hrefs: 'path', links: [ofPages] })
      const route = { config: { hyper: { links: inner } } }
      app.get<{ Params: { page: string } }>('/pages/:page', route, ({ params: { page } }) =>
        offsetPage([new Inner(1)], { page: Number(page), pageSize: 1, totalCount: 2, rel: 'order' }))
    })
    for (const [page, names] of [[1, ['order']], [2, ['about', 'order']], [1, ['order']]] as const) {
      const { _embedded: embedded } = (await get(format, `/pages/${page}`)).document as { _embedded: object }
      t.strictSame(Object.keys(embedded).sort(), names)
    }
  })
}
