import fp from 'fastify-plugin'
import knex, { type Knex } from 'knex'
import { createTables } from '../database/tables.ts'

declare module 'fastify' {
  interface FastifyInstance { knex: Knex }
}

/** The pool of connections. */
export default fp<{ databaseUrl: string }>(async (app, { databaseUrl }) => {
  app.decorate('knex', knex({ client: 'mysql2', connection: databaseUrl }))
  app.addHook('onClose', () => app.knex.destroy())
  await createTables(app.knex)
}, { name: 'knex' })
