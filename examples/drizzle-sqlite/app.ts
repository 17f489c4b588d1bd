import Fastify, { type FastifyServerOptions } from 'fastify'
import hyper from 'fastify-hyper'
import { openDatabase } from './database.ts'
import { orderLinks, rootLinks, Routes } from './links.ts'
import { routes } from './routes.ts'

export interface AppOptions extends FastifyServerOptions {
  /** The URL of the database: `file:orders.db`, or `:memory:`. */
  database: string
}

/** Returns the orders API, which does not listen yet. */
export async function buildApp ({ database, ...options }: AppOptions) {
  const app = Fastify(options)
  const db = await openDatabase(database)
  app.addHook('onClose', () => { db.$client.close() })
  await app.register(hyper, { routes: Routes, links: [rootLinks, orderLinks], hrefs: 'path', validationProblems: true })
  await app.register(routes, { db, hyper: { links: true } })
  return app
}
