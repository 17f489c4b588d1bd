import type { FastifyInstance } from 'fastify'
import { defineLinks, LinkTarget } from 'fastify-hyper'
import { type HtmlOptions, markup } from 'fastify-hyper/html'
import t, { type Test } from 'tap'
import { pageAt, pagesApp, read } from './pages.ts'

// Components of the app for a member or a type.

class Order { readonly id = 7; readonly status = 'pen<ding'; readonly lines = [{ tea: 'Assam' }] }
class Shop { readonly name = 'Shop' }

const orderLinks = defineLinks(Order, links => { links.self(LinkTarget.uri('/orders/7')) })
const shopLinks = defineLinks(Shop, links => {
  links.embed('latest', () => new Order(), orderLinks)
})

async function build (t: Test, components: unknown): Promise<FastifyInstance> {
  const app = await pagesApp(t, { hyper: { links: [orderLinks, shopLinks] }, html: { components } as HtmlOptions })
  const config = { config: { hyper: { links: true } } } as const
  app.get('/orders/7', config, () => new Order())
  app.get('/orders', config, () => [new Order()])
  app.get('/shop', config, () => new Shop())
  await app.ready()
  return app
}

t.test('a component of a member replaces its value', async t => {
  const app = await build(t, {
    members: {
      status: (value: string, { owner, isCell }: { owner: Order, isCell: boolean }) =>
        markup`<b title="${value}">${owner.id} ${isCell ? 'cell' : 'entry'} ${[markup`<i></i>`, null]}</b>`,
      lines: (lines: unknown[]) => `${lines.length} <lines>`,
      id: (id: number) => id === 7 ? undefined : 'never'
    }
  })
  const entry = await pageAt(app, '/orders/7')
  t.match(entry, '<b title="pen&lt;ding">7 entry <i></i></b>')
  t.match(entry, '<dd dir="auto">1 &lt;lines>', 'strings are escaped')
  t.match(entry, '<dd dir="auto">7</dd>', 'undefined: as without it')
  const cell = await pageAt(app, '/orders')
  t.match(cell, '<b title="pen&lt;ding">7 cell')
})

t.test('the member that names a resource', async t => {
  const app = await build(t, { members: { id: (id: number) => markup`<em>No. ${id}</em>` } })
  t.match(await pageAt(app, '/orders'), '<a href="/orders/7"><em>No. 7</em></a>')
})

t.test('a component of a type replaces the properties of its resources', async t => {
  const app = await build(t, { types: { Order: ({ id }: Order) => markup`<p class="own">Number ${id}</p>` } })
  const own = '<p class="own">Number 7</p>'
  const body = await pageAt(app, '/orders/7')
  t.match(body, own)
  t.notMatch(body, 'pen&lt;ding', 'in place of its properties')
  t.match(await pageAt(app, '/shop'), own, 'embedded')
  t.notMatch(await pageAt(app, '/orders'), own, 'rows have columns')
})

t.test('values are never HTML', async t => {
  const wrong: unknown[] = [{ html: '<script>' }, new Date(), true, () => '']
  for (const value of wrong) {
    const app = await build(t, { members: { status: () => value } })
    const { statusCode, body } = await read(app, '/orders/7')
    t.equal(statusCode, 500)
    t.notMatch(body, '<script>')
  }
  t.equal(markup`${'\'"&<'}`.html, '&#39;&quot;&amp;&lt;')
})

t.test('components that are none', async t => {
  const invalid = 'FST_ERR_HYPER_INVALID_OPTION'
  const cases: Array<[unknown, string]> = [
    [null, invalid], [[], invalid], [{ types: { Order: 'x' } }, invalid], [{ members: new Map() }, invalid],
    [{ types: { Ordr: () => '' } }, invalid], [{ member: {} }, 'FST_ERR_HYPER_UNKNOWN_KEY']
  ]
  for (const [components, code] of cases) await t.rejects(build(t, components), { code })
  await t.rejects(build(t, { types: { Ordr: () => '' } }), { message: /Did you mean 'Order'\?/ })
})
