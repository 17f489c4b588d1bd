import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

/** For load balancers and containers: 500 if the database does not respond. */
export default async function health (app: FastifyInstance): Promise<void> {
  app.get('', { logLevel: 'warn', schema: { summary: 'Whether the API works' } }, async () => {
    await sql`SELECT 1`.execute(app.db)
    return { status: 'ok' }
  })
}
