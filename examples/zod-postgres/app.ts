import Fastify, { type FastifyServerOptions } from 'fastify'
import hyper from 'fastify-hyper'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Database } from './database.ts'
import { articleLinks, pageLinks, Routes } from './links.ts'
import { routes } from './routes.ts'

export interface AppOptions extends FastifyServerOptions {
  db: Database
}

/** Returns the articles API, which does not listen yet. */
export async function buildApp ({ db, ...options }: AppOptions) {
  const app = Fastify(options)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(hyper, {
    routes: Routes, links: [articleLinks, pageLinks], hrefs: 'path', validationProblems: true
  })
  await app.register(routes, { db, hyper: { links: true } })
  return app
}
