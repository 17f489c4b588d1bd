import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

// The folder that has src/ or dist/.
const project = new URL('../', import.meta.url)
const library = new URL('../', import.meta.resolve('fastify-hyper/client'))

/** Serves client/page.html at /client/page.html, with the modules that it imports. */
export async function clientPage (app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, { root: fileURLToPath(new URL('client/', project)), prefix: '/client/' })
  await app.register(fastifyStatic, {
    root: fileURLToPath(library), prefix: '/client/fastify-hyper/', decorateReply: false
  })
}
