import '../../support/openapi-lint.ts'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { SchemaTransform } from 'fastify-hyper'
import { expectContract } from 'fastify-hyper/testing'
import t from 'tap'
import { readArguments } from '../../../scaffold/arguments.ts'
import { projectFiles } from '../../../scaffold/project-files.ts'
import type { Contract } from '../../../testing/contract/contract.ts'
import { type JsonObject, member } from '../../support/documents.ts'
import { documentErrors, type OpenApi, openApiOf } from '../../support/openapi.ts'

// tap does not preload tsx, which @fastify/autoload looks for.
process.env['FASTIFY_AUTOLOAD_TYPESCRIPT'] = '1'

// Its types are checked with settings of their own, because it declares types for the whole program.
const SOURCE = new URL('../../../scaffold/templates/project/src/', import.meta.url)
const source = (file: string): Promise<unknown> => import(new URL(`${file}.js`, SOURCE).href)
type Build = (options: { settings: object }) => Promise<FastifyInstance>
const { buildApp } = await source('app') as { buildApp: Build }
const { requireToken } = await source('plugins/documentation') as { requireToken: SchemaTransform }

const LOCAL = { HOST: '127.0.0.1', DATABASE_URL: 'memory:' }
// Without its own documentation.
const PUBLIC = {
  HOST: '0.0.0.0', JWT_SECRET: 'x'.repeat(32), DATABASE_URL: 'memory:', PUBLIC_URL: 'https://api.example.com'
}

/** Returns the document of the project: a plugin that is registered before all others writes it. */
async function documentOf (register: (app: FastifyInstance) => unknown): Promise<OpenApi> {
  const onInitialization = (message: unknown) => { register((message as { fastify: FastifyInstance }).fastify) }
  subscribe('fastify.initialization', onInitialization)
  // It makes its app before it waits; tests beside this one make others.
  const building = buildApp({ settings: PUBLIC })
  unsubscribe('fastify.initialization', onInitialization)
  const app = await building
  await app.ready()
  const document = openApiOf(app)
  await app.close()
  return document
}

const responsesOf = (document: OpenApi, path: string, method: string) =>
  (member(document, 'paths', path, method, 'responses') ?? {}) as JsonObject
const length = (document: OpenApi) => JSON.stringify(document).length

t.test('the document of the project', async t => {
  const app = await buildApp({ settings: LOCAL })
  t.teardown(() => app.close())
  await app.ready()
  const document = openApiOf(app)
  t.same(await documentErrors(document), [])
  t.same(Object.keys(responsesOf(document, '/orders', 'get')), ['200', '400'])
  t.same(Object.keys(responsesOf(document, '/orders', 'post')), ['201', '400', '401', '403'])
  t.same(Object.keys(responsesOf(document, '/orders/{id}', 'put')), [
    '200', '400', '401', '403', '404', '409', '412', '428'
  ])
  t.same(Object.keys(responsesOf(document, '/orders/{id}/cancel', 'post')), ['200', '400', '401', '403', '404', '409'])
  t.ok(member(document, 'paths', '/orders', 'post', 'responses', '201', 'headers', 'Location'))

  t.test('has components with readable names', async t => {
    const names = Object.values(document['components'] as JsonObject).flatMap(kind => Object.keys(kind as object))
    t.ok(names.includes('Order.default') && names.includes('HyperConflict'), names.join(' '))
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

t.test('whoever signs in on its pages is offered actions there, and nowhere else', async t => {
  const app = await buildApp({ settings: LOCAL })
  t.teardown(() => app.close())
  const { headers } = await app.inject({
    method: 'POST',
    url: '/_html/form?page=/orders&name=sign-in&method=POST&target=/login&type=application/json',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: 'name=clerk&password=clerk'
  })
  const cookie = [headers['set-cookie'] ?? []].flat().map(line => line.split(';')[0]).join('; ')
  const page = await app.inject({ url: '/orders/1', headers: { accept: 'text/html', cookie } })
  t.match(page.body, 'name=cancel')
  t.notMatch((await app.inject({ url: '/orders/1', headers: { cookie } })).json(), { _actions: {} })
})

t.test('its contract is up to date: hyper-api contract writes it', async t => {
  const file = 'scaffold/templates/project/contract.json'
  const app = await buildApp({ settings: LOCAL })
  t.teardown(() => app.close())
  await expectContract(app, file)

  t.test('without pages too', async t => {
    const files = await projectFiles({
      dir: 'orders',
      framework: 'node24',
      minimal: false,
      html: false,
      mcp: true,
      explorer: true,
      openapi: false,
      force: false
    })
    const { registrations } = JSON.parse(files.get('contract.json')!) as Contract
    t.same(registrations, { '/': { defaultFormat: 'default', formats: ['default', 'hal', 'hal-forms'] } })
  })
})

t.test('it is what the command writes by default', async t => {
  t.match(readArguments(['orders']), { project: { minimal: false } })
})
