import type { FastifyInstance, FastifyRequest } from 'fastify'
import hyper from 'fastify-hyper'
import t from 'tap'
import { authenticateByTokenOrKey } from './auth.ts'
import { authenticate, staff } from './jwt.ts'
import { appOf, SECRET } from './setup.ts'

type Authenticate = (app: FastifyInstance) => Promise<void>

async function start (t: Parameters<typeof appOf>[0], authenticates: Authenticate, isFirst: boolean) {
  const calls: string[] = []
  const app = await appOf(t, async app => {
    if (isFirst) await authenticates(app)
    await app.register(hyper, {
      policies: { staff: (request: FastifyRequest) => { calls.push('policy'); return staff(request) } }
    })
    app.get(
      '/', { config: { hyper: { policy: 'staff', resource: () => { calls.push('resource'); return {} } } } },
      ({ user }) => user.sub
    )
    if (!isFirst) await authenticates(app)
  })
  return { app, calls }
}

const byToken: Authenticate = app => authenticate(app, SECRET)
const byTokenOrKey: Authenticate = app =>
  authenticateByTokenOrKey(app, SECRET, new Map([['key', { sub: 'robot', roles: ['staff'] }]]))

for (const [name, authenticates] of [['@fastify/jwt', byToken], ['@fastify/auth', byTokenOrKey]] as const) {
  for (const isFirst of [true, false]) {
    const order = isFirst ? 'before' : 'after'
    t.test(`${name}, registered ${order} the routes: authentication comes before the guard`, async t => {
      const { app, calls } = await start(t, authenticates, isFirst)
      const token = (roles: string[]) => ({ authorization: `Bearer ${app.jwt.sign({ sub: 'ann', roles })}` })
      for (const [headers, status, ran] of [
        [{}, 401, []],
        [{ authorization: 'Bearer none' }, 401, []],
        [token([]), 403, ['policy']],
        [token(['staff']), 200, ['policy', 'resource']]
      ] as const) {
        calls.length = 0
        t.equal((await app.inject({ url: '/', headers })).statusCode, status)
        t.same(calls, ran, 'a guard judges an authenticated caller')
      }
    })
  }
}

t.test('@fastify/auth allows by a key, too', async t => {
  const { app } = await start(t, byTokenOrKey, true)
  t.equal((await app.inject({ url: '/', headers: { 'x-api-key': 'key' } })).payload, 'robot')
  t.equal((await app.inject({ url: '/', headers: { 'x-api-key': 'other' } })).statusCode, 401)
})
