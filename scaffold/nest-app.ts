// A module of Nest in place of an app.
import { pathToFileURL } from 'node:url'
import type { Type } from '@nestjs/common'
import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'
import { resolveFrom } from './resolve-from.ts'

// What @Module() may declare.
const METADATA = ['imports', 'controllers', 'providers', 'exports']

export function isNestModule (value: unknown): value is Type {
  const { hasOwnMetadata } = Reflect as Partial<typeof Reflect>
  return typeof value === 'function' && hasOwnMetadata !== undefined && METADATA.some(key => hasOwnMetadata(key, value))
}

/**
 * Returns the initialized app of a module, on Fastify. Closing it closes the app of Nest.
 * @throws Failure, and what the app throws
 */
export async function makeNestApp (module: Type, file: string): Promise<{ readonly app: FastifyInstance }> {
  const { NestFactory } = await importFrom<typeof import('@nestjs/core')>(file, '@nestjs/core')
  const { FastifyAdapter } =
    await importFrom<typeof import('@nestjs/platform-fastify')>(file, '@nestjs/platform-fastify')
  // Otherwise an error ends the process.
  const options = { logger: false, abortOnError: false } as const
  const nest = await NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(), options)
  const app = nest.getHttpAdapter().getInstance()
  const { close } = app
  app.close = (async () => {
    app.close = close
    await nest.close()
  }) as typeof close
  await nest.init()
  return { app }
}

// The one that the module uses.
async function importFrom<M> (file: string, name: string): Promise<M> {
  const found = resolveFrom(file, name)
  if (found === undefined) {
    throw new Failure(`${file} is a module of Nest, and ${name} is not installed there: npm install ${name}.`)
  }
  return await import(pathToFileURL(found).href) as M
}
