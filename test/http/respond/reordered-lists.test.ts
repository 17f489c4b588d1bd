import type { FastifyInstance, FastifyReply } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import t, { type Test } from 'tap'
import { z } from 'zod'
import hyper, { cursorPage, defineLinks, type LinkBuilder, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { projection } from '../../support/projection.ts'

// A serializer of the app may write other elements than it gets, or in another order:
// no element ever has the links of another one.

interface Item {
  readonly id: number
  readonly rank: number
}

type Serialize = (payload: unknown) => string

const itemsOf = (count: number): Item[] => Array.from({ length: count }, (_, id) => ({ id, rank: (id * 7) % count }))
const hrefOf = (id: unknown) => `/items/${id}`
const now = (links: LinkBuilder<Item>) => { links.self(({ id }) => LinkTarget.uri(hrefOf(id))) }
const later = (links: LinkBuilder<Item>) => { links.self(async ({ id }) => LinkTarget.uri(hrefOf(id))) }

/** Serializes a list, or the items of a page, after a change. */
const changing = (change: (items: Item[]) => unknown[]): Serialize => payload =>
  JSON.stringify(Array.isArray(payload)
    ? change(payload as Item[])
    : { ...payload as object, items: change((payload as { items: Item[] }).items) })

// What becomes of the elements. All but the first keep their number.
const CHANGES: Readonly<Record<string, (items: Item[]) => unknown[]>> = {
  reversed: items => [...items].reverse(),
  sorted: items => [...items].sort((a, b) => b.rank - a.rank),
  'swapped in pairs': items => items.map((_, index) => items[index ^ 1] ?? items[index]!),
  rotated: items => [...items.slice(1), ...items.slice(0, 1)],
  'the last two swapped': items => [...items.slice(0, -2), ...items.slice(-2).reverse()],
  'one in place of another': items => items.map((item, index) => index === items.length - 1 ? items[0]! : item),
  'one omitted, one twice': items => [...items.slice(1), ...items.slice(-1)],
  'one omitted, something else at the end': items => [...items.slice(1), { id: -1, rank: 0 }],
  filtered: items => items.filter(({ id }) => id !== 0),
  'with the number of elements': items => items.map(item => ({ ...item, of: items.length }))
}

type Install = (app: FastifyInstance, serialize: Serialize) => ((reply: FastifyReply) => unknown) | void

const INSTALLS: Readonly<Record<string, Install>> = {
  'reply.serializer': (_, serialize) => reply => reply.serializer(serialize).type('application/json'),
  setReplySerializer: (app, serialize) => { app.setReplySerializer(serialize) },
  setSerializerCompiler: (app, serialize) => { app.setSerializerCompiler(() => serialize) },
  'the serializerCompiler of a route': (app, serialize) => {
    app.addHook('onRoute', route => { route.serializerCompiler = () => serialize })
  }
}

const KINDS: Readonly<Record<string, (items: Item[]) => object>> = {
  'a list': items => items,
  'an offset page': items => offsetPage(items, { page: 1, pageSize: 100, totalCount: 1000 }),
  'a cursor page': items => cursorPage(items, { next: 'n' })
}

interface Written {
  readonly id?: unknown
  readonly _links?: { readonly self: { readonly href: string } }
}

async function listed (
  t: Test, value: object, install: (app: FastifyInstance) => ((reply: FastifyReply) => unknown) | void, declare = now
) {
  const { get, logged } = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path' })
    const prepare = install(app)
    app.get('/value', {
      schema: { response: { 200: { description: 'anything' } } },
      config: { hyper: { links: defineLinks<Item>('item', declare) } }
    }, (_, reply) => {
      prepare?.(reply)
      reply.send(value)
    })
  })
  const { status, document } = await get()
  t.equal(status, 200)
  return { items: (Array.isArray(document) ? document : member(document, 'items')) as Written[], logged }
}

const foreign = (items: readonly Written[]) =>
  items.filter(item => item._links !== undefined && item._links.self.href !== hrefOf(item.id))

for (const [by, install] of Object.entries(INSTALLS)) {
  t.test(by, async t => {
    for (const [kind, make] of Object.entries(KINDS)) {
      for (const [name, change] of Object.entries(CHANGES)) {
        for (const [when, declare] of Object.entries({ now, later })) {
          const { items, logged } = await listed(t, make(itemsOf(8)), app => install(app, changing(change)), declare)
          t.strictSame(foreign(items), [], `${kind}, ${name}, ${when}: no link of another element`)
          t.strictSame(
            items.map(({ id }) => id), (change(itemsOf(8)) as Written[]).map(({ id }) => id),
            'all else is as the serializer wrote it'
          )
          t.match(logged('HYPER018'), [/^route GET \/value: the elements of a list have no links/], 'reported once')
        }
      }
      const { items, logged } = await listed(t, make(itemsOf(8)), app => install(app, changing(items => items)))
      t.strictSame(
        items.map(item => item._links?.self.href), itemsOf(8).map(({ id }) => hrefOf(id)), `${kind}, as it is: links`
      )
      t.strictSame(logged('HYPER018'), [])
    }
  })
}

