import { join } from 'node:path'
import autoload from '@fastify/autoload'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { sendError } from './plugins/errors.ts'
import { readSettings, type Settings } from './settings.ts'

type Options = FastifyServerOptions & { settings?: Partial<Settings> }

/** Returns the API, which does not listen yet. Settings have precedence over the environment. */
export async function buildApp ({ settings, ...server }: Options = {}): Promise<FastifyInstance> {
  const config = readSettings(settings)
  // The start brings the database up to date.
  const own = { frameworkErrors: sendError, pluginTimeout: 60_000, trustProxy: config.TRUST_PROXY ?? false }
  const app = Fastify({ ...own, ...server })
  app.decorate('config', config)
  await app.register(autoload, { dir: join(import.meta.dirname, 'plugins') })
  await app.register(autoload, { dir: join(import.meta.dirname, 'routes') })
  return app
}

// `hyper-api` inspects it.
export default buildApp
