import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { productionTopic } from '../lib/diagnostics/inspection.ts'
import { reportSecrets } from '../lib/diagnostics/production.ts'

/** Lets apps report settings that are not safe in production, and start as there. */
export function watchProduction (): void {
  process.env['NODE_ENV'] ??= 'production'
  productionTopic.subscribe(() => {})
  subscribe('fastify.initialization', message => {
    watchSecrets((message as { fastify: FastifyInstance }).fastify)
  })
}

// What signs tokens or cookies with its option `secret`.
const SIGNERS = ['@fastify/jwt', '@fastify/cookie', '@fastify/session', '@fastify/secure-session']

type Register = (plugin: unknown, options?: unknown) => unknown

// These plugins show their secret to nobody, so the options are read. All scopes of an app inherit the method.
function watchSecrets (app: FastifyInstance): void {
  const register = app.register as Register
  const watched: Register = function (this: unknown, plugin, options) {
    const seen = (given: unknown) => {
      // Fastify reports what is no plugin.
      reportSigner(app, plugin, given).catch(() => {})
      return given
    }
    const given: unknown = typeof options === 'function' ? (scope: unknown) => seen(options(scope)) : seen(options)
    return register.call(this, plugin, given)
  }
  app.register = watched as FastifyInstance['register']
}

async function reportSigner (app: FastifyInstance, plugin: unknown, options: unknown): Promise<void> {
  const name = await nameOf(plugin)
  if (SIGNERS.includes(name)) reportSecrets(app, `app.register(${name}), secret`, secretIn(options))
}

// fastify-plugin sets the symbol. A plugin can be a promise of a module.
async function nameOf (plugin: unknown): Promise<string> {
  const loaded = await plugin as { readonly default?: unknown } | null
  const { [META]: meta } = (loaded?.default ?? loaded) as { readonly [META]?: { readonly name?: string } }
  return meta?.name ?? ''
}

const META = Symbol.for('plugin-meta')

function secretIn (options: unknown): unknown {
  const { secret } = (options ?? {}) as { readonly secret?: unknown }
  // @fastify/jwt takes a pair of keys, too.
  return (secret as { readonly private?: unknown } | null | undefined)?.private ?? secret
}
