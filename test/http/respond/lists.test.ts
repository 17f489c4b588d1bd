import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import hyper, { defineLinks, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { bodyText } from '../../support/documents.ts'
import { projection } from '../../support/projection.ts'
import { header } from '../../support/raw.ts'

// Lists of every length and kind of element are sent as one string.

const LONG = 128 * 1024

class Item {
  readonly id: number
  readonly text: string

  constructor (id: number, text = '') {
    this.id = id
    this.text = text
  }
}

class Stranger { readonly name = 'a stranger' }

const selfOf = ({ id }: Item) => ({ href: `/items/${id}` })
const textOf = (element: unknown) =>
  JSON.stringify(element instanceof Item ? { ...element, _links: { self: selfOf(element) } } : element)
const wantedOf = (values: readonly unknown[]) => `[${values.map(textOf).join()}]`

/** An item whose whole text is of this length. */
function ofLength (length: number, id = 1): Item {
  return new Item(id, 'x'.repeat(length - textOf(new Item(id)).length))
}

const many = (count: number, make: (id: number) => unknown) => Array.from({ length: count }, (_, index) => make(index))
const plainLinks = (links: LinkBuilder<Item>) => { links.self(LinkTarget.route('GetItem', ({ id }: Item) => ({ id }))) }
// Every hundredth has to be waited for, the first one too or not.
const lateLinks = (from: number) => (links: LinkBuilder<Item>) => {
  links.self(({ id }) =>
    id % 100 === from
      ? new Promise(resolve => setImmediate(resolve, LinkTarget.uri(`/items/${id}`)))
      : LinkTarget.uri(`/items/${id}`))
}

interface Sent {
  readonly text: string
  readonly length: number
}

/** What is sent of a list. Hooks get it as a string. */
async function sent (
  t: Test, values: readonly unknown[], declare: (links: LinkBuilder<Item>) => void = plainLinks,
  accept = 'application/json', setup: (app: FastifyInstance) => unknown = () => {}
): Promise<Sent> {
  const { send } = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path', links: [defineLinks(Item, declare)] })
    setup(app)
    app.addHook('onSend', async (_request, _reply, payload) => { t.type(payload, 'string', 'a hook gets a string') })
    app.get('/items/:id', { config: { hyper: { name: 'GetItem' } } }, async () => ({}))
    app.get('/list', { config: { hyper: { links: true } } }, async () => values)
  })
  const response = await send({ method: 'GET', path: '/list', headers: [['Accept', accept]] })
  t.equal(response.status, 200)
  t.match(header(response, 'content-type'), /^application\/json/)
  return { text: bodyText(response), length: Number(header(response, 'content-length')) }
}

const wide = '€ß😀漢'

const LISTS: Readonly<Record<string, readonly unknown[]>> = {
  'no elements': [],
  'one short element': [new Item(1)],
  'just below the border': many(128, () => ofLength(1022)),
  'at the border': many(128, () => ofLength(1023)),
  'one long element': [ofLength(LONG)],
  'one element of many megabytes': [ofLength(3_000_000)],
  'many short elements': many(5000, id => new Item(id)),
  'text of two, three and four bytes': many(500, id => new Item(id, wide.repeat(60))),
  'wide text below the border': many(50, id => new Item(id, wide.repeat(60))),
  'lone surrogates': many(3000, id => new Item(id, '\ud83d \ude00')),
  'a short element before long ones': [new Item(0), ...many(200, () => ofLength(5000))],
  'a long element before very many short ones': [ofLength(300_000), ...many(9_999, id => new Item(id))],
  'a very long element before short ones': [ofLength(1_000_000), ...many(1500, id => new Item(id))],
  'a few long elements before many short ones': [...many(20, () => ofLength(1000)), ...many(500, id => new Item(id))],
  'a short one before long ones of wide text': [new Item(0), ...many(4000, id => new Item(id, wide.repeat(99)))],
  'a long element before short ones': [ofLength(20_000), ...many(9, id => new Item(id))],
  'longer and longer elements': many(300, id => ofLength(500 + 20 * id)),
  'elements that get nothing': many(9000, id =>
    [new Item(id), new Stranger(), null, id, 'a "text"', [new Item(id)], {}, true][id % 8]),
  'elements that get nothing come first': [null, 'a text', ...many(20, id => new Item(id))]
}

t.test('lists', async t => {
  for (const [name, values] of Object.entries(LISTS)) {
    await t.test(name, async t => {
      // A list without a resource in it has no members to add: Fastify writes it by itself.
      const seen = await sent(t, values)
      const wanted = wantedOf(values)
      t.ok(seen.text === wanted, 'the text is that of its elements')
      t.equal(seen.length, Buffer.byteLength(wanted))
      for (const from of [0, 50]) t.ok((await sent(t, values, lateLinks(from))).text === wanted, 'some of them later')
    })
  }
})

