import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { problem } from 'fastify-hyper'
import { type Caller, ROLES } from '../../plugins/auth.ts'

declare module '../../plugins/database.ts' {
  interface Database {
    users: { name: string, role: Caller['role'], password: string }
  }
}

const LoginSchema = Type.Object({
  name: Type.String({ maxLength: 100, title: 'Name' }),
  password: Type.String({ maxLength: 100, title: 'Password', format: 'password' })
}, { $id: 'Login' })

/** Tokens: for API clients, and for the pages, which keep one in a cookie. */
const login: FastifyPluginAsyncTypebox = async app => {
  if (app.hasExamples) await Promise.all(ROLES.map(role => saveUser(app, { name: role, role, password: role })))

  app.post('', {
    schema: {
      summary: 'Sign in',
      body: LoginSchema,
      response: { 200: Type.Object({ token: Type.String() }, { $id: 'Token' }) }
    },
    config: { hyper: { name: 'Login' } }
  }, async ({ body: { name, password } }) => {
    const user = await app.db.selectFrom('users').selectAll().where('name', '=', name).executeTakeFirst()
    // It takes as long for a name that does not exist.
    const [salt = '', stored = ''] = (user?.password ?? ':').split(':')
    const isSame = isEqual(await hash(password, salt, 32), Buffer.from(stored, 'hex'))
    if (user === undefined || !isSame) throw problem({ status: 401, detail: 'The name or the password is wrong.' })
    return { token: app.jwt.sign({ sub: name, role: user.role }, { expiresIn: '8h' }) }
  })
}

export default login

const hash = promisify<string, string, number, Buffer>(scrypt)
const isEqual = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)

/** Adds a user, or changes their role and password. */
export async function saveUser (
  { db }: FastifyInstance, { name, role, password }: { name: string, role: Caller['role'], password: string }
): Promise<void> {
  const salt = randomBytes(16).toString('hex')
  const stored = { role, password: `${salt}:${(await hash(password, salt, 32)).toString('hex')}` }
  const insert = db.insertInto('users').values({ name, ...stored })
  await insert.onConflict(users => users.column('name').doUpdateSet(stored)).execute()
}
