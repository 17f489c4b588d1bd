import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { describe } from '../lib/diagnostics/wording.ts'
import { Failure } from './failure.ts'
import { resolveFrom } from './load-module.ts'

type Factory = (options: object) => unknown

/** In an object: by itself an app is a thenable, which every `await` would start. */
export interface Made {
  readonly app: FastifyInstance
}

/**
 * The app of a module's default export: a Fastify instance, a function that returns (a promise of) one, or a plugin.
 * A function with two or three parameters is a plugin, as is one that fastify-plugin wrapped. Any other is called
 * without options; it is a plugin if it looked for the methods of an app among them, and made none.
 * @throws Failure, and whatever the app throws
 */
export async function makeApp (exported: unknown, file: string): Promise<Made> {
  if (isApp(exported)) return { app: exported }
  if (typeof exported !== 'function') throw new Failure(`${file} exports ${describe(exported)}. Its default export is to be a Fastify instance, a function that returns one, or a plugin.`)
  return isPlugin(exported) ? register(exported, hostFor(file)) : callOrRegister(exported as Factory, file)
}

function register (plugin: FastifyPluginAsync, host: FastifyInstance): Made {
  host.register(plugin)
  return { app: host }
}

async function callOrRegister (make: Factory, file: string): Promise<Made> {
  const { options, asked } = emptyOptions()
  let made: unknown
  let fault: unknown = new Failure(`${file}: the function that it exports returned no Fastify instance. Return it; a plugin has two or three parameters, or registers something with its only one.`)
  try {
    made = make(options)
    if (!isApp(made)) made = await made
  } catch (error) {
    fault = error
  }
  if (isApp(made)) return { app: made }
  const host = hostFor(file)
  if (asked.some(name => isMethod(name, host))) return register(make as FastifyPluginAsync, host)
  throw fault
}

/** Options that say nothing, and note what is asked of them. */
function emptyOptions (): { options: object, asked: readonly PropertyKey[] } {
  const asked: PropertyKey[] = []
  const options = new Proxy({}, {
    get (empty, name) {
      asked.push(name)
      return Reflect.get(empty, name)
    }
  })
  return { options, asked }
}

// Some options, `prefix` and `server`, are called as properties of an app are: those are no methods.
function isMethod (name: PropertyKey, host: FastifyInstance): boolean {
  return name === 'log' || (Object.hasOwn(host, name) && typeof Reflect.get(host, name) === 'function')
}

function isApp (value: unknown): value is FastifyInstance {
  const { register, inject, ready } = (value ?? {}) as Partial<FastifyInstance>
  return typeof value === 'object' && [register, inject, ready].every(method => typeof method === 'function')
}

// The mark is that of fastify-plugin.
function isPlugin (made: object): made is FastifyPluginAsync {
  return Symbol.for('skip-override') in made || (made as Factory).length > 1
}

/** A plain app, of the Fastify that the project has. */
function hostFor (file: string): FastifyInstance {
  if (resolveFrom(file, 'fastify') === undefined) throw new Failure(`${file}: Fastify is not installed there. Install the project first: npm install.`)
  const fastify = createRequire(resolve(file))('fastify') as () => FastifyInstance
  return fastify()
}
