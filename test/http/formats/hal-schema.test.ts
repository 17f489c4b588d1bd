import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import hyper, { cursorPage, defineLinks, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { buildApp } from '../../../scaffold/templates/minimal/app.ts'
import { halFaults, isObject, member, members, readDocument } from '../../support/documents.ts'
import { header } from '../../support/raw.ts'
import { listen, serve, type Server } from '../../support/servers.ts'

// Every response in HAL and HAL-FORMS is valid under a public schema for HAL. All other tests are held to it where
// responses are received: `checkHal`.

const FORMATS = ['application/hal+json', 'application/prs.hal-forms+json']

class Shop { readonly name = 'shop' }
class Shelf { readonly name = 'shelf' }
class Box { readonly name = 'box' }
class Item { readonly name = 'item' }
class Bare { readonly name = 'bare' }

const at = (path: string) => LinkTarget.uri(path)

const configs = [
  defineLinks(Shop, links => {
    links.curie('acme', 'https://acme.example/rels/{rel}')
    links.curie('unused', 'https://unused.example/{rel}')
    links.self(at('/shop'))
    links.link('acme:owner', at('/owner'), {
      title: 'Owner',
      name: 'o',
      type: 'text/html',
      profile: 'https://p.example',
      hreflang: 'en',
      deprecation: 'https://d.example'
    })
    links.link('search', LinkTarget.template('/search{?q}'))
    links.link('find', LinkTarget.routeTemplate('FindItems'))
    links.link('alternate', at('/de')).hreflang('de')
    links.link('alternate', at('/fr')).hreflang('fr')
    links.linkMany('item', [at('/1'), LinkTarget.template('/{id}')])
    links.linkMany('none', [])
    links.link('gone', () => null)
    links.embed('acme:main', () => new Shelf())
    links.embedMany('shelves', () => [new Shelf(), new Shelf()])
    links.embedMany('empty', () => [])
    links.embed('absent', () => null)
    links.affordance('open', at('/open'))
    links.affordance('find', LinkTarget.route('FindItems')).get()
  }),
  defineLinks(Shelf, links => {
    links.self(at('/shelf'))
    links.embedMany('boxes', () => [new Box()])
  }),
  defineLinks(Box, links => {
    links.link('up', at('/shelf'))
    links.embed('content', () => new Item())
  }),
  defineLinks(Item, links => {
    links.self(at('/item'))
    links.affordance('take', at('/take')).put()
  }),
  defineLinks(Bare, links => { links.self(at('/bare')).when(() => false) })
]

async function declare (app: FastifyInstance): Promise<void> {
  await app.register(hyper, { links: configs })
  const config = { hyper: { links: true } }
  const querystring = { type: 'object', properties: { q: { type: 'string' } } }
  app.get('/shop', { config }, async () => new Shop())
  app.get('/bare', { config }, async () => new Bare())
  app.get('/items', {
    config: { hyper: { links: true, name: 'FindItems' } }, schema: { querystring }
  }, async () => offsetPage([new Item(), new Item()], { page: 2, pageSize: 2, totalCount: 6, rel: 'things' }))
  app.get('/boxes', { config }, async () => cursorPage([new Box()], { next: 'n', prev: 'p' }))
  app.get('/empty', { config }, async () => offsetPage([], { page: 1, pageSize: 2, totalCount: 0 }))
  app.get('/plain', { config }, async () => cursorPage([{ name: 'plain' }]))
}

/** The document at a path, which is valid HAL and labelled so. */
async function fetchHal (t: Test, { send }: Server, path: string, format: string): Promise<unknown> {
  const response = await send({ method: 'GET', path, headers: [['Accept', format]] })
  const document = readDocument(response)
  t.equal(response.status, 200, path)
  t.ok(header(response, 'content-type')?.startsWith(`${format};`), `${path} is ${format}`)
  t.same(halFaults(document), [], `${path} is valid`)
  return document
}

const keys = (document: unknown, ...path: string[]) => Object.keys(members(member(document, ...path)))
const isArray = (document: unknown, ...path: string[]) => Array.isArray(member(document, ...path))

for (const format of FORMATS) {
  t.test(`an app with everything, ${format}`, async t => {
    const server = await serve(t, declare)
    const fetch = (path: string) => fetchHal(t, server, path, format)

    const shop = await fetch('/shop')
    t.same(keys(shop, '_links'), ['self', 'acme:owner', 'search', 'find', 'alternate', 'item', 'none', 'curies'])
    t.same(keys(shop, '_embedded'), ['acme:main', 'shelves', 'empty'])
    for (const rel of ['alternate', 'item', 'none', 'curies']) t.ok(isArray(shop, '_links', rel), `${rel} is an array`)
    t.equal(member(shop, '_links', 'find', 'templated'), true)
    t.equal(
      member(
        shop, '_embedded', 'shelves', '1', '_embedded', 'boxes', '0', '_embedded', 'content', '_links', 'self', 'href'
      ), '/item',
      'to depth 3'
    )
    t.equal(isObject(member(shop, '_templates')), format.includes('forms'))

    t.same(await fetch('/bare'), { name: 'bare' }, 'no links')
    t.same(keys(await fetch('/items'), '_links'), ['self', 'first', 'prev', 'next', 'last'])
    t.ok(isArray(await fetch('/items'), '_embedded', 'things'))
    t.same(keys(await fetch('/boxes'), '_embedded'), ['item'])
    t.same(member(await fetch('/empty'), '_embedded', 'item'), [])
    t.same(keys(await fetch('/plain'), '_embedded', 'item', '0'), ['name'])
  })

  t.test(`the reference API, ${format}`, async t => {
    const app = await buildApp()
    t.teardown(() => app.close())
    const server = await listen(app)
    const start = await fetchHal(t, server, '/', format)
    t.equal((member(start, '_embedded', 'orders') as unknown[]).length, 3)
    for (const id of [7, 42, 99]) t.equal(member(await fetchHal(t, server, `/orders/${id}`, format), 'id'), id)
    const created = await server.send({
      method: 'POST', path: '/orders', headers: [['Accept', format], ['Content-Type', 'application/json']], body: '{}'
    })
    t.same([created.status, halFaults(readDocument(created))], [201, []])
  })
}
