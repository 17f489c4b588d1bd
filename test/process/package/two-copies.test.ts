import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import type * as Explorer from '../../../explorer/index.ts'
import type * as Html from '../../../html/index.ts'
import type * as Hyper from '../../../lib/index.ts'
import type * as Mcp from '../../../mcp/index.ts'
import type * as Testing from '../../../testing/index.ts'
import { toolRequest } from '../../support/tool-calls.ts'

// Loaders and bundlers load modules twice: an import in a CommonJS app with tsx, two versions of a dependency, `import`
// beside `require`.

const DIST = join(process.cwd(), 'dist')
mkdirSync('build', { recursive: true })
const folder = mkdtempSync(join(process.cwd(), 'build/copy-'))
cpSync(DIST, folder, { recursive: true })
t.teardown(() => rmSync(folder, { recursive: true }))

/** The entry points of one copy of the build. */
async function load (dist: string) {
  const entry = <M>(path: string) => import(pathToFileURL(join(dist, path, 'index.js')).href) as Promise<M>
  return {
    ...await entry<typeof Hyper>('lib'),
    ...await entry<typeof Html>('html'),
    ...await entry<typeof Mcp>('mcp'),
    ...await entry<typeof Explorer>('explorer'),
    ...await entry<typeof Testing>('testing')
  }
}

type Copy = Awaited<ReturnType<typeof load>>

class Order {
  readonly id: number

  constructor (id: number) {
    this.id = id
  }
}

const orderSchema = { $id: 'Order', title: 'Order', type: 'object', properties: { id: { type: 'integer' } } }

/** An app with the plugin of one copy, and everything else of another. */
async function build (own: Copy, other: Copy): Promise<FastifyInstance> {
  const { defineLinks, defineRoutes, LinkConfig, LinkTarget, linksIn, offsetPage, cursorPage, problem, resourceOf } =
    other
  const routes = defineRoutes({ GetOrder: 'GET /orders/:id', ListOrders: 'GET /orders' })
  const byId = (order: Order) => ({ id: order.id })
  const orderLinks = defineLinks(Order, links => {
    links.self(routes.GetOrder(byId))
    links.linkMany('near', (order: Order) => [LinkTarget.route('GetOrder', { id: order.id + 1 })])
    links.affordance('cancel', LinkTarget.route('CancelOrder', byId)).when(order => order.id < 8)
      .requireAuthorization('open')
      .fields({ reason: { options: { route: LinkTarget.route('ListOrders') } } })
    links.embed('next', order => order.id < 8 ? new Order(order.id + 1) : null)
  })
  class PageLinks extends LinkConfig<Hyper.OffsetPage<unknown>> {
    override readonly type = other.OffsetPage

    override configure (links: Hyper.LinkBuilder<Hyper.OffsetPage<unknown>>): void {
      links.link('help', LinkTarget.uri('/help'))
    }
  }

  const app = Fastify({ ajv: { customOptions: { strict: false } } })
  app.addSchema(orderSchema)
  await app.register(swagger, {
    openapi: { openapi: '3.1.0' }, transform: other.hyperTransform
  } as Parameters<typeof swagger>[1])
  await app.register(other.hyperOptionsHandler)
  await app.register(own.hyperPlugin, {
    links: linksIn({ orderLinks, PageLinks }),
    policies: { open: () => true, closed: () => false },
    validationProblems: true
  })
  await app.register(other.html)
  await app.register(other.mcp, { prefix: '/mcp' })
  await app.register(other.hyperExplorer, { prefix: '/explorer', enabled: true })

  const ref = { $ref: 'Order#' }
  const tag = (order: object) => (order as Order).id
  const load = (request: { params: unknown }) => new Order(Number((request.params as { id: string }).id))
  app.get('/orders/:id', {
    schema: { response: { 200: ref } }, config: { hyper: { name: 'GetOrder', links: true, resource: load } }
  }, async request => resourceOf<Order>(request))
  app.post('/orders/:id/cancel', {
    schema: { body: { type: 'object', required: ['reason'], properties: { reason: { type: 'string' } } } },
    config: {
      hyper: { name: 'CancelOrder', links: true, resource: load, policy: 'open', preconditions: { tag } }
    }
  }, async () => problem({ status: 409, detail: 'Shipped.' }).link('order', LinkTarget.route('GetOrder', { id: 7 })))
  app.get('/orders', {
    schema: { querystring: other.pageQuery(), response: { 200: other.pageSchema(ref) } },
    config: { hyper: { name: 'ListOrders', links: true } }
  }, async () => offsetPage([new Order(1), new Order(2)], { page: 2, pageSize: 2, totalCount: 6 }))
  app.get('/feed', { config: { hyper: { links: true } } }, async () => cursorPage([new Order(1)], { next: 'n' }))
  app.get('/envelope', { config: { hyper: { links: orderLinks.at('order') } } }, async () => ({ order: { id: 3 } }))
  app.get('/closed', { config: { hyper: { policy: 'closed' } } }, async () => 'never')
  app.get('/old', { config: { hyper: { deprecation: true, links: true } } }, async () => new Order(9))
  app.get('/thrown', async () => { throw problem({ status: 404, detail: 'No.' }) })
  app.get('/allowed', async request => ({ allowed: await app.hyper.allowed(request, 'cancel', new Order(1)) }))
  return app
}

