import { FastifyAdapter } from '@nestjs/platform-fastify'
import { serveNest } from './nest.js'

/** NestJS on Fastify. */
export default async (store, representList) => {
  const adapter = new FastifyAdapter()
  const server = await serveNest(store, adapter, representList)
  await adapter.getInstance().ready()
  return server
}
