import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { shown } from '../lib/wording.ts'
import { Failure } from './failure.ts'
import { resolveFrom } from './load-module.ts'

type Maker = (...args: unknown[]) => unknown

/**
 * The app of a module's default export: a Fastify instance, a function that returns (a promise of) one, or a plugin.
 * @throws Failure, and whatever the app throws
 */
export async function makeApp (exported: unknown, file: string): Promise<FastifyInstance> {
  if (isApp(exported)) return exported
  if (typeof exported !== 'function') throw new Failure(`${file} exports ${shown(exported)}. Its default export is to be a Fastify instance, a function that returns one, or a plugin.`)
  if (isPlugin(exported)) return register(exported, hostFor(file))
  return exported.length === 0 ? call(exported as Maker, file) : callOrRegister(exported as Maker, hostFor(file))
}

async function register (plugin: FastifyPluginAsync, host: FastifyInstance): Promise<FastifyInstance> {
  await host.register(plugin)
  return host
}

async function call (make: Maker, file: string): Promise<FastifyInstance> {
  const made = await make()
  if (isApp(made)) return made
  throw new Failure(`${file}: the function that it exports returned ${shown(made)}. Return the Fastify instance; a plugin takes one as its first parameter.`)
}

// A plugin and a function that takes options look the same, until they ran: a plugin returns no app of its own.
// To the latter the instance is an object without any option, since what it has, it inherits.
async function callOrRegister (make: Maker, host: FastifyInstance): Promise<FastifyInstance> {
  let made: unknown
  await host.register(async (instance, options) => {
    made = await make(instance, options)
  })
  return isApp(made) ? made : host
}

function isApp (value: unknown): value is FastifyInstance {
  const { register, inject, ready } = (value ?? {}) as Partial<FastifyInstance>
  return typeof value === 'object' && [register, inject, ready].every(method => typeof method === 'function')
}

// Wrapped by fastify-plugin, or with a callback: nothing else is like that.
function isPlugin (made: object): made is FastifyPluginAsync {
  return Symbol.for('plugin-meta') in made || (made as Maker).length > 2
}

/** A plain app, of the Fastify that the project has. */
function hostFor (file: string): FastifyInstance {
  if (resolveFrom(file, 'fastify') === undefined) throw new Failure(`${file}: Fastify is not installed there. Install the project first: npm install.`)
  const fastify = createRequire(resolve(file))('fastify') as () => FastifyInstance
  return fastify()
}
