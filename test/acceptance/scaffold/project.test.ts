import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { SchemaTransform } from 'fastify-hyper'
import t from 'tap'
import { readArguments } from '../../../scaffold/arguments.ts'
import { type JsonObject, member } from '../../support/documents.ts'
import { documentErrors, type OpenApi, openApiOf } from '../../support/openapi.ts'
import { run } from './command.ts'

// Its types are checked with settings of their own, because it declares types for the whole program.
const source = (file: string): Promise<unknown> => import(`../../../scaffold/templates/project/src/${file}.ts`)
const { buildApp } =
  await source('app') as { buildApp: (options: { development: boolean }) => Promise<FastifyInstance> }
const { documentRoutes, requireToken } = await source('documentation') as {
  documentRoutes: (app: FastifyInstance) => Promise<void>
  requireToken: SchemaTransform
}

/** Returns the document of the project: a plugin that is registered before all others writes it. */
async function documentOf (register: (app: FastifyInstance) => unknown): Promise<OpenApi> {
  const onInitialization = (message: unknown) => { register((message as { fastify: FastifyInstance }).fastify) }
  subscribe('fastify.initialization', onInitialization)
  const app = await buildApp({ development: false })
    .finally(() => { unsubscribe('fastify.initialization', onInitialization) })
  await app.ready()
  const document = openApiOf(app)
  await app.close()
  return document
}

const responsesOf = (document: OpenApi, path: string, method: string) =>
  (member(document, 'paths', path, method, 'responses') ?? {}) as JsonObject
const length = (document: OpenApi) => JSON.stringify(document).length

t.test('the document of the project', async t => {
  const document = await documentOf(documentRoutes)
  t.same(await documentErrors(document), [])
  t.same(Object.keys(responsesOf(document, '/orders', 'get')), ['200', '400'])
  t.same(Object.keys(responsesOf(document, '/orders', 'post')), ['201', '400', '401', '403'])
  t.same(Object.keys(responsesOf(document, '/orders/{id}', 'put')), [
    '200', '400', '401', '403', '404', '409', '412', '428'
  ])
  t.same(Object.keys(responsesOf(document, '/orders/{id}/cancel', 'post')), ['200', '400', '401', '403', '404', '409'])
  t.ok(member(document, 'paths', '/orders', 'post', 'responses', '201', 'headers', 'location'))

  t.test('has components with readable names', async t => {
    const names = Object.values(document['components'] as JsonObject).flatMap(kind => Object.keys(kind as object))
    t.ok(names.includes('Order.default') && names.includes('Order.problem') &&
      names.includes('Order.Conflict'), names.join(' '))
    t.same(names.filter(name => /\d$/.test(name)), [])
  })

  t.test('is at most 1.6 times as long as without the plugin', async t => {
    const bare = await documentOf(app => app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Orders API', version: '1.0.0' },
        components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } }
      },
      transform: requireToken as never,
      refResolver: {
        buildLocalReference: (json, _baseUri, _fragment, index) =>
          typeof json.$id === 'string' ? json.$id : `def-${index}`
      }
    }))
    t.same(Object.keys(bare.paths), Object.keys(document.paths))
    t.notMatch(JSON.stringify(bare), /_links|Hyper/)
    t.comment(`${length(document)} characters; ${length(bare)} without the plugin and its problems`)
    t.ok(length(document) <= 1.6 * length(bare), `${length(document)} of ${length(bare)}`)
  })
})

t.test('it is what the command writes by default', async t => {
  t.match(readArguments(['orders']), { project: { minimal: false } })
})

t.test('the command of the project runs in a folder whose name has a space', async t => {
  const app = await buildApp({ development: true })
  t.teardown(() => app.close())
  const api = await app.listen({ port: 0, host: '127.0.0.1' })
  const folder = join(t.testdir({}), 'my orders')
  cpSync('scaffold/templates/project/client', folder, { recursive: true })
  const command = (...args: string[]) =>
    run(['env', `API=${api}/`, process.execPath, '--import', 'tsx', 'command.ts', ...args], folder)
  t.match(await command(), { status: 0, stdout: '42: 1 × Coffee\n', stderr: '' })
  t.match(await command('42'), {
    status: 0, stdout: /^Order 42 is Pending, or needs a token: it cannot be cancelled\.\n$/
  })
  t.match(await run(['env', 'API=http://127.0.0.1:1/', process.execPath, '--import', 'tsx', 'command.ts'], folder), {
    status: 1, stdout: '', stderr: /fetch failed/
  })
})
