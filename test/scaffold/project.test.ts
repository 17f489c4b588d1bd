import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createHyperTransform, problemSchema, type SchemaTransform } from 'fastify-hyper'
import t from 'tap'
import { readArguments } from '../../scaffold/arguments.ts'
import { member, type JsonObject } from '../support/documents.ts'
import { documentErrors, openApiOf, type OpenApi } from '../support/openapi.ts'

// Its types are checked with settings of their own, because it declares types for the whole program.
const { buildApp } = await import(String('../../scaffold/templates/project/src/app.ts')) as {
  buildApp: (options: { development: boolean }) => Promise<FastifyInstance>
}

const STATUSES = ['400', '403', '404', '409', '412', '428']

/** Returns the document of the project. Like its own, it is for one format, and names schemas by their $id. */
async function documentOf (transform: SchemaTransform): Promise<OpenApi> {
  const register = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addSchema({ ...problemSchema, $id: 'Problem' })
    fastify.register(swagger, {
      openapi: { openapi: '3.1.0', info: { title: 'Orders API', version: '1.0.0' } },
      transform: transform as never,
      refResolver: { buildLocalReference: (json, _baseUri, _fragment, index) => typeof json.$id === 'string' ? json.$id : `def-${index}` }
    })
  }
  subscribe('fastify.initialization', register)
  const app = await buildApp({ development: false }).finally(() => { unsubscribe('fastify.initialization', register) })
  await app.ready()
  const document = openApiOf(app)
  await app.close()
  return document
}

const responsesOf = (document: OpenApi, path: string, method: string) => (member(document, 'paths', path, method, 'responses') ?? {}) as JsonObject
const length = (document: OpenApi) => Buffer.byteLength(JSON.stringify(document))

t.test('the document of the project', async t => {
  const document = await documentOf(createHyperTransform({ formats: ['default'] }))
  t.same(await documentErrors(document), [])
  t.notMatch(JSON.stringify(document), /def-\d/, 'schemas have their own names')
  t.same(Object.keys(responsesOf(document, '/orders', 'get')), ['200', '400'])
  t.same(Object.keys(responsesOf(document, '/orders', 'post')), ['201', '400', '403'])
  t.same(Object.keys(responsesOf(document, '/orders/{id}', 'put')), ['200', '400', '403', '404', '409', '412', '428'])
  t.same(Object.keys(responsesOf(document, '/orders/{id}/cancel', 'post')), ['200', '400', '403', '404', '409'])
  t.ok(member(document, 'paths', '/orders', 'post', 'responses', '201', 'headers', 'location'))

  const plain = await documentOf(({ schema, url }) => ({ schema, url }))
  // The same responses, documented by hand.
  const bare = await documentOf(({ schema, url, route }) => {
    const documented = Object.keys(responsesOf(document, url.replace(/:(\w+)/, '{$1}'), String(route.method).toLowerCase()))
    const problems = documented.filter(status => STATUSES.includes(status)).map(status => [status, { $ref: 'Problem#' }])
    return { url, schema: { ...schema, response: { ...schema?.response as object, ...Object.fromEntries(problems) as object } } }
  })
  t.comment(`${length(document)} bytes; ${length(bare)} without the plugin; ${length(plain)} without its problems, too`)
  t.ok(length(document) <= 1.6 * length(bare), 'is at most 1.6 times as long as without the plugin')
})

t.test('it is what the command writes by default', async t => {
  t.match(readArguments(['orders']), { project: { minimal: false } })
})