t.test('a long list in the other formats', async t => {
  const withAction = (links: LinkBuilder<Item>) => {
    plainLinks(links)
    links.affordance('close', LinkTarget.route('GetItem', ({ id }: Item) => ({ id }))).when(({ id }) => id % 2 === 0)
  }
  const values = many(5000, id => new Item(id)) as Item[]
  const formats: Array<[mediaType: string, member: (item: Item) => object]> = [
    ['application/hal+json', () => ({})],
    ['application/prs.hal-forms+json', item =>
      ({ _templates: { close: { method: 'GET', target: `/items/${item.id}` } } })],
    ['application/json', item => ({ _actions: { close: { href: `/items/${item.id}`, method: 'GET' } } })]
  ]
  for (const [mediaType, member] of formats) {
    const wanted = JSON.stringify(values.map(item =>
      ({ ...item, _links: { self: selfOf(item) }, ...(item.id % 2 === 0 ? member(item) : {}) })))
    const seen = await sent(t, values, withAction, mediaType)
    t.ok(seen.text === wanted, mediaType)
  }
})

t.test('a list with a response schema, and one with a serializer of the app', async t => {
  const values = many(3000, id => new Item(id, wide))
  const linked = (item: Item) => JSON.stringify({ id: item.id, _links: { self: selfOf(item) } })
  const wanted = `[${values.map(value => linked(value as Item)).join()}]`
  const schema = { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } }
  const bySchema = await sent(
    t, values, plainLinks, 'application/json',
    app => app.addHook('onRoute', route => { if (route.url === '/list') route.schema = { response: { 200: schema } } })
  )
  t.ok(bySchema.text === wanted)
  const spaced = await sent(
    t, values, plainLinks, 'application/json',
    app => app.setReplySerializer(payload => JSON.stringify(payload, ['id'], 2))
  )
  t.strictSame(JSON.parse(spaced.text), JSON.parse(wanted), 'with its own white space')
})

// What a serializer of the app may make of a list of three.
const OTHERS: Readonly<Record<string, string>> = {
  'fewer elements': '[{"id":0},{"id":1}]',
  'more elements': '[{"id":0},{"id":1},{"id":2},{"id":3}]',
  'no elements': '[]',
  'an object': '{"items":[]}',
  'what only begins like a list': '[{"id":0},{"id":1},{"id":2}',
  'what ends with something else': '[{"id":0},{"id":1},{"id":2}] ;'
}

t.test('a serializer of the app that changes a list is kept', async t => {
  const values = many(3, id => new Item(id))
  const later = (links: LinkBuilder<Item>) => { links.self(async ({ id }) => LinkTarget.uri(`/items/${id}`)) }
  for (const [name, text] of Object.entries(OTHERS)) {
    for (const declare of [plainLinks, later]) {
      const seen = await sent(t, values, declare, 'application/json', app => app.setReplySerializer(() => text))
      t.equal(seen.text, text, name)
    }
  }
})

t.test('a list that is requested while it is written', async t => {
  const values = many(3000, id => new Item(id, wide))
  for (const at of [0, 1500, 2999]) {
    const inner: string[] = []
    const links = defineLinks(Item, links => {
      plainLinks(links)
      links.link('again', LinkTarget.uri('/again')).when(async ({ id }, { request, server }) => {
        if (id !== at || request.headers['x-inner'] !== undefined) return false
        inner.push(
          ...await Promise.all([1, 2].map(async () =>
            (await server.inject({ url: '/list', headers: { 'x-inner': 'yes' } })).payload))
        )
        return false
      })
    })
    const { send } = await projection(t, async app => {
      await app.register(hyper, { hrefs: 'path', links: [links] })
      app.get('/items/:id', { config: { hyper: { name: 'GetItem' } } }, async () => ({}))
      app.get('/list', { config: { hyper: { links: true } } }, async () => values)
    })
    const outer = bodyText(await send({ method: 'GET', path: '/list' }))
    t.ok(outer === wantedOf(values), `the outer one, from element ${at}`)
    t.strictSame(inner.map(text => text === wantedOf(values)), [true, true], `the inner ones, from element ${at}`)
  }
})

t.test('lists that are requested at the same time', async t => {
  const lists = [
    many(3000, id => new Item(id, 'ß')), many(10, id => new Item(id)), many(2000, id => new Item(id, wide))
  ]
  const { send } = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path', links: [defineLinks(Item, lateLinks(50))] })
    app.get(
      '/list/:index', { config: { hyper: { links: true } } },
      async request => lists[Number((request.params as { index: string }).index)]
    )
  })
  const requested = Array.from({ length: 12 }, (_, index) => index % lists.length)
  const texts =
    await Promise.all(requested.map(async index => bodyText(await send({ method: 'GET', path: `/list/${index}` }))))
  t.strictSame(texts.map((text, at) => text === wantedOf(lists[requested[at]!]!)), requested.map(() => true))
})

t.test('a link that rejects in a long list fails the response, and no rejection is unhandled', async t => {
  const { send } = await projection(t, async app => {
    const links = defineLinks(
      Item, links => {
        links.self(async ({ id }) => { if (id > 1000) throw new Error(`no ${id}`); return LinkTarget.uri('/') })
      }
    )
    await app.register(hyper, { hrefs: 'path', links: [links] })
    app.get('/list', { config: { hyper: { links: true } } }, async () => many(3000, id => new Item(id)))
  })
  const response = await send({ method: 'GET', path: '/list' })
  t.equal(response.status, 500)
  t.match(JSON.parse(bodyText(response)), { message: 'no 1001' })
})
