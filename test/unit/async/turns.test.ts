import t from 'tap'
import hyper, { defineLinks, type LinkBuilder, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { hyperApp, newApp } from '../../support/servers.ts'

// Long lists: other requests have their turns while links wait or batches are prefetched.

interface Item {
  readonly id: number
}

const items: readonly Item[] = Array.from({ length: 400 }, (_, id) => ({ id }))

// Keeps the processor busy for so many milliseconds.
function work (milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

const targetOf = ({ id }: Item) => {
  work(0.2)
  return LinkTarget.uri(`/${id}`)
}

interface Way {
  readonly name: string
  readonly declare: (links: LinkBuilder<Item>) => void
  readonly waits: boolean
}

const WAYS: readonly Way[] = [
  {
    name: 'a link that waits for nothing outside',
    declare: links => { links.link('x', async item => targetOf(item)) },
    waits: true
  },
  {
    name: 'a batch',
    declare: links => {
      links.link('y', { many: async items => items.map(() => LinkTarget.uri('/y')) })
      links.link('x', targetOf)
    },
    waits: true
  },
  {
    name: 'conditions before a batch',
    declare: links => {
      links.link('x', { many: async items => items.map(({ id }) => LinkTarget.uri(`/${id}`)) }).when(() => {
        work(0.2)
        return true
      })
    },
    waits: true
  },
  { name: 'links that never wait', declare: links => { links.link('x', targetOf) }, waits: false }
]

for (const { name, declare, waits } of WAYS) {
  const fact = waits ? 'the event loop runs between parts of a long list' : 'the list is made at once'
  t.test(`${name}: ${fact}`, async t => {
    const app = await hyperApp(t, { hrefs: 'path' })
    const links = defineLinks<Item>('item', declare)
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    const begin = () => {
      turns = 0
      isDone = false
      setImmediate(count)
    }
    app.addHook('onSend', async () => { isDone = true })
    app.get('/list', { config: { hyper: { links } } }, (_, reply) => {
      begin()
      reply.send([...items])
    })
    app.get('/page', { config: { hyper: { links } } }, (_, reply) => {
      begin()
      reply.send(offsetPage(items, { page: 1, pageSize: 400, totalCount: 400 }))
    })
    for (const url of ['/list', '/page']) {
      const body = (await app.inject(url)).json<{ items?: Linked[] } | Linked[]>()
      const list = Array.isArray(body) ? body : body.items!
      t.ok(waits ? turns > 2 : turns < 3, `${url}: ${turns} turns`)
      t.same(
        list.map(({ id, _links }) => [id, _links.x.href]), items.map(({ id }) => [id, `/${id}`]),
        'in the order of the list'
      )
    }
  })
}

t.test('each batch of a long list is called in a turn of the event loop of its own', async t => {
  const app = newApp(t)
  let turn = 0
  let isDone = false
  const count = () => {
    turn++
    if (!isDone) setImmediate(count)
  }
  const called: number[] = []
  const many = async (items: readonly Item[]) => {
    called.push(turn)
    return items.map(({ id }) => LinkTarget.uri(`/${id}`))
  }
  const policies = {
    even: {
      many: async (_request: unknown, items: readonly Item[]) => {
        called.push(turn)
        return items.map(({ id }) => id % 2 === 0)
      }
    }
  }
  await app.register(hyper, { hrefs: 'path', policies })
  const links = defineLinks<Item>('item', links => {
    links.link('x', { many })
    links.link('y', { many: items => many(items) })
    links.link('z', LinkTarget.uri('/z')).requireAuthorization('even')
  })
  app.get('/list', { config: { hyper: { links } } }, (_, reply) => {
    setImmediate(count)
    reply.send([...items])
  })
  await app.inject('/list')
  isDone = true
  t.equal(called.length, 3)
  t.equal(new Set(called).size, 3, String(called))
})

interface Linked {
  readonly id: number
  readonly _links: { readonly x: { readonly href: string } }
}
