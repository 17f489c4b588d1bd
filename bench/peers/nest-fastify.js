import { FastifyAdapter } from '@nestjs/platform-fastify'
import { serveNest } from './nest.js'

/** NestJS on Fastify. */
export default async store => {
  const adapter = new FastifyAdapter()
  const server = await serveNest(store, adapter)
  await adapter.getInstance().ready()
  return server
}
