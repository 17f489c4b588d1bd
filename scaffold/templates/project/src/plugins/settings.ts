import env from '@fastify/env'
import fp from 'fastify-plugin'

export interface Settings {
  readonly NODE_ENV: string
  readonly HOST: string
  readonly PORT: number
  readonly JWT_SECRET: string
  readonly DATABASE_URL: string
}

declare module 'fastify' {
  interface FastifyInstance { config: Settings }
}

const SECRET = 'for development only: everyone knows this secret'

/** The settings of the environment, and of a file .env. In production, those without a safe default are required. */
export default fp<{ settings: Partial<Settings> }>(async (app, { settings }) => {
  const isProduction = (settings.NODE_ENV ?? process.env['NODE_ENV']) === 'production'
  const properties = {
    NODE_ENV: { type: 'string', default: 'development' },
    HOST: { type: 'string', minLength: 1, default: '127.0.0.1' },
    PORT: { type: 'integer', minimum: 0, maximum: 65_535, default: 3000 },
    JWT_SECRET: { type: 'string', minLength: 32, ...isProduction ? { not: { const: SECRET } } : { default: SECRET } },
    DATABASE_URL: { type: 'string', minLength: 1, ...isProduction ? {} : { default: 'memory:' } }
  }
  const schema = { type: 'object', properties, required: ['JWT_SECRET', 'DATABASE_URL'] }
  await app.register(env, { schema, dotenv: true, data: [settings, process.env] })
}, { name: 'settings' })
