import type { FastifyInstance, FastifyReply, FastifySchema } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import t, { type Test } from 'tap'
import { z } from 'zod'
import { cursorPage, defineLinks, type LinkBuilder, LinkTarget, offsetPage } from '../../../lib/index.ts'
import type { LinkConfig } from '../../../types/links.ts'
import { member } from '../../support/documents.ts'
import { project, type Projection } from '../../support/projection.ts'

// A serializer of the app, or toJSON, may write other elements than it gets, or in another order: no element, and no
// member of an envelope, ever has the links of another one.

interface Item {
  readonly id: number
  readonly rank?: number
}

interface Written extends Item {
  readonly _links?: { readonly self: { readonly href: string } }
}

type Serialize = (payload: unknown) => string

const itemsOf = (count: number): Item[] => Array.from({ length: count }, (_, id) => ({ id, rank: (id * 7) % count }))
const hrefOf = (id: unknown) => `/items/${id}`
const now = (links: LinkBuilder<Item>) => { links.self(({ id }) => LinkTarget.uri(hrefOf(id))) }
const later = (links: LinkBuilder<Item>) => { links.self(async ({ id }) => LinkTarget.uri(hrefOf(id))) }
const itemLinks = defineLinks<Item>(now)

/** A value with a list, where the list is in its document, and the configuration of the route. */
interface Kind {
  readonly make: (items: Item[]) => object
  readonly path: readonly string[]
  readonly links: (items: LinkConfig<Item>) => LinkConfig<never>
}

const envelopeOf = (items: LinkConfig<Item>) => defineLinks<{ rows: Item[] }>(links => { links.items('rows', items) })

const KINDS: Readonly<Record<string, Kind>> = {
  'a list': { make: items => items, path: [], links: items => items },
  'an offset page': {
    make: items => offsetPage(items, { page: 1, pageSize: 100, totalCount: 1000 }),
    path: ['items'],
    links: items => items
  },
  'a cursor page': { make: items => cursorPage(items, { next: 'n' }), path: ['items'], links: items => items },
  'an envelope': { make: rows => ({ rows }), path: ['rows'], links: envelopeOf },
  'an envelope in an envelope': {
    make: rows => ({ inner: [{ rows }] }),
    path: ['inner', '0', 'rows'],
    links: items => defineLinks<{ inner: object[] }>(links => {
      links.items('inner', envelopeOf(items) as LinkConfig<object>)
    })
  }
}

/** Serializes a value whose lists of items are changed. */
const changing = (change: (items: Item[]) => unknown[]): Serialize => payload => {
  const changed = (value: unknown): unknown => {
    if (Array.isArray(value) && (value as Item[]).every(({ id }) => id !== undefined)) return change(value as Item[])
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(changed)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner)]))
  }
  return JSON.stringify(changed(payload))
}

/** What a value does not have: each element is serialized by itself, to compare. */
const adding = changing(items => items.map(item => ({ ...item, kind: 'item' })))
const added = (items: Item[]) => items.map(item => ({ ...item, kind: 'item' }))

// What becomes of the elements. All but the first keep their number.
const CHANGES: Readonly<Record<string, (items: Item[]) => unknown[]>> = {
  reversed: items => [...items].reverse(),
  sorted: items => [...items].sort((a, b) => b.rank! - a.rank!),
  'swapped in pairs': items => items.map((_, index) => items[index ^ 1] ?? items[index]!),
  rotated: items => [...items.slice(1), ...items.slice(0, 1)],
  'the last two swapped': items => [...items.slice(0, -2), ...items.slice(-2).reverse()],
  'one in place of another': items => items.map((item, index) => index === items.length - 1 ? items[0]! : item),
  'one omitted, one twice': items => [...items.slice(1), ...items.slice(-1)],
  'one omitted, something else at the end': items => [...items.slice(1), { id: -1, rank: 0 }],
  filtered: items => items.filter(({ id }) => id !== 0),
  'one more': items => [...items, { id: -1, rank: 0 }],
  none: () => [],
  'all but the first emptied': items => items.map((item, index) => index === 0 ? item : {}),
  'with the number of elements': items => items.map(item => ({ ...item, of: items.length }))
}

