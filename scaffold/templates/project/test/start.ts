import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app.ts'
import type { Settings } from '../src/plugins/settings.ts'

/** Returns an app with examples in memory, closed when the test ends. */
export async function start (t: TestContext, settings: Partial<Settings> = {}): Promise<FastifyInstance> {
  const app = await buildApp({ settings: { DATABASE_URL: 'memory:', ...settings } })
  t.after(() => app.close())
  return app
}

/** Signs a user in, whose name is the password, too. Returns the request header of the token. */
export async function signIn (app: FastifyInstance, name = 'clerk'): Promise<{ authorization: string }> {
  const response = await app.inject({ method: 'POST', url: '/login', payload: { name, password: name } })
  return { authorization: `Bearer ${response.json<{ token: string }>().token}` }
}
