import { once } from 'node:events'
import { metrics } from '@opentelemetry/api'
import Fastify, { type FastifyServerOptions } from 'fastify'
import t from 'tap'
import { Notices } from '../../../lib/diagnostics/notices.ts'
import { hasLogger } from '../../../lib/fastify/internals.ts'
import hyper, { LinkTarget, problem } from '../../../lib/index.ts'
import { projection } from '../../support/projection.ts'

/** Notices, and what they log. */
function noticesAndLog () {
  const messages: string[] = []
  const notices = new Notices(
    { log: { info: () => {}, warn: (_details, message) => { messages.push(message) } }, server: {} }, true
  )
  return { notices, messages }
}

t.test('a notice is logged once for each code and subject', async t => {
  const { notices, messages } = noticesAndLog()
  for (const subject of ['a', 'b', 'a']) notices.report('HYPER005', subject, () => ['x'])
  notices.report('HYPER001', 'a', () => ['z'])
  t.same(messages, ['a', 'b', 'a'].map((place, index) => `${place}: it cannot be resolved: ${index === 2 ? 'z' : 'x'}`))
})

t.test('long subjects count by their beginning', async t => {
  const { notices, messages } = noticesAndLog()
  const subject = 'x'.repeat(256)
  for (const end of ['', '1', '2'.repeat(100_000), '3']) {
    notices.report('HYPER008', 'place', () => [String(end.length)], subject + end)
  }
  t.same(messages.map(message => /member (\d+)/.exec(message)![1]), ['0', '1'])
})

t.test('a subject with a lone surrogate is logged once', async t => {
  const { notices, messages } = noticesAndLog()
  for (let times = 0; times < 2; times++) notices.report('HYPER012', 'place', () => [], '\ud800 subject')
  t.equal(messages.length, 1)
})

t.test('long messages are cut', async t => {
  const { notices, messages } = noticesAndLog()
  for (const length of [2048, 2049, 100_000]) {
    notices.report('HYPER014', `${length}`.padStart(6), () => ['m'.repeat(length - 8)])
  }
  t.same(messages, [`  2048: ${'m'.repeat(2040)}`, `  2049: ${'m'.repeat(2040)}…`, `100000: ${'m'.repeat(2040)}…`])
})

t.test('the number of subjects is limited', async t => {
  const { notices, messages } = noticesAndLog()
  for (let index = 0; index < 10_100; index++) notices.report('HYPER012', String(index), () => [])
  t.equal(messages.length, 10_000)
})

t.test('the metric has no long relation', async t => {
  const relations: unknown[] = []
  const counter = { add: (_: number, attributes: { relation: unknown }) => { relations.push(attributes.relation) } }
  const provider = { getMeter: () => ({ createCounter: () => counter }) }
  metrics.setGlobalMeterProvider(provider as never)
  t.teardown(() => { metrics.disable() })
  const { notices } = noticesAndLog()
  for (const relation of ['next', 'x'.repeat(257)]) notices.count('order', relation)
  t.same(relations, ['next', `${'x'.repeat(256)}…`])
})

t.test('a relation of a problem from client input is truncated in notices', async t => {
  const { get, logged } = await projection(t, async app => {
    await app.register(hyper)
    app.get('/value', { config: { hyper: { links: true } } }, async request => {
      const { length } = request.query as { length: string }
      return problem({ status: 404 }).link('x'.repeat(Number(length)), LinkTarget.route('Far'))
    })
  })
  for (const length of [10_000, 10_001]) await get('default', `/value?length=${length}`)
  t.match(logged('HYPER001'), { length: 1, 0: /^links of a problem document, relation 'x{80}…': / })
})

// Fastify without the option `logger` drops what is logged: notices are then warnings of the process.

const drops = { write: () => {} }

// Options of an app, the environment, and whether the process warns.
const ROWS: Readonly<Record<string, [options: FastifyServerOptions, environment: string, warns: boolean]>> = {
  'no logger': [{}, 'development', true],
  'no logger, tests': [{}, 'test', true],
  'no logger, production': [{}, 'production', false],
  'logger: false': [{ logger: false }, 'development', true],
  'a logger': [{ logger: { stream: drops } }, 'development', false],
  'a silent logger': [{ logger: { level: 'silent', stream: drops } }, 'development', false]
}

for (const [name, [options, environment, warns]] of Object.entries(ROWS)) {
  t.test(name, async t => {
    const { NODE_ENV } = process.env
    const warnings: Error[] = []
    const collect = (warning: Error) => { warnings.push(warning) }
    process.on('warning', collect)
    process.env['NODE_ENV'] = environment
    t.teardown(() => {
      process.off('warning', collect)
      if (NODE_ENV === undefined) delete process.env['NODE_ENV']
      else process.env['NODE_ENV'] = NODE_ENV
    })
    const app = Fastify(options)
    const notices = new Notices(app, hasLogger(app.log))
    for (let time = 0; time < 2; time++) notices.report('HYPER012', 'route GET /', () => [])
    const last = once(process, 'warning')
    process.emitWarning('the last')
    await last
    t.match(
      warnings.slice(0, -1),
      warns ? [{ name: 'FastifyHyperWarning', code: 'HYPER012', message: /^route GET \/: the Link header is cut/ }] : []
    )
    t.equal(warnings.length, warns ? 2 : 1)
  })
}

t.test('strict mode throws what its row has, and logs the rest', async t => {
  const messages: string[] = []
  const notices = new Notices(
    { log: { info: () => {}, warn: (_details, message) => { messages.push(message) } }, server: {} }, true, true
  )
  const thrown = { code: 'FST_ERR_HYPER_INVALID_METHOD', message: /^place: the link leads to a route without GET\./ }
  for (let time = 0; time < 2; time++) {
    t.throws(() => { notices.report('HYPER021', 'place', () => ["'Pay'", 'POST']) }, thrown, 'each time')
  }
  const own = { code: 'FST_ERR_HYPER_UNKNOWN_ROUTE', message: "place: no route is named 'Far'." }
  t.throws(() => { notices.report('FST_ERR_HYPER_UNKNOWN_ROUTE', 'place', () => ["'Far'", '']) }, own)
  t.throws(() => { notices.report('HYPER005', 'place', () => ['why']) }, { name: 'LinkResolutionError' })
  t.same(messages, [])
  notices.report('HYPER012', 'place', () => [])
  notices.report('FST_ERR_HYPER_UNKNOWN_KEY', 'place', () => ["'lnks'", '', 'links'])
  t.match(messages, [/^place: the Link header is cut/, "place: 'lnks' is not a known key. Known keys: links."])
})
