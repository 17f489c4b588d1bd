import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app.ts'
import type { Caller } from '../src/auth.ts'

const SECRET = 'a secret that only the tests know'

/** Returns an app with its examples in memory. Its tokens are those of every other one. */
export async function build (): Promise<FastifyInstance> {
  return buildApp({ jwtSecret: SECRET, development: true })
}

/** The same, closed when the test ends. */
export async function start (t: TestContext): Promise<FastifyInstance> {
  const app = await build()
  t.after(() => app.close())
  return app
}

/** The request header of a caller with a role. */
export async function bearer (role: Caller['role']): Promise<{ authorization: string }> {
  const app = await build()
  return { authorization: `Bearer ${app.jwt.sign({ sub: 'tester', role })}` }
}
