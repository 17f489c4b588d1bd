import { request as httpRequest } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import t, { type Test } from 'tap'
import { defineLinks, type HyperOptions, type LinkContext, LinkTarget, offsetPage } from '../../../lib/index.ts'
import { unhandledRejections } from '../../support/rejections.ts'
import { hyperApp } from '../../support/servers.ts'

// How much asynchronous work of a list is in progress at once, and when it stops.

const unhandled = unhandledRejections(t)

interface Item {
  readonly id: number
}

const items = (count: number): Item[] => Array.from({ length: count }, (_, id) => ({ id }))
const soon = () => new Promise(resolve => setImmediate(resolve))

/** Counts the calls of an asynchronous callback: all, and those in progress at once. */
class Work {
  started = 0
  most = 0
  #running = 0

  async run (settle: () => Promise<unknown> = soon): Promise<void> {
    this.started++
    this.most = Math.max(this.most, ++this.#running)
    try {
      await settle()
    } finally {
      this.#running--
    }
  }
}

type Callback = (item: Item, context: LinkContext) => Promise<LinkTarget | null>

async function appOf (
  t: Test, callback: Callback, options: HyperOptions = {}, server: FastifyServerOptions = {}
): Promise<FastifyInstance> {
  const app = await hyperApp(t, { hrefs: 'path', ...options }, server)
  const links = defineLinks<Item>('item', links => { links.link('x', callback) })
  const parent = defineLinks<object>('parent', parent => { parent.embedMany('items', () => items(100), links) })
  const many = defineLinks<object>('many', links => {
    links.linkMany('x', () => items(100).map(({ id }) => LinkTarget.uri(`/${id}`))).title((_value, context) =>
      callback({ id: 0 }, context).then(() => 'title'))
  })
  app.get('/list', { config: { hyper: { links } } }, async () => items(100))
  app.get('/page', { config: { hyper: { links } } }, async () =>
    offsetPage(items(100), { page: 1, pageSize: 100, totalCount: 100 }))
  app.get('/children', { config: { hyper: { links: parent } } }, async () => ({}))
  app.get('/many', { config: { hyper: { links: many } } }, async () => ({}))
  return app
}

t.test('at most so many at once, in the order of the list', async t => {
  for (const [concurrency, most] of [[undefined, 64], [3, 3], [1, 1], [1000, 100]] as const) {
    for (const path of ['/list', '/page', '/children', '/many']) {
      const work = new Work()
      // The first ones settle last.
      const callback: Callback = async ({ id }) => {
        await work.run(async () => { for (let turn = id % 5; turn < 5; turn++) await soon() })
        return LinkTarget.uri(`/${id}`)
      }
      const app = await appOf(t, callback, concurrency === undefined ? {} : { concurrency })
      const body: unknown = (await app.inject(path)).json()
      t.strictSame([work.started, work.most], [100, most], `${path}, ${concurrency}`)
      const hrefs = [...JSON.stringify(body).matchAll(/"x":\{"href":"\/(\d+)"/g)].map(([, id]) => Number(id))
      if (path !== '/many' && path !== '/page') t.strictSame(hrefs, items(100).map(({ id }) => id), 'in order')
    }
  }
})

t.test('own texts are written before anything is awaited', async t => {
  const values = items(100).map(({ id }) => ({ id, state: 'as it was' }))
  const links = defineLinks<Item>(links => {
    links.link('x', async () => {
      await soon()
      for (const value of values) value.state = 'changed'
      return null
    })
  })
  const app = await appOf(t, async () => null, { concurrency: 2 })
  app.get('/values', { config: { hyper: { links } } }, async () => values)
  const body = (await app.inject('/values')).json<typeof values>()
  t.strictSame(new Set(body.map(({ state }) => state)), new Set(['as it was']))
})

t.test('a failure starts nothing more', async t => {
  for (const path of ['/list', '/children']) {
    const work = new Work()
    const app = await appOf(t, async ({ id }) => {
      await work.run()
      if (id === 0) throw new Error('broken')
      return null
    }, { concurrency: 4 })
    t.match((await app.inject(path)).json(), { statusCode: 500, message: 'broken' }, path)
    for (let turn = 0; turn < 5; turn++) await soon()
    t.ok(work.started < 10, `${path}: ${work.started} were started`)
  }
})

t.test('a later element that throws at once', async t => {
  const app = await appOf(t, ({ id }) => {
    if (id === 50) throw new Error('broken')
    return soon().then(() => null)
  }, { concurrency: 4 })
  t.match((await app.inject('/list')).json(), { statusCode: 500, message: 'broken' })
})

/** Waits until a condition holds. */
async function until (holds: () => boolean): Promise<void> {
  while (!holds()) await soon()
}

// Each requests a URL, and returns what ends the request.
const PROTOCOLS: Readonly<Record<string, [server: object, request: (url: string) => () => unknown]>> = {
  'HTTP/1.1': [{}, url => {
    const client = httpRequest(url).on('error', () => {})
    client.end()
    return () => client.destroy()
  }],
  'HTTP/2': [{ http2: true }, url => {
    const session = connectHttp2(url)
    const stream = session.request({ ':path': new URL(url).pathname }).on('error', () => {})
    stream.on('close', () => session.destroy())
    return () => stream.close()
  }]
}

for (const [protocol, [server, request]] of Object.entries(PROTOCOLS)) {
  t.test(`nothing more is started when the client is gone, over ${protocol}`, async t => {
    const work = new Work()
    const signals: AbortSignal[] = []
    const waiting: (() => void)[] = []
    const app = await appOf(t, async (_item, { signal }) => {
      signals.push(signal)
      await work.run(() => new Promise<void>(resolve => { waiting.push(resolve) }))
      return null
    }, { concurrency: 8 }, server)
    const failures: unknown[] = []
    app.addHook('onError', async (_request, _reply, error) => { failures.push(error) })
    const leave = request(`${await app.listen({ port: 0, host: '127.0.0.1' })}/list`)
    await until(() => work.started === 8)
    t.equal(signals[0]!.aborted, false)
    t.equal(new Set(signals).size, 1, 'one signal for all callbacks of a response')
    leave()
    await until(() => signals[0]!.aborted)
    t.match(signals[0]!.reason, { name: 'AbortError' })
    for (const resolve of waiting) resolve()
    for (let turn = 0; turn < 10; turn++) await soon()
    t.equal(work.started, 8)
    t.match(failures, [{ name: 'AbortError', statusCode: 499 }])
  })
}

t.test('the signal aborts when the response is complete, also where it is read later', async t => {
  let context: LinkContext | undefined
  let early: AbortSignal | undefined
  const app = await appOf(t, async ({ id }, given) => {
    if (id === 0) {
      context = given
      early = given.signal
    }
    return null
  })
  t.equal((await app.inject('/list')).statusCode, 200)
  await until(() => early!.aborted)
  t.equal(context!.signal, early)
  let late: LinkContext | undefined
  const other = await appOf(t, async (_item, given) => {
    late = given
    return null
  })
  await other.inject('/list')
  t.equal(late!.signal.aborted, true)
})

t.test('no rejection was unhandled', async t => {
  await new Promise(resolve => setTimeout(resolve, 50))
  t.strictSame(unhandled, [])
})
