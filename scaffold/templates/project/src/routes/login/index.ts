import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { problem } from 'fastify-hyper'
import { type Caller, ROLES } from '../../plugins/auth.ts'

interface User { name: string, role: Caller['role'], password: string }

declare module '../../plugins/database.ts' {
  interface Database { users: User }
}

const LoginSchema = Type.Object({
  name: Type.String({ maxLength: 100, title: 'Name' }),
  password: Type.String({ maxLength: 100, title: 'Password', format: 'password' })
}, { $id: 'Login' })
const TokenSchema = Type.Object({ token: Type.String() }, { $id: 'Token' })

/** Tokens: for API clients, and for the pages, which keep one in a cookie. */
const login: FastifyPluginAsyncTypebox = async app => {
  if (app.config.isLocal) app.addExamples('users', await (examples ??= hashExamples()))

  app.post('', {
    schema: { summary: 'Sign in', body: LoginSchema, response: { 200: TokenSchema } },
    config: { hyper: { name: 'Login' }, rateLimit: { max: 10, timeWindow: '1 minute' } }
  }, async ({ body: { name, password } }) => {
    const user = await app.db.selectFrom('users').selectAll().where('name', '=', name).executeTakeFirst()
    // It takes as long for a name that does not exist.
    const isSame = await verify(password, user?.password ?? NOBODY)
    if (user === undefined || !isSame) throw problem({ status: 401, detail: 'The name or the password is wrong.' })
    return { token: app.jwt.sign({ sub: name, role: user.role }, { expiresIn: '8h' }) }
  })
}

export default login

const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)

// The costs that OWASP recommends, 128 MiB. Each hash has its own, so that they can be raised.
const COSTS = { N: 2 ** 17, r: 8, p: 1 }
const NOBODY = ['scrypt', ...Object.values(COSTS), 'nobody', '0'.repeat(64)].join('$')

async function hash (password: string, salt = randomBytes(16).toString('hex'), costs = COSTS): Promise<string> {
  const { N, r, p } = costs
  const key = await derive(password, salt, 32, { ...costs, maxmem: 128 * r * (N + p + 2) })
  return ['scrypt', N, r, p, salt, key.toString('hex')].join('$')
}

async function verify (password: string, stored: string): Promise<boolean> {
  const [, N, r, p, salt] = stored.split('$')
  const given = await hash(password, salt, { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(Buffer.from(given), Buffer.from(stored))
}

// The apps of a process, such as its tests, share them.
let examples: Promise<User[]> | undefined
const hashExamples = () => Promise.all(ROLES.map(async role => ({ name: role, role, password: await hash(role) })))

/** Adds a user, or changes their role and password. */
export async function saveUser ({ db }: FastifyInstance, { name, role, password }: User): Promise<void> {
  const stored = { role, password: await hash(password) }
  const insert = db.insertInto('users').values({ name, ...stored })
  await insert.onConflict(users => users.column('name').doUpdateSet(stored)).execute()
}
