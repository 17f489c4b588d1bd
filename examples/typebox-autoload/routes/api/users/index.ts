import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { User } from '../../../database/tables.ts'
import { UserSchema } from '../../../schemas.ts'

const routes: FastifyPluginAsyncTypebox = async app => {
  app.get('/', {
    schema: { response: { 200: Type.Array(UserSchema) } },
    config: { hyper: { name: 'ListUsers' } }
  }, () => app.knex<User>('users').select('id', 'username'))
}

export default routes