t.test('toJSON of an array', async t => {
  const reversed = Object.assign(itemsOf(4), { toJSON (this: Item[]) { return [...this].reverse() } })
  const same = Object.assign(itemsOf(4), { toJSON (this: Item[]) { return [...this] } })
  t.strictSame((await listed(t, reversed, () => {})).items, itemsOf(4).reverse())
  t.strictSame(
    (await listed(t, same, () => {})).items.map(item => item._links?.self.href), itemsOf(4).map(({ id }) => hrefOf(id))
  )
  const counted = Object.assign(itemsOf(4), {
    toJSON (this: Item[]) { return this.map(item => ({ ...item, of: this.length })) }
  })
  const { items, logged } = await listed(t, counted, () => {})
  t.strictSame(items, itemsOf(4).map(item => ({ ...item, of: 4 })), 'elements that depend on the list have no links')
  t.equal(logged('HYPER018').length, 1)
})

t.test('the iterator of a subclass of Array is not used: serializers write by index', async t => {
  class Reversed extends Array<Item> {
    override * [Symbol.iterator] (): ArrayIterator<Item> {
      for (let index = this.length; index-- > 0;) yield this[index]!
    }
  }
  const { items, logged } = await listed(t, Reversed.from(itemsOf(4)), () => {})
  t.strictSame(items.map(item => item._links?.self.href), items.map(({ id }) => hrefOf(id)))
  t.strictSame(logged('HYPER018'), [])
})

t.test('a serializer that rejects a list of one', async t => {
  const picky: Serialize = payload => {
    const items = Array.isArray(payload) ? payload : (payload as { items: unknown[] }).items
    if (items.length === 1) throw new Error('too few')
    return JSON.stringify(payload)
  }
  for (const make of Object.values(KINDS)) {
    const { items, logged } = await listed(t, make(itemsOf(4)), app => { app.setReplySerializer(picky) })
    t.strictSame(items, itemsOf(4))
    t.equal(logged('HYPER018').length, 1)
  }
})

t.test('a serializer that hides the items of a page of one', async t => {
  const hiding: Serialize = payload =>
    (payload as { items: unknown[] }).items.length === 1 ? '{}' : JSON.stringify(payload)
  t.strictSame(
    (await listed(t, KINDS['a cursor page']!(itemsOf(4)), app => { app.setReplySerializer(hiding) })).items, itemsOf(4)
  )
})

t.test('elements that get no links are not written twice', async t => {
  let calls = 0
  const values = [...Array.from({ length: 50 }, () => null), ...itemsOf(1)]
  const { items } = await listed(t, values, app => {
    app.setReplySerializer(payload => {
      calls++
      return JSON.stringify(payload)
    })
  })
  t.equal(items.at(-1)?._links?.self.href, '/items/0')
  t.equal(calls, 2)
})

t.test('without a response schema no compiler of the app serializes the list', async t => {
  const { get } = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path' })
    app.setSerializerCompiler(() => () => t.fail('there is no schema to compile') as never)
    app.get('/value', { config: { hyper: { links: defineLinks<Item>('item', now) } } }, async () => itemsOf(2))
  })
  t.match((await get()).document, [{ _links: {} }, { _links: {} }])
})

t.test('Zod keeps its links', async t => {
  const item = z.object({ id: z.number() })
  const page = z.object({ items: z.array(item), page: z.number() })
  for (const [schema, value] of [
    [z.array(item), itemsOf(100)], [page, KINDS['an offset page']!(itemsOf(100))]
  ] as const) {
    const { get, logged } = await projection(t, async app => {
      await app.register(hyper, { hrefs: 'path' })
      app.setSerializerCompiler(serializerCompiler)
      app.get('/value', {
        schema: { response: { 200: schema } }, config: { hyper: { links: defineLinks<Item>('item', now) } }
      }, (_, reply) => { reply.send(value) })
    })
    const { document } = await get()
    t.strictSame(
      Array.isArray(document) ? document : member(document, 'items'),
      itemsOf(100).map(({ id }) => ({ id, _links: { self: { href: hrefOf(id) } } }))
    )
    t.strictSame(logged('HYPER018'), [])
  }
})
