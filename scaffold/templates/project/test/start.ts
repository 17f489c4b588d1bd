import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app.ts'
import type { Settings } from '../src/settings.ts'

// All that an environment could have: tests are the same everywhere.
export const LOCAL: Settings = {
  HOST: '127.0.0.1',
  PORT: 0,
  JWT_SECRET: 'a secret of the tests, which nobody else has',
  DATABASE_URL: 'memory:',
  PUBLIC_URL: 'http://127.0.0.1'
}

/** Returns an app with examples in memory, closed when the test ends. */
export async function start (t: TestContext, settings: Partial<Settings> = {}): Promise<FastifyInstance> {
  const app = await buildApp({ settings: { ...LOCAL, ...settings } })
  t.after(() => app.close())
  return app
}

/** Signs a user in, whose name is the password, too. Returns the request header of the token. */
export async function signIn (app: FastifyInstance, name = 'clerk'): Promise<{ authorization: string }> {
  const response = await app.inject({ method: 'POST', url: '/login', payload: { name, password: name } })
  return { authorization: `Bearer ${response.json<{ token: string }>().token}` }
}
