import Fastify, { type RouteOptions } from 'fastify'
import t, { type Test } from 'tap'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'

// Links to routes with a version as constraint, from routes without one (HYPER037):
// clients that send no Accept-Version get 404.

type Constraints = NonNullable<RouteOptions['constraints']>

/** Starts an app in which `GET /` links to GetOrder and offers CancelOrder, and returns the notices. */
async function noticed (
  t: Test, own: Constraints, targets: readonly Constraints[], isNested = false
): Promise<string[]> {
  const log: string[] = []
  const write = (line: string) => {
    const { code, msg } = JSON.parse(line) as { code?: string, msg: string }
    if (code === 'HYPER037') log.push(msg)
  }
  const app = Fastify({ logger: { level: 'warn', stream: { write } } })
  t.teardown(() => app.close())
  const links = defineLinks<object>(links => {
    links.link('latest', LinkTarget.route('GetOrderById', { id: 1 }))
    links.affordance('cancel', LinkTarget.route('CancelOrder', { id: 1 }))
  }, { name: 'Root' })
  await app.register(hyper)
  app.get('/', { constraints: own, config: { hyper: { links: isNested ? links.at('data') : links } } }, () => ({}))
  for (const constraints of targets) {
    app.get('/orders/:id', { constraints, config: { hyper: { name: 'GetOrderById' } } }, () => ({}))
    app.post('/orders/:id', { constraints, config: { hyper: { name: 'CancelOrder' } } }, () => ({}))
  }
  await app.ready()
  return log
}

const [FIRST, SECOND] = [{ version: '1.0.0' }, { version: '2.0.0' }]

t.test('a link and an action that lead to a version', async t => {
  const remedy =
    'clients that do not send Accept-Version get 404. Give both a version, or put the version into the path.'
  t.same(await noticed(t, {}, [SECOND]), [
    'links of Root, relation \'latest\': route GET / has no version, ' +
      `and the target GET /orders/:id has '2.0.0': ${remedy}`,
    `links of Root, action 'cancel': route GET / has no version, and the target POST /orders/:id has '2.0.0': ${remedy}`
  ])
})

const ROWS: ReadonlyArray<readonly [
  name: string, own: Constraints, targets: readonly Constraints[], count: number, isNested?: boolean
]> = [
  ['two versions', {}, [FIRST, SECOND], 2],
  ['the configuration of a member', {}, [SECOND], 2, true],
  ['one target without a version', {}, [{}, SECOND], 0],
  ['no version', {}, [{}], 0],
  ['a host', {}, [{ host: 'api.example' }], 0],
  ['from a host to a version', { host: 'api.example' }, [SECOND], 2],
  ['from a version', FIRST, [FIRST, SECOND], 0]
]

for (const [name, own, targets, count, isNested] of ROWS) {
  t.test(`${name}: ${count}`, async t => {
    t.equal((await noticed(t, own, targets, isNested)).length, count)
  })
}
