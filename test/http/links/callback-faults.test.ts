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

type Callbacks = Readonly<Record<string, (fault: never) => Setup>>
type Mode = 'lax' | 'strict'

const uri = LinkTarget.uri('/a')
const child = defineLinks<object>(() => {}, { schema: { type: 'object' } })
const FORMS = 'application/prs.hal-forms+json'
const X = "links of order, relation 'x'"
const GO = "links of order, action 'go'"
const input = { type: 'object', properties: { note: { type: 'string' } } }

/** Callbacks that may return a promise. */
const AWAITED: Callbacks = {
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
const GATES: Callbacks = {
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
const SYNCHRONOUS: Callbacks = {
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
  { declare = () => {}, options = {}, etag = () => 'v1', accept = '*/*' }: Setup, mode: Mode
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

function failed (fault: string, { place }: Setup): object {
  const thrown = /null|a string/.exec(fault)?.[0] ?? 'undefined'
  const message = `${place}: the callback threw ${thrown}, which is not an Error. Throw an Error, or reject with one.`
  const body = fault.endsWith('Error') ? { message: 'broken' } : { code: 'FST_ERR_HYPER_CALLBACK_FAILED', message }
  return { status: 500, etag: undefined, body }
}

// Callbacks, their faults, and what is sent.
type Group = readonly [
  callbacks: Callbacks, faults: Readonly<Record<string, Fault>>,
  sent: (fault: string, setup: Setup, mode: Mode, name: string) => object
]

const FAILING = { ...THROWN, ...REJECTED }
const PROMISES = { ...REJECTED, ...RESOLVED }
const SIREN = 'application/vnd.siren+json'

const BASE_URL: Callbacks = {
  'the function baseUrl': (fault: Fault) => ({
    place: 'fastify-hyper options, baseUrl',
    declare: links => links.self(LinkTarget.route('ListOrders')),
    options: { hrefs: 'absolute', baseUrl: fault as () => string }
  })
}
const FORMATTER: Callbacks = {
  'a formatter': (fault: Fault) => ({
    place: `the formatter of ${SIREN}`,
    accept: SIREN,
    options: { formatters: [{ mediaType: SIREN, format: fault as () => string }] }
  })
}

// A form without the link to the choices of a field is shown.
const omitted = (name: string) => name.includes('options')
  ? { id: 1 }
  : { id: 1, _links: name.includes('Many') ? { x: [] } : undefined, _actions: undefined }

const GROUPS: Readonly<Record<string, Group>> = {
  'a callback that fails fails the response': [AWAITED, FAILING, failed],
  // Something is hidden: the tag is derived.
  'a policy or a selector that fails': [GATES, FAILING, (fault, setup, mode) => mode === 'lax'
    ? { status: 200, etag: /^"v1~/, body: { id: 1, _links: undefined } }
    : failed(fault, setup)],
  'a synchronous callback that throws': [{ ...SYNCHRONOUS, ...BASE_URL, ...FORMATTER }, THROWN, failed],
  'a synchronous callback of a target that returns a promise': [
    SYNCHRONOUS, PROMISES, (_fault, _setup, mode, name) => mode === 'lax'
      ? { status: 200, body: omitted(name), codes: ['HYPER005'] }
      : {
          status: 500,
          body: { code: 'FST_ERR_HYPER_LINK_UNRESOLVED', message: /returned a promise, which is not awaited/ }
        }
  ],
  'a baseUrl that returns a promise': [BASE_URL, PROMISES, () => ({
    status: 200, body: { _links: { self: { href: '/orders' } } }, codes: ['HYPER007']
  })],
  'a formatter that returns a promise': [FORMATTER, PROMISES, () => ({
    status: 500, etag: undefined, body: { code: 'FST_ERR_HYPER_INVALID_FORMATTER', message: /format is synchronous/ }
  })]
}

for (const [title, [callbacks, faults, sent]] of Object.entries(GROUPS)) {
  for (const mode of ['lax', 'strict'] as const) {
    t.test(`${mode}: ${title}`, async t => {
      for (const [name, make] of Object.entries(callbacks)) {
        for (const [fault, fail] of Object.entries(faults)) {
          const setup = make(fail as never)
          t.match(await send(setup, mode), sent(fault, setup, mode, name), `${name}: ${fault}`)
        }
      }
    })
  }
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
