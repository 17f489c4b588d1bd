import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
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
  if (app.hasExamples) await app.db.insertInto('users').values(await (examples ??= hashExamples())).execute()

  app.post('', {
    schema: { summary: 'Sign in', body: LoginSchema, response: { 200: TokenSchema } },
    config: { hyper: { name: 'Login' } }
  }, async ({ body: { name, password } }) => {
    const user = await app.db.selectFrom('users').selectAll().where('name', '=', name).executeTakeFirst()
    // It takes as long for a name that does not exist.
    const stored = Buffer.from(user?.password ?? '')
    const given = Buffer.from(await hash(password, stored.toString().split(':')[0]))
    const isSame = given.length === stored.length && timingSafeEqual(given, stored)
    if (user === undefined || !isSame) throw problem({ status: 401, detail: 'The name or the password is wrong.' })
    return { token: app.jwt.sign({ sub: name, role: user.role }, { expiresIn: '8h' }) }
  })
}

export default login

const derive = promisify<string, string, number, Buffer>(scrypt)

async function hash (password: string, salt = randomBytes(16).toString('hex')): Promise<string> {
  return `${salt}:${(await derive(password, salt, 32)).toString('hex')}`
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
