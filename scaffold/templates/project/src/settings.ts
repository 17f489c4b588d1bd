import envSchema from 'env-schema'

export interface Settings {
  readonly HOST: string
  readonly PORT: number
  readonly JWT_SECRET: string
  readonly DATABASE_URL: string
  /** Where clients reach the API, such as https://api.example.com. */
  readonly PUBLIC_URL?: string
  /** The addresses of proxies, such as 10.0.0.0/8. Only these name the client of a request. */
  readonly TRUST_PROXY?: string
}

export interface Config extends Settings {
  /** Whether only this machine reaches the API, and its data end with the process. */
  readonly isLocal: boolean
}

declare module 'fastify' {
  interface FastifyInstance { config: Config }
}

const SECRET = 'for development only: everyone knows this secret'
const text = { type: 'string', minLength: 1 }
const LOCAL = {
  HOST: { ...text, default: '127.0.0.1' },
  PORT: { type: 'integer', minimum: 0, maximum: 65_535, default: 3000 },
  JWT_SECRET: { ...text, minLength: 32, default: SECRET },
  DATABASE_URL: { ...text, default: 'memory:' },
  PUBLIC_URL: { ...text, pattern: '^https?://[^/]' },
  TRUST_PROXY: text
}
const PUBLIC = { ...LOCAL, JWT_SECRET: { ...text, minLength: 32, not: { const: SECRET } }, DATABASE_URL: text }

/** Reads what is given, else the environment, else a file .env. Only a local API has defaults for all settings. */
export function readSettings (given: Partial<Settings> = {}): Config {
  const read = (properties: object, required: string[]) =>
    envSchema<Settings>({ schema: { type: 'object', properties, required }, dotenv: true, data: { ...given } })
  const local = read(LOCAL, [])
  const isLoopback = ['127.0.0.1', '::1', 'localhost'].includes(local.HOST)
  if (isLoopback && local.DATABASE_URL === 'memory:') return { ...local, isLocal: true }
  try {
    return { ...read(PUBLIC, ['JWT_SECRET', 'DATABASE_URL', 'PUBLIC_URL']), isLocal: false }
  } catch (error) {
    const reason = isLoopback ? 'the database is not memory:' : `HOST is ${local.HOST}`
    throw new Error(`${(error as Error).message}. Only a local API has defaults, and ${reason}.`, { cause: error })
  }
}