type Prepare = (reply: FastifyReply) => unknown

const INSTALLS: Readonly<Record<string, (app: FastifyInstance, serialize: Serialize) => Prepare | void>> = {
  'reply.serializer': (_, serialize) => reply => reply.serializer(serialize).type('application/json'),
  setReplySerializer: (app, serialize) => { app.setReplySerializer(serialize) },
  setSerializerCompiler: (app, serialize) => { app.setSerializerCompiler(() => serialize) },
  'the serializerCompiler of a route': (app, serialize) => {
    app.addHook('onRoute', route => { route.serializerCompiler = () => serialize })
  }
}

/** The elements of a list that is written by an app. */
async function written (
  t: Test, value: object, { path, links }: Pick<Kind, 'path' | 'links'>,
  install: (app: FastifyInstance) => Prepare | void, declare = now, schema: FastifySchema = {}
): Promise<{ items: Written[], logged: Projection['logged'] }> {
  let prepare: Prepare | void
  const { get, logged } = await project(t, { links: links(defineLinks<Item>(declare)) }, (_request, reply) => {
    prepare?.(reply)
    return value
  }, { schema, routes: app => { prepare = install(app) } })
  const { status, document } = await get()
  t.equal(status, 200)
  return { items: member(document, ...path) as Written[] ?? document, logged }
}

// Compilers of the app compile response schemas.
const ANYTHING = { response: { 200: { description: 'anything' } } }

const idsOf = (items: readonly unknown[]) => (items as Item[]).map(({ id }) => id)
const linked = (items: readonly Written[]) => items.map(item => item._links?.self.href)
const hrefsOf = (items: readonly Item[]) => items.map(({ id }) => hrefOf(id))

for (const [by, install] of Object.entries(INSTALLS)) {
  const schema = /compiler/i.test(by) ? ANYTHING : {}
  for (const [name, kind] of Object.entries(KINDS)) {
    t.test(`${by} changes ${name}: no element has the links of another one`, async t => {
      for (const [change, apply] of Object.entries(CHANGES)) {
        for (const [when, declare] of Object.entries({ now, later })) {
          const { items, logged } =
            await written(t, kind.make(itemsOf(8)), kind, app => install(app, changing(apply)), declare, schema)
          t.strictSame(
            items.filter(item => item._links !== undefined && item._links.self.href !== hrefOf(item.id)), [],
            `${change}, ${when}`
          )
          t.strictSame(idsOf(items), idsOf(apply(itemsOf(8))), 'all else is as the serializer wrote it')
          t.match(logged('HYPER018'), [/^route GET \/value: the elements of a list have no links/], 'reported once')
        }
      }
    })

    t.test(`${by} writes ${name} as it is: each element has its links`, async t => {
      for (const space of [0, 2]) {
        const serialize: Serialize = payload => JSON.stringify(payload, null, space)
        const { items, logged } =
          await written(t, kind.make(itemsOf(8)), kind, app => install(app, serialize), now, schema)
        t.strictSame(linked(items), hrefsOf(itemsOf(8)))
        t.strictSame(logged('HYPER018'), [])
      }
    })

    // Nobody writes the envelopes in an envelope by themselves, to compare.
    const isNested = name === 'an envelope in an envelope'
    const result = isNested ? 'no element has links' : 'each element has its links'
    t.test(`${by} adds to each element of ${name}: ${result}`, async t => {
      const { items, logged } =
        await written(t, kind.make(itemsOf(8)), kind, app => install(app, adding), now, schema)
      t.strictSame(linked(items), isNested ? itemsOf(8).map(() => undefined) : hrefsOf(itemsOf(8)))
      t.equal(logged('HYPER018').length, isNested ? 1 : 0)
    })
  }
}