const REQUESTS = {
  'a resource with links, actions and embedded resources': '/orders/7',
  'the same in HAL-FORMS': { url: '/orders/7', headers: { accept: 'application/prs.hal-forms+json' } },
  'the same as a page in HTML': { url: '/orders/7', headers: { accept: 'text/html' } },
  'a counted page': '/orders?page=2',
  'a counted page in HTML': { url: '/orders?page=2', headers: { accept: 'text/html' } },
  'a page between cursors': '/feed',
  'an envelope of one resource': '/envelope',
  'a problem that a handler returns': {
    method: 'POST', url: '/orders/7/cancel', payload: { reason: 'late' }, headers: { 'if-match': '"7"' }
  },
  'a failed precondition': {
    method: 'POST', url: '/orders/7/cancel', payload: { reason: 'late' }, headers: { 'if-match': '"8"' }
  },
  'an invalid request': { method: 'POST', url: '/orders/7/cancel', payload: {}, headers: { 'if-match': '"7"' } },
  'a problem that a handler throws': '/thrown',
  'the same as a page in HTML, without headers of the route': { url: '/thrown', headers: { accept: 'text/html' } },
  'a policy that denies': '/closed',
  'app.hyper.allowed': '/allowed',
  OPTIONS: { method: 'OPTIONS', url: '/orders/7' },
  'a form on a page of its own': '/_html/form?target=%2Forders%2F7%2Fcancel&page=%2Forders%2F7&action=cancel',
  'the tool open': toolRequest('open', { url: '/orders/7' }),
  'the tool act': toolRequest('act', { url: '/orders/7', action: 'cancel', input: { reason: 'late' }, etag: '"7"' }),
  'the tool find': toolRequest('find'),
  'the explorer': '/explorer/',
  'its search fields': '/explorer/search-fields?path=%2Forders&folder=%2Fexplorer%2F'
} as const

const [own, other] = [await load(DIST), await load(folder)]

t.test('the copies have classes of their own', async t => {
  t.not(own.LinkConfig, other.LinkConfig)
})

t.test('what one copy of the package makes, the plugin of another accepts', async t => {
  const apps = [await build(own, own), await build(own, other)] as const
  t.teardown(() => Promise.all(apps.map(app => app.close())))
  for (const [name, request] of Object.entries(REQUESTS)) {
    const [expected, actual] = await Promise.all(apps.map(async app => {
      const { statusCode, headers, body } = await app.inject(request as never)
      const { date, deprecation, ...others } = headers
      return { statusCode, headers: others, body }
    }))
    t.not(expected!.statusCode, 500, `${name} is no error`)
    t.same(actual, expected, name)
  }
  const [expected, actual] = apps.map(app => app.swagger())
  t.match(JSON.stringify(expected), /"operationId":"GetOrder"/)
  t.same(actual, expected, 'the OpenAPI document')
})

t.test('the crawler of one copy reads an app with the plugin of another', async t => {
  const [expected, actual] =
    await Promise.all([own, other].map(copy => other.crawl(() => build(own, copy), { start: '/orders/7' })))
  t.same(actual, expected)
  t.ok(expected!.states > 3)
})
