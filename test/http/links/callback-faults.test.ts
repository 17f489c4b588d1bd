import Fastify from 'fastify'
import t from 'tap'
import hyper, { defineLinks, type HyperOptions, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { unhandledRejections } from '../../support/rejections.ts'
import { type LogLine, logTo } from '../../support/servers.ts'

// Every callback, with every way to fail, in both modes: what is sent, and that no rejection is unhandled.

const unhandled = unhandledRejections(t)

interface Order {
  readonly id: number
}

type Fault = () => unknown
type Links = LinkBuilder<Order>

/** A configuration and options in which one callback fails. */
interface Setup {
  readonly declare?: (links: Links) => unknown
  readonly options?: HyperOptions
  readonly etag?: Fault
  readonly accept?: string
  /** What messages call the callback. */
  readonly place: string
}

const uri = LinkTarget.uri('/a')
const child = defineLinks<object>(() => {}, { schema: { type: 'object' } })
const FORMS = 'application/prs.hal-forms+json'
const X = "links of order, relation 'x'"
const GO = "links of order, action 'go'"
const input = { type: 'object', properties: { note: { type: 'string' } } }

/** Callbacks that may return a promise. */
const AWAITED: Readonly<Record<string, (fault: never) => Setup>> = {
  'target of a link': fault => ({ place: X, declare: links => links.link('x', fault) }),
  'targets of linkMany': fault => ({ place: X, declare: links => links.linkMany('x', fault) }),
  'a target of linkMany': (fault: Fault) => ({
    place: X, declare: links => links.linkMany('x', () => [uri, fault() as never])
  }),
  'title of a link': fault => ({ place: X, declare: links => links.link('x', uri).title(fault) }),
  'title of a link of linkMany': fault => ({
    place: X, declare: links => links.linkMany('x', [uri, uri]).title(fault)
  }),
  when: fault => ({ place: X, declare: links => links.link('x', uri).when(fault) }),
  'when of an action': fault => ({ place: GO, declare: links => links.affordance('go', uri).when(fault) }),
  'target of an action': fault => ({ place: GO, declare: links => links.affordance('go', fault) }),
  'title of an action': fault => ({ place: GO, declare: links => links.affordance('go', uri).title(fault) }),
  prefill: fault => ({
    place: GO, accept: FORMS, declare: links => links.affordance('go', uri).accepts(input).prefill(fault)
  }),
  'prompt of a field': fault =>
    ({
      place: GO,
      accept: FORMS,
      declare: links => links.affordance('go', uri).accepts(input).fields({ note: { prompt: fault } })
    }),
  embed: fault => ({ place: "links of order, embedded 'x'", declare: links => links.embed('x', fault, child) }),
  embedMany: fault => ({ place: "links of order, embedded 'x'", declare: links => links.embedMany('x', fault, child) }),
  'a child of embedMany': (fault: Fault) =>
    ({
      place: "links of order, embedded 'x'",
      declare: links => links.embedMany('x', () => [{}, fault() as object], child)
    }),
  'after an asynchronous link': fault => ({
    place: X, declare: links => [links.link('first', async () => uri), links.link('x', fault)]
  }),
  etag: fault => ({ place: 'route GET /value', etag: fault })
}

/** Policies and selectors: the link is omitted in lax mode. */
const GATES: Readonly<Record<string, (fault: never) => Setup>> = {
  policy: fault => ({
    place: "the policy 'policy'",
    declare: links => links.link('x', uri).requireAuthorization('policy'),
    options: { policies: { policy: fault } }
  }),
  'policy of a resource': fault => ({
    place: "the policy 'policy'",
    declare: links => links.link('x', uri).requireAuthorization('policy', order => order),
    options: { policies: { policy: fault } }
  }),
  select: fault => ({
    place: "select of the policy 'policy'",
    declare: links => links.link('x', uri).requireAuthorization('policy', fault),
    options: { policies: { policy: () => true } }
  })
}

/** Callbacks that are synchronous: a promise is reported, and the link omitted in lax mode. */
const SYNCHRONOUS: Readonly<Record<string, (fault: never) => Setup>> = {
  'values of a route': fault => ({ place: X, declare: links => links.link('x', LinkTarget.route('GetOrder', fault)) }),
  'values of a route without parameters': fault => ({
    place: X, declare: links => links.link('x', LinkTarget.route('ListOrders', fault))
  }),
  'values of a route of linkMany': fault => ({
    place: X, declare: links => links.linkMany('x', [LinkTarget.route('GetOrder', fault)])
  }),
  'values of a returned target': fault => ({
    place: X, declare: links => links.link('x', () => LinkTarget.route('GetOrder', fault))
  }),
  query: fault => ({
    place: X, declare: links => links.link('x', LinkTarget.route('GetOrder', { id: 1 }, { query: fault }))
  }),
  'values of a route template': fault => ({
    place: X, declare: links => links.link('x', LinkTarget.routeTemplate('ListOrders', fault))
  }),
  'values of an action': fault => ({
    place: GO, declare: links => links.affordance('go', LinkTarget.route('GetOrder', fault))
  }),
  'values of the options of a field': fault => ({
    place: GO,
    accept: FORMS,
    declare: links =>
      links.affordance('go', uri).accepts(input)
        .fields({ note: { options: { route: LinkTarget.route('GetOrder', fault) } } })
  })
}

// What is thrown where no error is.
const nothing: unknown = undefined
const noError: readonly unknown[] = [null, 'a secret']

const THROWN: Readonly<Record<string, Fault>> = {
  'throw Error': () => { throw new Error('broken') },
  'throw undefined': () => { throw nothing },
  'throw null': () => { throw noError[0] },
  'throw a string': () => { throw noError[1] }
}

const REJECTED: Readonly<Record<string, Fault>> = {
  'reject Error': () => Promise.reject(new Error('broken')),
  'reject undefined': () => Promise.reject(nothing),
  'reject later': async () => {
    await null
    throw nothing
  },
  'reject as a thenable': () => ({
    then: (_resolve: unknown, reject: (reason: unknown) => void) => { reject(undefined) }
  })
}

const RESOLVED: Readonly<Record<string, Fault>> = {
  'return a promise': async () => ({ id: 1 }),
  'return a thenable': () => ({ then: (resolve: (value: unknown) => void) => { resolve({ id: 1 }) } })
}

interface Sent {
  readonly status: number
  readonly etag: unknown
  readonly body: Record<string, unknown>
  readonly codes: readonly (string | undefined)[]
}

async function send (
  { declare = () => {}, options = {}, etag = () => 'v1', accept = '*/*' }: Setup, mode: 'lax' | 'strict'
): Promise<Sent> {
  const log: LogLine[] = []
  const app = Fastify(logTo(log))
  await app.register(hyper, { mode, hrefs: 'path', ...options })
  const links = defineLinks<Order>('order', links => { declare(links) })
  app.get('/value', { config: { hyper: { links, etag: etag as () => string } } }, async () => ({ id: 1 }))
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder' } } }, async () => ({}))
  app.get('/orders', { config: { hyper: { name: 'ListOrders' } } }, async () => ({}))
  const response = await app.inject({ url: '/value', headers: { accept } })
  await app.close()
  const codes = log.map(({ code }) => code)
  return { status: response.statusCode, etag: response.headers.etag, body: response.json(), codes }
}

function errorOf (fault: string, place: string): object {
  return fault.endsWith('Error')
    ? { message: 'broken' }
    : {
        code: 'FST_ERR_HYPER_CALLBACK_FAILED',
        message: `${place}: the callback threw ${/null|a string/.exec(fault)?.[0] ??
      'undefined'}, which is not an Error. Throw an Error, or reject with one.`
      }
}

for (const mode of ['lax', 'strict'] as const) {
  t.test(`${mode}: a callback that fails fails the response`, async t => {
    for (const [name, make] of Object.entries(AWAITED)) {
      for (const [fault, fail] of Object.entries({ ...THROWN, ...REJECTED })) {
        const setup = make(fail as never)
        t.match(
          await send(setup, mode), { status: 500, etag: undefined, body: errorOf(fault, setup.place) },
          `${name}: ${fault}`
        )
      }
    }
  })

  t.test(`${mode}: a policy or a selector that fails`, async t => {
    for (const [name, make] of Object.entries(GATES)) {
      for (const [fault, fail] of Object.entries({ ...THROWN, ...REJECTED })) {
        const setup = make(fail as never)
        // Something is hidden: the tag is derived.
        const omitted = { status: 200, etag: /^"v1~/, body: { id: 1, _links: undefined } }
        t.match(
          await send(setup, mode),
          mode === 'lax' ? omitted : { status: 500, etag: undefined, body: errorOf(fault, setup.place) },
          `${name}: ${fault}`
        )
      }
    }
  })

  t.test(`${mode}: a synchronous callback`, async t => {
    for (const [name, make] of Object.entries(SYNCHRONOUS)) {
      for (const [fault, fail] of Object.entries(THROWN)) {
        const setup = make(fail as never)
        t.match(
          await send(setup, mode), { status: 500, etag: undefined, body: errorOf(fault, setup.place) },
          `${name}: ${fault}`
        )
      }
      for (const [fault, fail] of Object.entries({ ...REJECTED, ...RESOLVED })) {
        const sent = await send(make(fail as never), mode)
        if (mode === 'lax') t.match(sent, { status: 200, body: { id: 1 }, codes: ['HYPER005'] }, `${name}: ${fault}`)
        else {
          t.match(sent, {
            status: 500,
            body: { code: 'FST_ERR_HYPER_LINK_UNRESOLVED', message: /returned a promise, which is not awaited/ }
          }, `${name}: ${fault}`)
        }
        if (mode === 'lax' && !name.includes('options')) {
          t.match(sent.body, { _links: name.includes('Many') ? { x: [] } : undefined, _actions: undefined })
        }
      }
    }
  })

  t.test(`${mode}: the function baseUrl`, async t => {
    const make = (fault: Fault): Setup => ({
      place: 'fastify-hyper options, baseUrl',
      declare: links => links.self(LinkTarget.route('ListOrders')),
      options: { hrefs: 'absolute', baseUrl: fault as () => string }
    })
    for (const [fault, fail] of Object.entries(THROWN)) {
      const setup = make(fail)
      t.match(await send(setup, mode), { status: 500, etag: undefined, body: errorOf(fault, setup.place) }, fault)
    }
    for (const [fault, fail] of Object.entries({ ...REJECTED, ...RESOLVED })) {
      t.match(await send(make(fail), mode), {
        status: 200, body: { _links: { self: { href: '/orders' } } }, codes: ['HYPER007']
      }, fault)
    }
  })

  t.test(`${mode}: a formatter`, async t => {
    const mediaType = 'application/vnd.siren+json'
    const make = (fault: Fault): Setup => ({
      place: `the formatter of ${mediaType}`,
      accept: mediaType,
      options: { formatters: [{ mediaType, format: fault as () => string }] }
    })
    for (const [fault, fail] of Object.entries(THROWN)) {
      const setup = make(fail)
      t.match(await send(setup, mode), { status: 500, etag: undefined, body: errorOf(fault, setup.place) }, fault)
    }
    for (const [fault, fail] of Object.entries({ ...REJECTED, ...RESOLVED })) {
      t.match(await send(make(fail), mode), {
        status: 500,
        etag: undefined,
        body: { code: 'FST_ERR_HYPER_INVALID_FORMATTER', message: /format is synchronous/ }
      }, fault)
    }
  })
}

t.test('the thrown value is the cause, and objects stay what they are', async t => {
  const caught: unknown[] = []
  for (const thrown of [undefined, 'text', { statusCode: 404 }]) {
    const app = Fastify()
    app.setErrorHandler((error, _request, reply) => {
      caught.push(error)
      reply.code(500).send('')
    })
    await app.register(hyper)
    app.get(
      '/value', { config: { hyper: { links: defineLinks<Order>(links => { links.self(() => { throw thrown }) }) } } },
      async () => ({ id: 1 })
    )
    await app.inject('/value')
    await app.close()
  }
  t.match(caught, [
    { code: 'FST_ERR_HYPER_CALLBACK_FAILED' }, { code: 'FST_ERR_HYPER_CALLBACK_FAILED', cause: 'text' },
    { statusCode: 404 }
  ])
  t.equal((caught[0] as Error).cause, undefined)
})

t.test('no rejection was unhandled', async t => {
  await new Promise(resolve => setTimeout(resolve, 50))
  t.strictSame(unhandled, [])
})
