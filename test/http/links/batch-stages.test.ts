import { createHook } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { defineLinks, type LinkBuilder, LinkTarget, type Policies } from '../../../lib/index.ts'
import { hyperApp } from '../../support/servers.ts'

// What waits for a batch is resolved in stages, each of which runs once for a resource.

interface Item {
  readonly id: number
}

const even = ({ id }: Item) => id % 2 === 0
const targetOf = ({ id }: Item) => LinkTarget.uri(`/${id}`)
const listOf = (count: number): Item[] => Array.from({ length: count }, (_, id) => ({ id }))

async function appOf (
  t: Test, declare: (links: LinkBuilder<Item>) => void, policies: Policies = {}
): Promise<FastifyInstance> {
  const app = await hyperApp(t, { hrefs: 'path', policies })
  const links = defineLinks<Item>('item', declare)
  app.get<{ Querystring: { count: number } }>('/', { config: { hyper: { links } } }, (request, reply) => {
    reply.send(listOf(Number(request.query.count)))
  })
  return app as unknown as FastifyInstance
}

/** The promises that are made while a function runs. */
async function promisesOf (run: () => Promise<unknown>): Promise<number> {
  let count = 0
  const hook = createHook({ init: (_id, type) => { if (type === 'PROMISE') count++ } }).enable()
  await run()
  hook.disable()
  return count
}

t.test('an element makes no promise while it waits for batches', async t => {
  const app = await appOf(t, links => {
    links.link('many', { many: async items => items.map(targetOf) }).when(even).requireAuthorization('even')
    links.link('policy', LinkTarget.uri('/x')).requireAuthorization('even').requireAuthorization('id', item => item.id)
    links.embed(
      'self', { many: async items => items.map(() => ({})) }, defineLinks<object>('child', () => {}, { schema: {} })
    )
  }, {
    even: { many: async (_request, items: readonly Item[]) => items.map(even) },
    id: { many: async (_request, ids: readonly number[]) => ids.map(() => true) }
  })
  await app.inject('/?count=1')
  const few = await promisesOf(() => app.inject('/?count=10'))
  const many = await promisesOf(() => app.inject('/?count=60'))
  t.equal(Math.floor((many - few) / 50), 0, `${few} promises for 10 elements, ${many} for 60`)
})

const notAnError: unknown = 'a string'

function fail (): never {
  throw notAnError
}

const WAYS = {
  'at once': <V>(value: V) => value,
  later: async <V>(value: V) => value
}

for (const [when, settle] of Object.entries(WAYS) as [string, <V>(value: V) => V | Promise<V>][]) {
  t.test(`${when}: each callback of a part is called once for a resource`, async t => {
    const calls = { when: 0, select: 0, policies: 0, one: 0, many: 0 }
    const app = await appOf(t, links => {
      const link = links.link('x', {
        many: items => settle(items.map(item => { calls.many++; return targetOf(item) }))
      })
      link.when(item => { calls.when++; return settle(item.id !== 1) as boolean })
      link.requireAuthorization('one', item => item)
      link.requireAuthorization('even', item => { calls.select++; return settle(item) })
    }, {
      one: (_request, _item: Item) => { calls.one++; return settle(true) },
      even: {
        many: (_request, items: readonly Item[]) => settle(items.map(item => { calls.policies++; return even(item) }))
      }
    })
    const list = (await app.inject('/?count=5')).json<{ id: number, _links?: { x: { href: string } } }[]>()
    t.strictSame(list.map(({ _links }) => _links?.x.href), ['/0', undefined, '/2', undefined, '/4'])
    t.strictSame(calls, { when: 5, one: 4, select: 4, policies: 4, many: 3 })
  })

  t.test(`${when}: what a part throws has its place, and a selector that fails allows nobody`, async t => {
    const thrown = () => settle(null) === null ? fail() : Promise.resolve().then(fail)
    const broken = await appOf(t, links => {
      links.link('x', { many: items => items.map(targetOf) }).when(thrown as never)
    })
    t.match((await broken.inject('/?count=3')).json(), { statusCode: 500, message: /relation 'x'/ })
    const failing = await appOf(t, links => {
      links.link('x', { many: items => items.map(targetOf) }).requireAuthorization('even', thrown)
    }, { even: { many: (_request, items) => items.map(() => true) } })
    const list = (await failing.inject('/?count=3')).json<object[]>()
    t.strictSame(list, listOf(3))
  })
}

t.test('children of many parents that are embedded on demand are found for requests that prefer them', async t => {
  let calls = 0
  const children = defineLinks<Item>('child', links => { links.self(targetOf) }, { schema: {} })
  const app = await appOf(t, links => {
    links.embed('next', { many: items => { calls++; return items.map(({ id }) => ({ id: id + 1 })) } }, children)
      .onDemand()
  })
  t.strictSame((await app.inject('/?count=2')).json(), listOf(2))
  t.equal(calls, 0)
  const preferred = await app.inject({ url: '/?count=2', headers: { prefer: 'transclude="next"' } })
  t.match(preferred.json(), [{ id: 0, _embedded: { next: { _links: { self: { href: '/1' } } } } }, { id: 1 }])
  t.equal(calls, 1)
})
