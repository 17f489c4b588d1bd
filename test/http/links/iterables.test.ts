import Fastify from 'fastify'
import t, { type Test } from 'tap'
import hyper, {
  cursorPage, defineLinks, type LinkBuilder, LinkTarget, offsetPage
} from '../../../lib/index.ts'
import { type LogLine, logTo } from '../../support/servers.ts'

// A list is an array or another iterable, wherever an app gives one; anything else is reported in one way.

interface Kid {
  readonly id: number
}

const kids: readonly Kid[] = [{ id: 1 }, { id: 2 }]

/** As the collection of an ORM: JSON has an array of it. */
class Collection<V> {
  readonly #items: readonly V[]
  constructor (items: readonly V[]) { this.#items = items }
  * [Symbol.iterator] (): Generator<V> { yield * this.#items }
  toJSON (): V[] { return [...this.#items] }
}

const LISTS: Readonly<Record<string, <V>(items: readonly V[]) => Iterable<V>>> = {
  'an array': items => [...items],
  'a set': items => new Set(items),
  'the values of a map': items => new Map(items.map((item, index) => [index, item])).values(),
  'a generator': function * (items) { yield * items },
  'a collection': items => new Collection(items)
}

const schema = { type: 'object', properties: { id: { type: 'integer' } } }
const ofKid = (links: LinkBuilder<Kid>) => { links.self(LinkTarget.route('GetKid', kid => ({ id: kid.id }))) }
const kidLinks = defineLinks<Kid>(ofKid, { schema })

async function read (
  t: Test, declare: (links: LinkBuilder<never>) => void, value: () => unknown = () => ({ id: 0 }),
  accept = 'application/hal+json'
) {
  const log: LogLine[] = []
  const app = Fastify(logTo(log, 'info'))
  t.teardown(() => app.close())
  await app.register(hyper, { hrefs: 'path' })
  app.get('/kids/:id', { config: { hyper: { name: 'GetKid' } } }, () => '')
  app.get('/', { config: { hyper: { links: defineLinks<never>(links => declare(links)) } } }, (_, reply) => {
    reply.send(value())
  })
  const { statusCode, payload } = await app.inject({ url: '/', headers: { accept } })
  const notices = log.flatMap(({ code, msg }) => code === undefined ? [] : [`${code} ${msg}`])
  return { statusCode, document: JSON.parse(payload) as Record<string, unknown>, notices }
}

const linked = kids.map(({ id }) => ({ id, _links: { self: { href: `/kids/${id}` } } }))

for (const [name, make] of Object.entries(LISTS)) {
  t.test(name, async t => {
    const rows: ReadonlyArray<readonly [string, Parameters<typeof read>[1], (() => unknown) | undefined]> = [
      ['embedMany', links => { links.embedMany('kids', () => make(kids), kidLinks) }, undefined],
      ['embedMany of promises', links => {
        links.embedMany('kids', async () => make(kids.map(async kid => kid)) as never, kidLinks)
      }, undefined],
      ['embedMany, many', links => { links.embedMany('kids', { many: () => [make(kids)] }, kidLinks) }, undefined],
      ['embed', links => { links.embed('kids', () => make(kids) as never, kidLinks) }, undefined],
      ['items', links => { links.items('kids' as never, kidLinks as never) }, () => ({ kids: make(kids) })],
      ['offsetPage', ofKid, () =>
        offsetPage(make(kids), { page: 1, pageSize: 2, totalCount: 2, rel: 'kids' })],
      ['cursorPage', ofKid, () => cursorPage(make(kids), { rel: 'kids' })]
    ]
    for (const [place, declare, value] of rows) {
      const { document, notices } = await read(t, declare, value)
      t.same((document['_embedded'] as Record<string, unknown>)['kids'], linked, place)
      t.same(notices, [], `${place}: no notice`)
    }
    const targets = kids.map(({ id }) => LinkTarget.route('GetKid', { id }))
    const hrefs = [{ href: '/kids/1' }, { href: '/kids/2' }]
    for (const [place, given] of [
      ['linkMany', () => make(targets)], ['linkMany of promises', () => make(targets.map(async target => target))],
      ['linkMany, many', { many: () => [make(targets)] }], ['linkMany, fixed', make(targets)]
    ] as const) {
      const { document, notices } = await read(t, links => { links.linkMany('kids', given as never) })
      t.match(document, { _links: { kids: hrefs } }, place)
      t.same(notices, [], `${place}: no notice`)
    }
  })

  t.test(`${name} in embedded envelopes, in elements, and in the values of a form`, async t => {
    const envelope = defineLinks<object>(links => { links.items('kids' as never, kidLinks as never) }, {
      schema: { type: 'object', properties: { kids: { type: 'array', items: schema } } }
    })
    const embedded = await read(t, links => { links.embed('all', () => ({ kids: make(kids) }), envelope) })
    t.match(embedded, { document: { _embedded: { all: { _embedded: { kids: linked } } } }, notices: [] })
    const elements = await read(t, links => { links.items('kids' as never, kidLinks as never) }, () =>
      [{ kids: make(kids) }, { kids: make(kids) }])
    t.same(elements.document, [{ _embedded: { kids: linked } }, { _embedded: { kids: linked } }])
    const body = {
      type: 'object', properties: { tags: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } } }
    }
    const form = await read(t, links => {
      links.affordance('tag', LinkTarget.uri('/tags')).accepts(body).prefill(() => ({ tags: make(['a', 'c']) }))
    }, undefined, 'application/prs.hal-forms+json')
    t.match(form.document, { _templates: { tag: { properties: [{ options: { selectedValues: ['a', 'c'] } }] } } })
  })
}

/** What is no list, and no resource. */
const OTHERS: Readonly<Record<string, () => unknown>> = {
  'a date': () => new Date(0),
  'a string': () => 'kids',
  bytes: () => Buffer.from('kids'),
  'a typed array': () => new Uint8Array(2),
  'a boxed string': () => Object('kids') as unknown,
  'a regular expression': () => /kids/,
  'an asynchronous generator': async function * () { yield kids[0] },
  'a number': () => 1,
  'an object whose JSON is a string': () => ({ toJSON: () => 'kids' }),
  'a map': () => new Map([['a', kids[0]]])
}

for (const [name, make] of Object.entries(OTHERS)) {
  t.test(`${name} is reported`, async t => {
    const declarations: Readonly<Record<string, (links: LinkBuilder<never>) => void>> = {
      embed: links => { links.embed('kids', make as never, kidLinks) },
      embedMany: links => { links.embedMany('kids', make as never, kidLinks) },
      linkMany: links => { links.linkMany('kids', make as never) }
    }
    for (const [place, declare] of Object.entries(declarations)) {
      const { document, notices, statusCode } = await read(t, declare)
      t.equal(statusCode, 200)
      t.notMatch(JSON.stringify(document), '{}', `${place}: no empty object`)
      t.match(notices, [/^HYPER005 .*it cannot be resolved: its function returned /], place)
    }
    const items = await read(t, links => { links.items('kids' as never) }, () => ({ kids: make() }))
    t.match(items.notices, [/^HYPER005 links of .*, member 'kids': it cannot be resolved: it is .* no list in JSON/])
  })
}

t.test('a generator that throws', async t => {
  const make = function * () { yield kids[0]!; throw new Error('the database is down') }
  t.match(await read(t, links => { links.embedMany('kids', make, kidLinks) }), {
    statusCode: 500, document: { message: 'the database is down' }
  })
})

t.test('what JSON has no array of, in an object that cannot be copied', async t => {
  class Family {
    readonly #kids = new Set(kids)
    readonly kids = this.#kids
    get size (): number { return this.#kids.size }
  }
  const { document, notices } = await read(t, links => { links.items('kids' as never) }, () => new Family())
  t.same(document, { kids: {} }, 'as Fastify sends it')
  t.match(notices, [/^HYPER005 .*it is an instance of Set, which is no list in JSON/])
})

t.test('a resource that can be iterated', async t => {
  class Order {
    get id (): number { return 7 }
    * [Symbol.iterator] (): Generator<Kid> { yield * kids }
  }
  const orderLinks = defineLinks(Order, links => { links.self(LinkTarget.uri('/orders/7')) }, { schema })
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(hyper, { hrefs: 'path', links: [orderLinks] })
  const links = defineLinks<object>(links => { links.embed('order', () => new Order(), orderLinks) })
  app.get('/', { config: { hyper: { links } } }, () => ({}))
  t.same((await app.inject('/')).json(), { _embedded: { order: { id: 7, _links: { self: { href: '/orders/7' } } } } })
})
