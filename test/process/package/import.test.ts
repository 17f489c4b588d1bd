import { channel } from 'node:diagnostics_channel'
import t from 'tap'

t.test('importing the package has no effect on apps that do not register it', async t => {
  const initialization = channel('fastify.initialization')
  t.equal(initialization.hasSubscribers, false, 'before')
  await import('../../../lib/index.ts')
  t.equal(initialization.hasSubscribers, false, 'no subscription sees the apps of the process')
  const { default: Fastify } = await import('fastify')
  const app = Fastify()
  t.teardown(() => app.close())
  const state = (name: string) =>
    (app as unknown as Record<symbol, unknown>)[Object.getOwnPropertySymbols(app)
      .find(({ description }) => description === name)!]
  const hooks = Object.values(state('fastify.hooks') as Record<string, unknown>).flat()
  t.same(hooks.filter(hook => typeof hook === 'function'), [], 'a new app has no hook')
})
