import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import hyper, { defineLinks, type HyperOptions, LinkTarget, offsetPage, type Policies } from '../../../lib/index.ts'

// An API whose responses depend on the caller: alice is staff, bob is not. A cookie or a bearer token identifies them.

export class Order {
  readonly id = 7
  readonly version = 1
}

class Basket { readonly id = 1 }
class Leaflet { readonly id = 1 }

function userOf ({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\w+)$/.exec(headers.authorization ?? '')?.[1] ?? /\buser=(\w+)/.exec(headers.cookie ?? '')?.[1]
}

const policies: Policies = {
  staff: request => userOf(request) === 'alice', signedIn: request => userOf(request) !== undefined
}

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder'))
  links.link('profile', (_order, { request }) => LinkTarget.uri(`/users/${userOf(request)}`))
    .requireAuthorization('signedIn')
  links.affordance('refund', LinkTarget.uri('/refunds')).requireAuthorization('staff')
})

const basketLinks = defineLinks(Basket, links => { links.embed('order', () => new Order(), orderLinks) })
const leafletLinks = defineLinks(Leaflet, links => { links.self(LinkTarget.route('GetLeaflet')) })

const VALUES: Readonly<Record<string, () => unknown>> = {
  order: () => new Order(),
  orders: () => [new Order()],
  page: () => offsetPage([new Order()], { page: 1, pageSize: 1, totalCount: 1 }),
  basket: () => new Basket()
}

/** The URLs whose responses depend on the caller. */
export const PATHS = Object.keys(VALUES)

/** What only alice receives. */
export const ALICES = /refund|users\/alice/

// The same routes for several options of the plugin.
const SCOPES: Readonly<Record<string, HyperOptions>> = {
  gated: {},
  unmarked: { gatedCacheControl: false },
  path: { hrefs: 'path' },
  base: { baseUrl: 'https://api.example.com' }
}

/** Makes the API; the caller closes it. */
export function createApi (): FastifyInstance {
  const app = Fastify()
  for (const [prefix, options] of Object.entries(SCOPES)) {
    app.register(async scope => {
      await scope.register(hyper, { links: [orderLinks, basketLinks, leafletLinks], policies, ...options })
      for (const [path, make] of Object.entries(VALUES)) {
        const name = path === 'order' ? { name: 'GetOrder' } : {}
        scope.get(
          `/${path}`, { config: { hyper: { links: true, etag: () => 'v1', ...name } } },
          (_request, reply) => { reply.send(make()) }
        )
      }
      scope.get('/leaflet', {
        config: { hyper: { name: 'GetLeaflet', links: true, etag: () => 'v1' } }
      }, async () => new Leaflet())
    }, { prefix })
  }
  app.get('/', (_request, reply) => { reply.type('text/html').send('<title>A page of this origin</title>') })
  app.get('/sign-in/:user', (request, reply) => {
    reply.header('set-cookie', `user=${(request.params as { user: string }).user}; Path=/; HttpOnly`).code(204).send()
  })
  return app
}