const LIST = KINDS['a list']!
const ENVELOPE = KINDS['an envelope']!

t.test('a text that is no list is sent as it is', async t => {
  for (const text of ['{"items":[]}', '[{"id":0},{"id":1},{"id":2}', '[{"id":0},{"id":1},{"id":2}] ;']) {
    for (const declare of [now, later]) {
      const { get } = await project<Item>(t, declare, itemsOf(3), { routes: app => app.setReplySerializer(() => text) })
      t.equal((await get()).text, text)
    }
  }
})

t.test('toJSON of a list or of an envelope that changes the elements', async t => {
  const toJson = (change: (items: Item[]) => unknown[]) =>
    Object.assign(itemsOf(4), { toJSON (this: Item[]) { return change([...this]) } })
  const nothing = () => {}
  t.strictSame((await written(t, toJson(items => items.reverse()), LIST, nothing)).items, itemsOf(4).reverse())
  t.strictSame(linked((await written(t, toJson(items => items), LIST, nothing)).items), hrefsOf(itemsOf(4)))
  const { items, logged } = await written(
    t, toJson(items => items.map(item => ({ ...item, of: items.length }))), LIST, nothing
  )
  t.strictSame(items, itemsOf(4).map(item => ({ ...item, of: 4 })), 'elements that depend on the list have no links')
  t.equal(logged('HYPER018').length, 1)
  const envelope = { rows: itemsOf(2), toJSON: () => ({ rows: itemsOf(2).reverse() }) }
  for (const [value, kind] of [
    [envelope, ENVELOPE], [{ inner: [envelope] }, KINDS['an envelope in an envelope']!]
  ] as const) {
    const { items, logged } = await written(t, value, kind, nothing)
    t.strictSame(items, itemsOf(2).reverse())
    t.equal(logged('HYPER018').length, 1)
  }
})

t.test('the iterator of a subclass of Array is not used: serializers write by index', async t => {
  class Reversed extends Array<Item> {
    override * [Symbol.iterator] (): ArrayIterator<Item> {
      for (let index = this.length; index-- > 0;) yield this[index]!
    }
  }
  const { items, logged } = await written(t, Reversed.from(itemsOf(4)), LIST, () => {})
  t.strictSame(linked(items), hrefsOf(items))
  t.strictSame(logged('HYPER018'), [])
})

t.test('a serializer that rejects a list of one', async t => {
  const picky: Serialize = payload => {
    if ((Array.isArray(payload) ? payload : Object.values(payload as object).find(Array.isArray))?.length === 1) {
      throw new Error('too few')
    }
    return adding(payload)
  }
  for (const kind of [LIST, KINDS['an offset page']!, ENVELOPE]) {
    const { items, logged } = await written(t, kind.make(itemsOf(4)), kind, app => { app.setReplySerializer(picky) })
    t.strictSame(items, added(itemsOf(4)))
    t.equal(logged('HYPER018').length, 1)
  }
})

t.test('a serializer that hides the elements of an envelope of one', async t => {
  const hiding: Serialize = payload =>
    (payload as { rows: unknown[] }).rows.length === 1 ? '{}' : adding(payload)
  const { items } =
    await written(t, ENVELOPE.make(itemsOf(4)), ENVELOPE, app => { app.setReplySerializer(hiding) })
  t.strictSame(items, added(itemsOf(4)))
})

t.test('elements that get no links, or show nothing but their value, are not written twice', async t => {
  let calls = 0
  const values = [...Array.from({ length: 50 }, () => null), ...itemsOf(1)]
  const { items } = await written(t, values, LIST, app => {
    app.setReplySerializer(payload => {
      calls++
      return JSON.stringify(payload)
    })
  })
  t.equal(items.at(-1)?._links?.self.href, '/items/0')
  t.equal(calls, 1)
})

