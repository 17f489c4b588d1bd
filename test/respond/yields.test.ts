import { request as httpRequest } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import t, { type Test } from 'tap'
import hyper, {
  defineLinks, LinkTarget, offsetPage, type HypermediaFormatter, type LinkBuilder, type LinkConfig, type Policies
} from '../../lib/index.ts'

// The route option `yields`: other requests run while a long response is made, and the response is the same.

interface Item {
  readonly id: number
  readonly text: string
  readonly parent?: number
}

const COUNT = 300
// The body of a list of these is longer than 1 MiB; their characters have one to four bytes.
const TEXTS = ['short', `${'é'.repeat(5)}${'😀'.repeat(1800)}`] as const

const LONG = ['array', 'array with a response schema', 'page', 'envelope']

const listOf = (text: string): Item[] => Array.from({ length: COUNT }, (_, id) => ({ id, text: text + 'x'.repeat(id % 3) }))
const targetOf = ({ id }: Item) => LinkTarget.uri(`/items/${id}`)
const isEven = ({ id }: Item) => id % 2 === 0

const siren: HypermediaFormatter = {
  mediaType: 'application/vnd.siren+json',
  format: ({ body, links, embedded }) =>
    JSON.stringify({ properties: JSON.parse(body) as unknown, links, entities: [...embedded].map(([rel, json]) => [rel, json]) })
}
const text: HypermediaFormatter = { mediaType: 'text/plain', format: ({ body }) => body, document: content => content.toUpperCase() }

const ACCEPTED = ['application/json', 'application/hal+json', 'application/prs.hal-forms+json', siren.mediaType, text.mediaType] as const

const WAYS: Readonly<Record<string, (links: LinkBuilder<Item>) => void>> = {
  'links that never wait': links => { links.self(targetOf) },
  'links that wait': links => { links.self(async item => targetOf(item)) },
  batches: links => {
    links.self({ many: async items => items.map(targetOf) })
    links.affordance('cancel', LinkTarget.uri('/cancel')).requireAuthorization('even')
  }
}

const child = defineLinks<Item>('child', links => { links.self(targetOf) }, { schema: {} })
const schema = { $id: 'Item', type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } }

interface List {
  readonly value: (items: Item[]) => object
  readonly links: (item: LinkConfig<Item>) => LinkConfig<never>
  readonly response?: object
}

const LISTS: Readonly<Record<string, List>> = {
  array: { value: items => items, links: item => item },
  'array with a response schema': { value: items => items, links: item => item, response: { type: 'array', items: { $ref: 'Item#' } } },
  'array with a value that is no object': { value: items => [null, ...items, 5, ...items], links: item => item },
  page: { value: items => offsetPage(items, { page: 1, pageSize: COUNT, totalCount: COUNT }), links: item => item },
  'page with an item that is no object': {
    value: items => offsetPage([...items, null as never, ...items], { page: 1, pageSize: 2 * COUNT + 1, totalCount: 2 * COUNT + 1 }),
    links: item => item
  },
  envelope: {
    value: items => ({ first: items, count: 2, second: items.slice(0, 100) }),
    links: item => defineLinks<{ first: readonly Item[], second: readonly Item[] }>('envelope', links => {
      links.items('first', item)
      links.items('second', item)
    })
  },
  'embedded list': {
    value: items => ({ items }),
    links: item => defineLinks<{ items: readonly Item[] }>('parent', links => { links.embedMany('all', ({ items }) => [...items], item) })
  },
  'list in each element': {
    value: items => items.slice(0, 2).map(item => ({ ...item, items: listOf('short').slice(0, 70) })),
    links: () => defineLinks<{ items: readonly Item[] }>('parent', links => { links.embedMany('all', ({ items }) => [...items], child) })
  }
}

interface Apps {
  readonly plain: FastifyInstance
  readonly yields: FastifyInstance
}

/** Two apps with one route: without the option, and with it. */
async function appsOf (
  t: Test, links: LinkConfig<never>, send: (reply: FastifyReply) => unknown, { response, etag }: { response?: object, etag?: string } = {},
  prepare: (app: FastifyInstance) => unknown = () => {}
): Promise<Apps> {
  const policies: Policies = { even: { many: async (_request, items: readonly Item[]) => items.map(isEven) } }
  const [plain, yields] = await Promise.all([false, true].map(async yields => {
    const app = Fastify() as unknown as FastifyInstance
    t.teardown(() => app.close())
    app.addSchema(schema)
    await prepare(app)
    await app.register(hyper, { hrefs: 'path', formatters: [siren, text], policies })
    const config = { hyper: { links, yields, ...(etag === undefined ? {} : { etag: () => etag }) } }
    app.get('/list', {
      config, ...(response === undefined ? {} : { schema: { response: { 200: response } } })
    }, (_request, reply) => { send(reply) })
    return app
  }))
  return { plain: plain!, yields: yields! }
}

