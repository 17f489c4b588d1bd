import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import { problem } from 'fastify-hyper'
import type { Database } from './database.ts'

/** For load balancers and containers: 503 if the database does not respond. */
export const health: FastifyPluginAsyncTypebox<{ database: Database | null }> = async (app, { database }) => {
  app.get('/health', {
    logLevel: 'warn',
    schema: {
      summary: 'Whether the API works',
      response: { 200: Type.Object({ status: Type.Literal('ok') }, { $id: 'Health' }) }
    }
  }, async request => {
    try {
      await database?.query('SELECT 1')
    } catch (error) {
      request.log.error(error)
      throw problem({ status: 503, detail: 'The database does not respond.' })
    }
    return { status: 'ok' as const }
  })
}
