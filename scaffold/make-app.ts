import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { describe } from '../lib/diagnostics/wording.ts'
import { Failure } from './failure.ts'
import { isNestModule, makeNestApp } from './nest-app.ts'
import { resolveFrom } from './resolve-from.ts'

type Factory = (options: object) => unknown

/** An app in an object: an app itself is a thenable, which every `await` would start. */
export interface Made {
  readonly app: FastifyInstance
}

/**
 * Returns the app of what a module exports: a Fastify instance, a function that returns (a promise of) one, a plugin,
 * or a module of Nest.
 * A function with two or three parameters, or wrapped by fastify-plugin, is a plugin.
 * Any other is called with empty options;
 * it is a plugin if it read methods of an app from them and returned none.
 * @throws Failure, and what the app throws
 */
export async function makeApp (exported: unknown, file: string): Promise<Made> {
  for (const make of ENTRIES) {
    const made = await make(exported, file)
    if (made !== null) return made
  }
  throw new Failure(`${file} exports ${describe(exported)}. ` +
    'It is to be a Fastify instance, a function that returns one, or a plugin.')
}

// The kinds of exports, in order. Each returns null for a value of another kind.
const ENTRIES: readonly ((exported: unknown, file: string) => Made | null | Promise<Made>)[] = [
  exported => isApp(exported) ? { app: exported } : null,
  (exported, file) => isNestModule(exported) ? makeNestApp(exported, file) : null,
  (exported, file) => isPlugin(exported) ? register(exported, hostFor(file)) : null,
  (exported, file) => typeof exported === 'function' ? callOrRegister(exported as Factory, file) : null
]

function register (plugin: FastifyPluginAsync, host: FastifyInstance): Made {
  host.register(plugin)
  return { app: host }
}

async function callOrRegister (make: Factory, file: string): Promise<Made> {
  const { options, read } = emptyOptions()
  let made: unknown
  let fault: unknown = new Failure(`${file}: the function that it exports returned no Fastify instance. ` +
    'Return it; a plugin has two or three parameters, or registers something with its only one.')
  try {
    made = make(options)
    if (!isApp(made)) made = await made
  } catch (error) {
    fault = error
  }
  if (isApp(made)) return { app: made }
  const host = hostFor(file)
  if (read.some(name => isMethod(name, host))) return register(make as FastifyPluginAsync, host)
  throw fault
}

/** Returns empty options, and the names of the properties that are read from them. */
function emptyOptions (): { options: object, read: readonly PropertyKey[] } {
  const read: PropertyKey[] = []
  const options = new Proxy({}, {
    get (empty, name) {
      read.push(name)
      return Reflect.get(empty, name)
    }
  })
  return { options, read }
}

// Some options, such as `prefix`, have the name of a property of an app that is no method.
function isMethod (name: PropertyKey, host: FastifyInstance): boolean {
  return name === 'log' || (Object.hasOwn(host, name) && typeof Reflect.get(host, name) === 'function')
}

function isApp (value: unknown): value is FastifyInstance {
  const { register, inject, ready } = (value ?? {}) as Partial<FastifyInstance>
  return typeof value === 'object' && [register, inject, ready].every(method => typeof method === 'function')
}

// fastify-plugin sets this symbol.
function isPlugin (made: unknown): made is FastifyPluginAsync {
  return typeof made === 'function' && (Symbol.for('skip-override') in made || made.length > 1)
}

/** Returns an empty app of the project's Fastify. */
function hostFor (file: string): FastifyInstance {
  if (resolveFrom(file, 'fastify') === undefined) {
    throw new Failure(`${file}: Fastify is not installed there. Install the project first: npm install.`)
  }
  const fastify = createRequire(resolve(file))('fastify') as () => FastifyInstance
  return fastify()
}