async function responses (apps: Apps, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const [plain, yields] = await Promise.all([apps.plain, apps.yields].map(async app => app.inject({ method, url: '/list', headers })))
  const facts = (response: typeof plain) => {
    const { date, ...others } = response!.headers
    return { status: response!.statusCode, headers: others, bytes: response!.rawPayload.toString('latin1') }
  }
  return { plain: facts(plain), yields: facts(yields) }
}

for (const [way, declare] of Object.entries(WAYS)) {
  for (const [name, { value, links, response }] of Object.entries(LISTS)) {
    t.test(`${way}, ${name}: the response is that without the option`, async t => {
      // Long bodies are encoded alike, whichever way their lists were made.
      for (const text of way === 'batches' && LONG.includes(name) ? TEXTS : TEXTS.slice(0, 1)) {
        const config = links(defineLinks<Item>('item', declare, { schema: {} }) as never)
        const app = await appsOf(t, config, reply => reply.send(value(listOf(text))), response === undefined ? {} : { response })
        for (const accept of ACCEPTED) {
          const { plain, yields } = await responses(app, { accept })
          t.equal(plain.status, 200)
          t.ok(plain.bytes === yields.bytes, `${accept}: ${plain.bytes.length} bytes`)
          t.strictSame(yields.headers, plain.headers)
        }
      }
    })
  }
}

t.test('lists that the app serializes itself', async t => {
  const links = defineLinks<Item>('item', links => { links.self(targetOf) })
  const reversed = (payload: unknown) => JSON.stringify(Array.isArray(payload) ? [...payload].reverse() : payload)
  for (const text of TEXTS) {
    const withToJson = listOf(text).map(item => ({ ...item, toJSON: () => ({ changed: item.id }) }))
    const own = await appsOf(t, links, reply => reply.serializer(reversed).send(listOf(text)))
    const ownToJson = await appsOf(t, links, reply => reply.send(withToJson))
    const replaced = await appsOf(
      t, links, reply => reply.send(listOf(text)), {}, app => app.setReplySerializer(payload => JSON.stringify(payload, null, 2))
    )
    for (const app of [own, ownToJson, replaced]) {
      const { plain, yields } = await responses(app)
      t.equal(plain.status, 200)
      t.ok(plain.bytes === yields.bytes)
      t.strictSame(yields.headers, plain.headers)
    }
  }
})

t.test('entity tags, conditional reads and HEAD', async t => {
  for (const text of TEXTS) {
    for (const [way, declare] of Object.entries(WAYS)) {
      if (text !== TEXTS[0] && way !== 'batches') continue
      const links = defineLinks<Item>('item', declare)
      const app = await appsOf(t, links, reply => reply.send(listOf(text)), { etag: 'v1' })
      for (const accept of ACCEPTED) {
        const { plain, yields } = await responses(app, { accept })
        t.type(plain.headers.etag, 'string')
        t.strictSame(yields.headers, plain.headers)
        const read = await responses(app, { accept, 'if-none-match': String(plain.headers.etag) })
        t.equal(read.yields.status, 304)
        t.strictSame(read.yields, read.plain)
        const head = await responses(app, { accept }, 'HEAD')
        t.strictSame(head.yields, head.plain)
      }
    }
  }
})

t.test('an onSend hook gets a Buffer of more than 1 MiB, and a string otherwise', async t => {
  const links = defineLinks<Item>('item', links => { links.self(targetOf) })
  const payloads: unknown[] = []
  for (const text of TEXTS) {
    const app = await appsOf(t, links, reply => reply.send(listOf(text)))
    for (const one of [app.yields, app.plain]) {
      one.addHook('onSend', async (_request, _reply, payload) => { payloads.push(payload) })
      await one.inject('/list')
    }
  }
  t.strictSame(payloads.map(payload => Buffer.isBuffer(payload) ? 'Buffer' : typeof payload), ['string', 'string', 'Buffer', 'string'])
})

