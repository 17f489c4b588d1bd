import { createHook } from 'node:async_hooks'
import t, { type Test } from 'tap'
import { defineLinks, type LinkBuilder, LinkTarget, type Policies } from '../../../lib/index.ts'
import { project } from '../../support/projection.ts'

// The resources of a response that are known together are evaluated part by part, and then what they embed. What waits
// for a batch is resolved in stages, each of which runs once for a resource.

interface Item {
  readonly id: number
}

const even = ({ id }: Item) => id % 2 === 0
const targetOf = ({ id }: Item) => LinkTarget.uri(`/${id}`)
const listOf = (count: number): Item[] => Array.from({ length: count }, (_, id) => ({ id }))
const embedded = (declare: (links: LinkBuilder<Item>) => unknown) =>
  defineLinks<Item>('child', links => { declare(links) }, { schema: {} })

/** A server that sends as many items as the query says. */
const serve = (test: Test, declare: (links: LinkBuilder<Item>) => unknown, policies: Policies = {}) =>
  project<Item>(
    test, declare, request => listOf(Number((request.query as { count: string }).count)), { options: { policies } }
  )

type Settle = <V>(value: V) => V

// What is returned as a promise is typed as what it settles to.
const WAYS: Readonly<Record<string, Settle>> = { 'at once': value => value, later: (async value => value) as Settle }

for (const [when, settle] of Object.entries(WAYS)) {
  t.test(`${when}: the parts in order, the conditions of each before its callbacks, then what is embedded`, async t => {
    const calls: string[] = []
    const note = <V>(name: string, { id }: Item, result: V) => {
      calls.push(`${name} ${id}`)
      return settle(result)
    }
    const child = embedded(links => links.link('x', item => note('child', item, targetOf(item))))
    const { get } = await serve(t, links => {
      links.affordance('act', item => note('act', item, targetOf(item))).when(item => note('may', item, true))
      links.embed('next', item => note('next', item, { id: item.id + 2 }), child)
      links.link('x', item => note('link', item, targetOf(item))).when(item => note('when', item, item.id === 1))
    })
    const { document } = await get('default', '/value?count=2')
    const order = [
      'when 0', 'when 1', 'link 1', 'next 0', 'next 1', 'may 0', 'may 1', 'act 0', 'act 1', 'child 2', 'child 3'
    ]
    if (when === 'at once') t.strictSame(calls, order)
    else t.strictSame([...calls].sort(), [...order].sort())
    t.strictSame(calls.slice(-2), ['child 2', 'child 3'], 'what is embedded is the last')
    t.match(document, [
      {
        id: 0,
        _links: undefined,
        _embedded: { next: { id: 2, _links: { x: { href: '/2' } } } },
        _actions: { act: { href: '/0' } }
      },
      { id: 1, _links: { x: { href: '/1' } }, _embedded: { next: { id: 3, _links: { x: { href: '/3' } } } } }
    ])
  })

  t.test(`${when}: each callback of a part that waits for a batch is called once for a resource`, async t => {
    const calls = { when: 0, select: 0, policies: 0, one: 0, many: 0 }
    const { get } = await serve(t, links => {
      const link = links.link('x', {
        many: items => settle(items.map(item => { calls.many++; return targetOf(item) }))
      })
      link.when(item => { calls.when++; return settle(item.id !== 1) })
      link.requireAuthorization('one', item => item)
      link.requireAuthorization('even', item => { calls.select++; return settle(item) })
    }, {
      one: (_request, _item: Item) => { calls.one++; return settle(true) },
      even: {
        many: (_request, items: readonly Item[]) => settle(items.map(item => { calls.policies++; return even(item) }))
      }
    })
    const list = (await get('default', '/value?count=5')).document as { _links?: { x: { href: string } } }[]
    t.strictSame(list.map(({ _links }) => _links?.x.href), ['/0', undefined, '/2', undefined, '/4'])
    t.strictSame(calls, { when: 5, one: 4, select: 4, policies: 4, many: 3 })
  })

  t.test(`${when}: what a part throws has its place, and a selector that fails allows nobody`, async t => {
    const notAnError: unknown = 'a string'
    const fail = (): never => { throw notAnError }
    const thrown = () => (settle(null) as unknown) === null ? fail() : Promise.resolve().then(fail)
    const many = { many: (items: readonly Item[]) => items.map(targetOf) }
    const broken = await serve(t, links => links.link('x', many).when(thrown))
    t.match((await broken.get('default', '/value?count=3')).document, { statusCode: 500, message: /relation 'x'/ })
    const failing = await serve(t, links => links.link('x', many).requireAuthorization('even', thrown), {
      even: { many: (_request, items) => items.map(() => true) }
    })
    t.strictSame((await failing.get('default', '/value?count=3')).document, listOf(3))
  })
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
  const { app } = await serve(t, links => {
    links.link('many', { many: async items => items.map(targetOf) }).when(even).requireAuthorization('even')
    links.link('policy', LinkTarget.uri('/x')).requireAuthorization('even').requireAuthorization('id', item => item.id)
    links.embed('self', { many: async items => items.map(() => ({ id: 1 })) }, embedded(() => {}))
  }, {
    even: { many: async (_request, items: readonly Item[]) => items.map(even) },
    id: { many: async (_request, ids: readonly number[]) => ids.map(() => true) }
  })
  await app.inject('/value?count=1')
  const few = await promisesOf(() => app.inject('/value?count=10'))
  const many = await promisesOf(() => app.inject('/value?count=60'))
  t.equal(Math.floor((many - few) / 50), 0, `${few} promises for 10 elements, ${many} for 60`)
})

t.test('children of many parents that are embedded on demand are found for requests that prefer them', async t => {
  let calls = 0
  const { get } = await serve(t, links => {
    links.embed('next', {
      many: items => { calls++; return items.map(({ id }) => ({ id: id + 1 })) }
    }, embedded(links => links.self(targetOf))).onDemand()
  })
  t.strictSame((await get('default', '/value?count=2')).document, listOf(2))
  t.equal(calls, 0)
  const { document } = await get('default', '/value?count=2', [['Prefer', 'transclude="next"']])
  t.match(document, [{ id: 0, _embedded: { next: { _links: { self: { href: '/1' } } } } }, { id: 1 }])
  t.equal(calls, 1)
})

t.test('what is embedded may have members of any name, and be a promise of any kind', async t => {
  const child = defineLinks<object>('child', () => {}, { schema: { additionalProperties: true } })
  const thenable = Object.assign([{ id: 3 }], { then: (resolve: (value: unknown) => void) => { resolve([{ id: 4 }]) } })
  const { get } = await serve(t, links => {
    links.embed('next', ({ id }) => ({ id, next: 5, done: true }), child)
    links.embedMany('array', () => thenable as never, child)
  })
  t.match((await get('default', '/value?count=2')).document, listOf(2).map(({ id }) =>
    ({ _embedded: { next: { id, next: 5, done: true }, array: [{ id: 4 }] } })))
})
