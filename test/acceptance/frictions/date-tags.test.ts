import Fastify, { type FastifyContextConfig } from 'fastify'
import t, { type Test } from 'tap'
import hyper, { evaluatePreconditions } from '../../../lib/index.ts'
import { header } from '../../support/raw.ts'
import { serve } from '../../support/servers.ts'

t.test('ETags are Dates', async t => {
  const order = { id: 1, updated: new Date('2030-01-02T03:04:05.678Z') }
  const { send } = await serve(t, async app => {
    await app.register(hyper)
    app.get('/', { config: { hyper: { etag: (value: typeof order) => value.updated } } }, async () => order)
    app.get('/never', { config: { hyper: { etag: () => new Date(NaN) } } }, async () => order)
    app.put('/', async request => evaluatePreconditions(request, order.updated) ?? {})
  })
  const tag = `"${order.updated.getTime()}"`
  t.equal(header(await send({ method: 'GET', path: '/' }), 'etag'), tag)
  t.equal((await send({ method: 'GET', path: '/', headers: [['If-None-Match', tag]] })).status, 304)
  t.equal((await send({ method: 'PUT', path: '/', headers: [['If-Match', tag]] })).status, 200)
  t.equal((await send({ method: 'PUT', path: '/', headers: [['If-Match', '"1"']] })).status, 412)
  t.equal(header(await send({ method: 'GET', path: '/never' }), 'etag'), null, 'an invalid date is no tag')
})

// Tags of columns with a resolution of one second: two writes in one second have one tag (HYPER036).

type Options = NonNullable<FastifyContextConfig['hyper']>

const etag = (value: unknown) => (value as { readonly time: Date }).time
let now = ''
const current = () => ({ time: new Date(now) })

/** Sends a read and a write at each of some times, and returns the places of the notice. */
async function noticed (
  t: Test, times: readonly string[], { get, put }: { readonly get: Options, readonly put: Options }
) {
  const places: string[] = []
  const write = (line: string) => {
    const { code, msg } = JSON.parse(line) as { code?: string, msg: string }
    if (code === 'HYPER036') places.push(msg.slice(0, msg.indexOf(': it returned')))
  }
  const app = Fastify({ logger: { level: 'warn', stream: { write } } })
  t.teardown(() => app.close())
  await app.register(hyper)
  app.get('/', { config: { hyper: get } }, current)
  app.put('/', { config: { hyper: put } }, current)
  for (now of times) for (const method of ['GET', 'PUT'] as const) await app.inject({ method, url: '/' })
  return places
}

const SECONDS = ['2030-01-01T10:00:01Z', '2030-01-01T10:00:02Z', '2030-01-01T10:00:59Z']
const GET = 'route GET /, config.hyper, etag'
const PUT = 'route PUT /, config.hyper, preconditions, tag'
const GUARDED = { resource: current, preconditions: { tag: etag } }

t.test('which times in whole seconds are reported', async t => {
  const rows: ReadonlyArray<readonly [name: string, times: readonly string[], isReported: boolean]> = [
    ['three', SECONDS, true],
    ['six', [...SECONDS, '2030-01-01T10:01:01Z', '2030-01-01T10:01:02Z', '2030-01-01T10:01:03Z'], true],
    ['two', SECONDS.slice(1), false],
    ['one again and again', [1, 2, 3, 4].map(() => SECONDS[0]!), false],
    [
      'whole minutes, which people write', ['2030-01-01', '2030-01-02', '2030-01-01T10:00Z', '2030-01-01T10:01Z'], false
    ],
    ['after one with milliseconds', ['2030-01-01T10:00:00.001Z', ...SECONDS], false],
    ['two, and one with milliseconds', [...SECONDS.slice(1), '2030-01-01T10:00:00.001Z', ...SECONDS], false],
    ['two, and an invalid one', [...SECONDS.slice(1), 'never'], false]
  ]
  for (const [name, times, isReported] of rows) {
    t.same(await noticed(t, times, { get: { etag }, put: GUARDED }), isReported ? [GET, PUT] : [], name)
  }
})

t.test('which tags are reported', async t => {
  const rows: ReadonlyArray<readonly [name: string, get: Options, put: Options, places: readonly string[]]> = [
    [
      'of reads, where the handler of the same URL evaluates preconditions', { etag },
      { preconditions: { requireIfMatch: true } }, [GET]
    ],
    ['of reads that only save bandwidth', { etag }, {}, []],
    ['milliseconds as a number', { etag: value => etag(value).getTime() }, GUARDED, [PUT]],
    ['of preconditions', {}, GUARDED, [PUT]]
  ]
  for (const [name, get, put, places] of rows) t.same(await noticed(t, SECONDS, { get, put }), places, name)
})

t.test('in production', async t => {
  t.intercept(process, 'env', { value: { ...process.env, NODE_ENV: 'production' } })
  t.same(await noticed(t, SECONDS, { get: { etag }, put: GUARDED }), [])
})