// Keeps the processor busy for so many milliseconds.
function work (milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

/** Counts the turns of the event loop until `end` is called. */
class EventLoop {
  turns = 0
  #isOver = false

  begin (): void {
    this.turns = 0
    this.#isOver = false
    const count = () => {
      this.turns++
      if (!this.#isOver) setImmediate(count)
    }
    setImmediate(count)
  }

  end (): void {
    this.#isOver = true
  }
}

class Slow {
  readonly id: number

  constructor (id: number) {
    this.id = id
  }

  get text (): string {
    work(0.2)
    return 'text'
  }
}

const SLOW = { type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } }

for (const [phase, waits] of [['serialized', false], ['linked', true]] as const) {
  t.test(`the event loop runs while elements are ${phase}, and only with the option`, async t => {
    const loop = new EventLoop()
    const links = defineLinks<Item>('item', links => {
      links.self(item => {
        if (waits) work(0.2)
        else loop.end()
        return targetOf(item)
      })
    })
    const items = Array.from({ length: COUNT }, (_, id) => waits ? { id, text: 'text' } : new Slow(id))
    const kinds = {
      array: { value: items, response: { type: 'array', items: SLOW } },
      page: {
        value: offsetPage(items, { page: 1, pageSize: COUNT, totalCount: COUNT }),
        response: { type: 'object', properties: { items: { type: 'array', items: SLOW } } }
      }
    }
    for (const [kind, { value, response }] of Object.entries(kinds)) {
      const app = await appsOf(t, links, reply => {
        loop.begin()
        reply.send(value)
      }, { response })
      for (const one of [app.yields, app.plain]) one.addHook('onSend', async () => { loop.end() })
      await app.yields.inject('/list')
      t.ok(loop.turns > 2, `${kind}: ${loop.turns} turns`)
      await app.plain.inject('/list')
      t.ok(loop.turns < 3, `${kind}: ${loop.turns} turns without the option`)
    }
  })
}

t.test('other requests are served before a long list is', async t => {
  const links = defineLinks<Item>('item', links => { links.self(item => { work(0.2); return targetOf(item) }) })
  const { yields: app } = await appsOf(t, links, reply => reply.send(listOf('short')))
  const served: string[] = []
  app.get('/neighbour', async () => ({}))
  app.addHook('onResponse', async request => { served.push(request.url) })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const responses = ['/list', '/neighbour', '/neighbour'].map(async path => (await fetch(origin + path)).arrayBuffer())
  await Promise.all(responses)
  t.strictSame(served, ['/neighbour', '/neighbour', '/list'])
})

t.test('an element that cannot be serialized: the error of the whole list', async t => {
  const fails = {
    type: 'object',
    properties: { id: { type: 'integer' }, owner: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } }
  }
  const broken = listOf('short').map(item => ({ ...item, owner: item.id === 290 ? {} : { name: 'x' } }))
  const links = defineLinks<Item>('item', links => { links.self(targetOf) })
  for (const response of [{ type: 'array', items: fails }, undefined]) {
    const circular: { id: number, text: string, self?: unknown } = { id: 1, text: '' }
    circular.self = circular
    const value = response === undefined ? [...listOf('short'), circular] : broken
    const app = await appsOf(t, links, reply => reply.send(value), response === undefined ? {} : { response })
    const { plain, yields } = await responses(app)
    t.equal(plain.status, 500)
    t.strictSame(yields, plain)
  }
})

t.test('a link callback that throws late: a clean 500', async t => {
  const links = defineLinks<Item>('item', links => {
    links.self(item => {
      if (item.id === 290) throw new Error('broken')
      return targetOf(item)
    })
  })
  const app = await appsOf(t, links, reply => reply.send(listOf(TEXTS[1])), { etag: 'v1' })
  const { plain, yields } = await responses(app)
  t.match(plain, { status: 500, bytes: /broken/ })
  t.strictSame(yields, plain)
})

t.test('nothing more is serialized when the client is gone', async t => {
  let serialized = 0
  const clients: ReturnType<typeof httpRequest>[] = []
  const items = Array.from({ length: COUNT }, (_, id) => ({
    id,
    get text () {
      if (++serialized === 1) clients[0]!.destroy()
      work(1)
      return 'text'
    }
  }))
  const links = defineLinks<Item>('item', links => { links.self(targetOf) })
  const { yields: app } = await appsOf(t, links, reply => reply.send(items), { response: { type: 'array', items: SLOW } })
  const failed = new Promise(resolve => { app.addHook('onError', async (_request, _reply, error) => { resolve(error) }) })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  clients.push(httpRequest(`${origin}/list`).on('error', () => {}))
  clients[0]!.end()
  t.match(await failed, { name: 'AbortError', statusCode: 499 })
  t.ok(serialized < COUNT, `${serialized} were serialized`)
})