t.test('at most 20 million characters are written again for the elements of an envelope', async t => {
  const large = { text: 'x'.repeat(1_000_000) }
  for (const [count, isLinked] of [[20, true], [30, false]] as const) {
    const { items, logged } = await written(t, { large, rows: itemsOf(count) }, ENVELOPE, app => {
      app.setReplySerializer(value => adding(value))
    })
    t.equal(items[0]!._links !== undefined, isLinked, `${count} elements`)
    t.equal(logged('HYPER018').length, isLinked ? 0 : 1)
  }
})

t.test('no other long list is written again for each element', async t => {
  const lengths: number[] = []
  const links = defineLinks<{ rows: Item[], others: Item[] }>(links => {
    links.items('rows', itemLinks)
    links.items('others', itemLinks)
  })
  const { get } = await project(t, { links }, { rows: itemsOf(150), others: itemsOf(150) }, {
    routes: app => app.setReplySerializer(value => {
      const { rows, others } = value as { rows: unknown[], others: unknown[] }
      lengths.push(rows.length + others.length)
      return adding(value)
    })
  })
  const { document } = await get()
  for (const name of ['rows', 'others']) {
    t.strictSame(linked(member(document, name) as Written[]), hrefsOf(itemsOf(150)), name)
  }
  t.same([...new Set(lengths)].sort(), [1, 300])
})

t.test('the member of `at` gets no links of another object', async t => {
  const item = { id: 1 }
  const other = { item: { id: 2 } }
  const serialized = (write: (value: { item: Item | null }) => object) => (app: FastifyInstance) => {
    app.setReplySerializer(value => JSON.stringify(write(value as { item: Item })))
  }
  const ROWS: Record<string, [value: object, routes: (app: FastifyInstance) => unknown, isLinked: boolean]> = {
    'toJSON writes another': [{ item, toJSON: () => other }, () => {}, false],
    'toJSON writes the same': [
      { item, toJSON (this: { item: Item }) { return { item: this.item, total: 1 } } }, () => {}, true
    ],
    'a serializer of the app writes another': [{ item }, serialized(() => other), false],
    'a serializer of the app writes the same': [{ item }, serialized(value => ({ ...value, total: 1 })), true],
    'a serializer of the app fails without the resource': [
      { item }, serialized(value => ({ item: { id: value.item!.id + 1 } })), false
    ],
    'in a list, a serializer of the app writes another': [[{ item }], serialized(() => [other]), false],
    'in an envelope, toJSON writes another': [{ list: [{ item, toJSON: () => other }] }, () => {}, false]
  }
  for (const [name, [value, routes, isLinked]] of Object.entries(ROWS)) {
    const links = name.startsWith('in an')
      ? defineLinks<{ list: object[] }>(links => { links.items('list', itemLinks.at('item') as LinkConfig<object>) })
      : itemLinks.at('item')
    const { get, logged } = await project(t, { links }, value, { routes })
    t.equal((await get()).text.includes('_links'), isLinked, name)
    t.equal(logged('HYPER018').length, isLinked ? 0 : 1, name)
  }
})

t.test('without a response schema no compiler of the app serializes the list', async t => {
  const { get } = await project<Item>(t, now, itemsOf(2), {
    routes: app => app.setSerializerCompiler(() => () => t.fail('there is no schema to compile') as never)
  })
  t.match((await get()).document, [{ _links: {} }, { _links: {} }])
})

t.test('lists and pages that Zod writes have their links', async t => {
  const item = z.object({ id: z.number() })
  const page = z.object({ items: z.array(item), page: z.number() })
  for (const [schema, value] of [
    [z.array(item), itemsOf(100)], [page, KINDS['an offset page']!.make(itemsOf(100))]
  ] as const) {
    const { get, logged } = await project<Item>(t, now, value, {
      schema: { response: { 200: schema } }, routes: app => { app.setSerializerCompiler(serializerCompiler) }
    })
    const { document } = await get()
    t.strictSame(linked((member(document, 'items') ?? document) as Written[]), hrefsOf(itemsOf(100)))
    t.strictSame(logged('HYPER018'), [])
  }
})
