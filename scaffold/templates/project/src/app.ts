import { join } from 'node:path'
import autoload from '@fastify/autoload'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { sendError } from './plugins/errors.ts'
import type { Settings } from './plugins/settings.ts'

type Options = FastifyServerOptions & { settings?: Partial<Settings> }

/** Returns the API, which does not listen yet. Settings have precedence over the environment. */
export async function buildApp ({ settings = {}, ...server }: Options = {}): Promise<FastifyInstance> {
  // The start brings the database up to date.
  const app = Fastify({ frameworkErrors: sendError, pluginTimeout: 60_000, ...server })
  await app.register(autoload, { dir: join(import.meta.dirname, 'plugins'), options: { settings } })
  await app.register(autoload, { dir: join(import.meta.dirname, 'routes') })
  return app
}

// `hyper-api` inspects it.
export default buildApp
