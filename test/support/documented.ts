import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import hyper, { type HyperOptions, hyperTransform } from '../../lib/index.ts'
import { documentErrors, type OpenApi, openApiOf } from './openapi.ts'

export interface DocumentedSetup {
  /** Options of the plugin; false leaves it away. */
  readonly hyper?: HyperOptions | false
  /** Options of @fastify/swagger. */
  readonly swagger?: FastifyDynamicSwaggerOptions
}

/** The document of a small app, which is valid. */
export async function documented (
  t: Test, declare: (app: FastifyInstance) => unknown, setup: DocumentedSetup = {}
): Promise<OpenApi> {
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(swagger, {
    openapi: { info: { title: 'Test', version: '1.0.0' } }, transform: hyperTransform, ...setup.swagger
  })
  if (setup.hyper !== false) await app.register(hyper, { hrefs: 'path', ...setup.hyper })
  await declare(app)
  await app.ready()
  const document = openApiOf(app)
  t.same(await documentErrors(document), [], 'the document is valid')
  return document
}
