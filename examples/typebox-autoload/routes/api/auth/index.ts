import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import { problem } from 'fastify-hyper'
import { problemSchema } from 'fastify-hyper/typebox'
import { isPassword, type User } from '../../../database/tables.ts'
import { CredentialsSchema } from '../../../schemas.ts'

const routes: FastifyPluginAsyncTypebox = async app => {
  app.post('/login', {
    schema: { body: CredentialsSchema, response: { 200: Type.Object({ success: Type.Boolean() }), 401: problemSchema } }
  }, async request => {
    const { username, password } = request.body
    const user = await app.knex<User>('users').where({ username }).first()
    if (!user || !isPassword(password, user.password)) {
      return problem({ status: 401, detail: 'Wrong username or password.' })
    }
    request.session.user = { id: user.id, username, role: user.role }
    return { success: true }
  })
}

export default routes
