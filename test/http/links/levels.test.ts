import t, { type Test } from 'tap'
import { defineLinks, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { hyperApp } from '../../support/servers.ts'

// The resources of a response that are known together are evaluated part by part, and then what they embed.

interface Item {
  readonly id: number
}

const items: readonly Item[] = [{ id: 1 }, { id: 2 }]
const uri = ({ id }: Item) => LinkTarget.uri(`/${id}`)

async function read (t: Test, declare: (links: LinkBuilder<Item>) => void): Promise<unknown> {
  const app = await hyperApp(t, { hrefs: 'path' })
  const links = defineLinks<Item>('item', links => { declare(links) })
  app.get('/', { config: { hyper: { links } } }, () => [...items])
  return (await app.inject('/')).json()
}

for (const [when, settle] of [['at once', <V>(value: V) => value], ['later', async <V>(value: V) => value]] as const) {
  t.test(`${when}: the parts in order, the conditions of each before its callbacks, then what is embedded`, async t => {
    const calls: string[] = []
    const note = <V>(name: string, { id }: Item, result: V) => {
      calls.push(`${name} ${id}`)
      return settle(result) as V
    }
    const child = defineLinks<Item>(
      'child', links => { links.link('x', item => note('child', item, uri(item))) }, { schema: {} }
    )
    const body = await read(t, links => {
      links.affordance('act', item => note('act', item, uri(item))).when(item => note('may', item, true))
      links.embed('next', item => note('next', item, { id: item.id + 2 }), child)
      links.link('x', item => note('link', item, uri(item))).when(item => note('when', item, item.id === 2))
    })
    const order = [
      'when 1', 'when 2', 'link 2', 'next 1', 'next 2', 'may 1', 'may 2', 'act 1', 'act 2', 'child 3', 'child 4'
    ]
    if (when === 'at once') t.strictSame(calls, order)
    else t.strictSame([...calls].sort(), [...order].sort())
    t.strictSame(calls.slice(-2), ['child 3', 'child 4'], 'what is embedded is the last')
    t.match(body, [
      {
        id: 1,
        _links: undefined,
        _embedded: { next: { id: 3, _links: { x: { href: '/3' } } } },
        _actions: { act: { href: '/1' } }
      },
      { id: 2, _links: { x: { href: '/2' } }, _embedded: { next: { id: 4, _links: { x: { href: '/4' } } } } }
    ])
  })
}

t.test('what is embedded may have members of any name, and be a promise of any kind', async t => {
  const child = defineLinks<object>('child', () => {}, { schema: { additionalProperties: true } })
  const thenable = Object.assign([{ id: 3 }], { then: (resolve: (value: unknown) => void) => { resolve([{ id: 4 }]) } })
  const body = await read(t, links => {
    links.embed('next', ({ id }) => ({ id, next: 5, done: true }), child)
    links.embedMany('array', () => thenable as never, child)
  })
  t.match(body, items.map(({ id }) => ({ _embedded: { next: { id, next: 5, done: true }, array: [{ id: 4 }] } })))
})
