import { join } from 'node:path'
import autoload from '@fastify/autoload'
import type { FastifySessionOptions } from '@fastify/session'
import Fastify, { type FastifyServerOptions } from 'fastify'

export interface AppOptions extends FastifyServerOptions {
  databaseUrl: string
  session: FastifySessionOptions
}

/** Returns the tasks API, which does not listen yet. */
export async function buildApp ({ databaseUrl, session, ...options }: AppOptions) {
  // The first start creates the tables.
  const app = Fastify({ pluginTimeout: 60_000, ...options })
  // The routes come after the plugins: links are added to routes that are declared after fastify-hyper.
  await app.register(autoload, {
    dir: join(import.meta.dirname, 'plugins'),
    options: { databaseUrl, session }
  })
  await app.register(autoload, {
    dir: join(import.meta.dirname, 'routes'),
    autoHooks: true,
    cascadeHooks: true
  })
  return app
}
