import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { html } from 'fastify-hyper/html'
import { mcp } from 'fastify-hyper/mcp'
import t, { type Test } from 'tap'
import hyper, { defineLinks, type HyperOptions, type HyperRouteOptions, LinkTarget } from '../../../lib/index.ts'
import { type FaultKind, FAULTS } from '../../process/trust/fault-kinds.ts'
import { unhandledRejections } from '../../support/rejections.ts'
import { hyperApp, type LogLine, logTo } from '../../support/servers.ts'
import { toolRequest, toolResult } from '../../support/tool-calls.ts'

// Each callback of a guard fails in each way: the handler does not run, one line is logged, nothing is pending, and the
// next request is as usual.

const CALLBACKS = ['caller policy', 'resource', 'resource policy', 'when', 'tag'] as const
type Callback = typeof CALLBACKS[number]
type Mode = 'lax' | 'strict'

interface Order {
  readonly open: boolean
}

class Guarded {
  readonly log: LogLine[] = []
  readonly app = Fastify(logTo(this.log, 'info'))
  /** What a callback does instead of returning what it should. */
  fault: { readonly callback: Callback, readonly run: () => unknown } | null = null
  calls: string[] = []

  static async start (t: Test, mode: Mode, conceal = false): Promise<Guarded> {
    const guarded = new Guarded()
    const { app } = guarded
    t.teardown(() => app.close())
    const links = defineLinks<Order>(links => {
      links.affordance('change', LinkTarget.route('Change')).when(guarded.#or('when', order => order.open))
    })
    const policies = {
      caller: guarded.#or('caller policy', () => true, 1),
      resource: guarded.#or('resource policy', () => true, 2)
    }
    await app.register(hyper, { mode, links: [links], policies })
    const resource = guarded.#or('resource', () => ({ open: true }))
    const preconditions = { tag: guarded.#or('tag', () => '7') }
    const options = { name: 'Change', policy: ['caller', 'resource'], resource, conceal, preconditions }
    app.post('/', { config: { hyper: options } }, () => { guarded.calls.push('handler'); return { done: true } })
    await app.ready()
    return guarded
  }

  // The number of parameters decides what a policy judges.
  #or<R> (callback: Callback, usual: (order: Order) => R, length = 1): (value?: unknown) => R {
    const call = (value?: unknown) => {
      this.calls.push(callback)
      return this.fault?.callback === callback ? this.fault.run() as R : usual(value as Order)
    }
    return Object.defineProperty(call, 'length', { value: length })
  }

  async send (): Promise<Seen> {
    this.calls = []
    this.log.length = 0
    const { statusCode, payload, headers } = await this.app.inject({
      method: 'POST', url: '/', headers: { 'if-match': '"7"' }
    })
    return { statusCode, payload, type: String(headers['content-type']), calls: this.calls }
  }
}

interface Seen {
  readonly statusCode: number
  readonly payload: string
  readonly type: string
  readonly calls: readonly string[]
}

const USUAL = {
  statusCode: 200, payload: '{"done":true}', type: 'application/json; charset=utf-8', calls: [...CALLBACKS, 'handler']
}

/** Faults that are values which a callback may return. */
function isResult (callback: Callback, { name, fails }: FaultKind): boolean {
  if (callback === 'when') return !fails && !/(?:undefined|empty string|rejects)$/.test(name)
  const isObject = /^returns (?:a promise of )?an? (?:object|array|circular)/.test(name)
  if (callback === 'resource') return isObject || /undefined$/.test(name)
  if (callback === 'tag') return /^returns (?:a number|an empty string|undefined|a promise of undefined)$/.test(name)
  return name === 'returns true'
}

// Fastify cannot log it where it fails the request: its logger throws.
const isFrozen = ({ name }: FaultKind) => name.endsWith('a frozen Error')

const isFailure = ({ fails, name }: FaultKind) => fails || name === 'returns a thenable that rejects'

// The status that a failure has: that of the error, or 500.
const failed = ({ name }: FaultKind) =>
  name.endsWith('an Error with status 404') ? 404 : name.endsWith('a problem') ? 409 : 500

/** The status of a request with a fault; null if the callback may return the value. */
function expected (callback: Callback, fault: FaultKind, mode: Mode, conceal: boolean): number | null {
  if (isResult(callback, fault)) return null
  const isPolicy = callback.endsWith('policy')
  if (isFailure(fault) && !(isPolicy && mode === 'lax')) return failed(fault)
  if (isPolicy) return conceal && callback === 'resource policy' ? 404 : 403
  return callback === 'when' ? 409 : 500
}

const tick = () => new Promise(resolve => setImmediate(resolve))

for (const mode of ['lax', 'strict'] as const) {
  for (const conceal of [false, true]) {
    t.test(`each fault of each callback, ${mode}${conceal ? ', concealed' : ''}`, async t => {
      const unhandled = unhandledRejections(t)
      const guarded = await Guarded.start(t, mode, conceal)
      for (const callback of CALLBACKS) {
        for (const fault of FAULTS) {
          const name = `${callback} ${fault.name}`
          guarded.fault = { callback, run: fault.run }
          const seen = await guarded.send()
          const errors = guarded.log.filter(({ level, err }) => level >= 50 || err !== undefined)
          const status = expected(callback, fault, mode, conceal)
          if (status !== null) {
            t.equal(seen.statusCode, status, name)
            t.notOk(seen.calls.includes('handler'), `${name}: the handler does not run`)
            t.notMatch(seen.payload, '"done"')
            const isLogged = isFailure(fault) || status === 500
            if (!isFrozen(fault) || status < 500) t.equal(errors.length, isLogged ? 1 : 0, `${name}: is logged once`)
          }
          guarded.fault = null
          t.same(await guarded.send(), USUAL, `${name}: the next request is as usual`)
        }
      }
      await tick()
      t.same(unhandled, [], 'no rejection is unhandled')
    })
  }
}

/** Sends a request, and leaves when the callback runs. Resolves when the server has seen that. */
async function leave (guarded: Guarded, port: number, callback: Callback): Promise<() => void> {
  let settle!: () => void
  const held = new Promise<void>(resolve => { settle = resolve })
  const socket = connect(port, '127.0.0.1')
  const running = new Promise<void>(resolve => {
    guarded.fault = { callback, run: () => { resolve(); return held.then(settleWith) } }
  })
  const closed = new Promise(resolve => {
    guarded.app.server.once('connection', connection => { connection.once('close', resolve) })
  })
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nIf-Match: "7"\r\nContent-Length: 0\r\n\r\n')
  await running
  socket.destroy()
  await once(socket, 'close')
  await closed
  return settle
}

let settleWith: () => unknown = () => true

const GOOD: Readonly<Record<Callback, unknown>> = {
  'caller policy': true, resource: { open: true }, 'resource policy': true, when: true, tag: '7'
}

const SETTLED: readonly [name: string, settle: (callback: Callback) => unknown][] = [
  ['returns late', callback => GOOD[callback]],
  ['rejects late', () => { throw new Error('late') }]
]

for (const mode of ['lax', 'strict'] as const) {
  t.test(`a client that leaves while a callback runs, ${mode}`, async t => {
    for (const callback of CALLBACKS) {
      for (const [name, settled] of SETTLED) {
        const guarded = await Guarded.start(t, mode)
        await guarded.app.listen({ port: 0, host: '127.0.0.1' })
        const { port } = guarded.app.server.address() as { port: number }
        settleWith = () => settled(callback)
        const settle = await leave(guarded, port, callback)
        settle()
        for (let count = 0; count < 10; count++) await tick()
        t.equal(guarded.calls.at(-1), callback, `${callback} ${name}: nothing runs after it`)
        const errors = guarded.log.filter(({ level, err }) => level >= 50 && err !== undefined)
        t.ok(
          errors.length <= (name === 'rejects late' ? 1 : 0),
          'it is an error of the server at most once, if a callback fails'
        )
        guarded.fault = null
        t.same(await guarded.send(), USUAL, 'the next request is as usual')
      }
    }
  })
}

t.test('a callback that never settles', async t => {
  for (const callback of CALLBACKS) {
    const guarded = await Guarded.start(t, 'lax')
    await guarded.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = guarded.app.server.address() as { port: number }
    await leave(guarded, port, callback)
    t.notOk(guarded.calls.includes('handler'), `${callback}: the handler does not run`)
    guarded.fault = null
    t.same(await guarded.send(), USUAL, 'other requests are as usual')
    await t.resolves(guarded.app.close(), 'the server closes')
  }
})

t.test('a client that leaves while the first callback of a step runs', async t => {
  const STEPS: Readonly<Record<string, (
    held: (name: string) => (value?: unknown) => unknown
  ) => [HyperOptions, HyperRouteOptions]>> = {
    'caller policies': held => [
      {
        policies: {
          first: request => held('first')(request) as boolean, second: request => held('second')(request) as boolean
        }
      },
      { policy: ['first', 'second'] }
    ],
    'resource policies': held => [
      {
        policies: {
          first: (_request, order) => held('first')(order) as boolean,
          second: (_request, order) => held('second')(order) as boolean
        }
      },
      { policy: ['first', 'second'], resource: () => ({}) }
    ],
    conditions: held => [
      {
        links: [defineLinks<Order>(links => {
          links.affordance('first', LinkTarget.route('Change')).when(order => held('first')(order) as boolean)
          links.affordance('second', LinkTarget.route('Change')).when(order => held('second')(order) as boolean)
        })]
      },
      { resource: () => ({}) }
    ],
    'conditions of one action': held => [
      {
        links: [defineLinks<Order>(links => {
          links.affordance('x', LinkTarget.route('Change'))
            .when(order => held('first')(order) as boolean).when(order => held('second')(order) as boolean)
        })]
      },
      { resource: () => ({}) }
    ]
  }
  for (const [step, declare] of Object.entries(STEPS)) {
    const calls: string[] = []
    let enter!: () => void
    let settle!: (value: boolean) => void
    const running = new Promise<void>(resolve => { enter = resolve })
    const settled = new Promise<boolean>(resolve => { settle = resolve })
    const [options, keys] = declare(name => () => { calls.push(name); enter(); return settled })
    const app = await hyperApp(t, options)
    app.post('/', { config: { hyper: { name: 'Change', ...keys } } }, () => { calls.push('handler'); return {} })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const closed = new Promise(resolve => {
      app.server.once('connection', connection => { connection.once('close', resolve) })
    })
    const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
    await running
    socket.destroy()
    await closed
    settle(step !== 'conditions')
    for (let count = 0; count < 10; count++) await tick()
    t.strictSame(calls, ['first'], `${step}: nothing runs after it`)
  }
})

t.test('an error that the logger cannot write', async t => {
  const frozen = () => Object.freeze(new Error('broken'))
  const ERRORS: Readonly<Record<string, () => unknown>> = {
    'a frozen error': frozen,
    'a frozen cause': () => new Error('broken', { cause: frozen() }),
    'a frozen error among several': () => new AggregateError([frozen()], 'broken')
  }
  for (const [name, make] of Object.entries(ERRORS)) {
    const guarded = await Guarded.start(t, 'lax')
    guarded.fault = { callback: 'resource policy', run: () => { throw make() } }
    t.equal((await guarded.send()).statusCode, 403, name)
    const errors = guarded.log.filter(({ level }) => level >= 50)
    t.equal(errors.length, 1, `${name}: is logged once`)
    t.match(errors, [{ err: { stack: /broken/ } }], `${name}: with its stack`)
  }
})

for (const mode of ['lax', 'strict'] as const) {
  t.test(`a reason that fails is none, ${mode}`, async t => {
    let fault: FaultKind = FAULTS[0]!
    const links = defineLinks<Order>(links => {
      links.self(LinkTarget.uri('/'))
      links.affordance('change', LinkTarget.route('Change'))
        .when(order => order.open, () => fault.run() as never)
    })
    const log: LogLine[] = []
    const app = Fastify(logTo(log, 'info'))
    t.teardown(() => app.close())
    await app.register(hyper, { mode, hrefs: 'path', links: [links] })
    await app.register(html)
    await app.register(mcp, { prefix: '/mcp' })
    const resource = { load: () => ({ open: false }), links }
    app.get('/', { config: { hyper: { links } } }, resource.load)
    app.post('/', { config: { hyper: { name: 'Change', resource } } }, () => ({ done: true }))
    const page = { page: '/', name: 'change', method: 'POST', target: '/' }
    for (fault of FAULTS.filter(({ fails, name }) => fails || name.includes('thenable'))) {
      const before = log.length
      const api = await app.inject({ method: 'POST', url: '/' })
      const form = await app.inject({
        method: 'POST',
        url: `/_html/form?${new URLSearchParams(page)}`,
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
      })
      const tool = await app.inject(toolRequest('act', { url: '/', action: 'change' }))
      t.match(api, { statusCode: 409, payload: 'The state of the resource does not allow this action.' }, fault.name)
      t.match(form, { statusCode: 409, payload: '</html>' }, `${fault.name}: a page`)
      t.match(toolResult(tool.payload), { structuredContent: { error: { action: 'change' } } }, `${fault.name}: a tool`)
      for (const { payload } of [api, form, tool]) t.notMatch(payload, 'fault', `${fault.name}: no text of an error`)
      const logged = log.slice(before).filter(({ msg }) => msg.includes('it failed; the response'))
      t.equal(logged.length, 3, `${fault.name}: is logged`)
    }
    t.equal(log.filter(({ code }) => code === 'HYPER039').length, 1, 'one notice')
  })
}
