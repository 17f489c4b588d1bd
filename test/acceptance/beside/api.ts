import type { FastifyInstance, FastifyRequest } from 'fastify'
import hyper, { defineLinks, LinkTarget, offsetPage, problem } from '../../../lib/index.ts'
import { readDocument } from '../../support/documents.ts'
import { header, type HeaderPair, type RawRequest, type RawResponse } from '../../support/raw.ts'
import type { Server } from '../../support/servers.ts'
import type { Caller } from './neighbour.ts'

// An API whose responses have all that fastify-hyper adds, and the requests that show it.

export class Order {
  readonly id: number
  readonly status: string
  // No response schema has it.
  readonly secret = 'hidden'

  constructor (id: number, status: string) {
    this.id = id
    this.status = status
  }
}

const orders = [new Order(1, 'Pending'), new Order(2, 'Shipped')]

const orderLinks = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder', ({ id }) => ({ id })))
  links.link('collection', LinkTarget.route('ListOrders'))
  links.affordance('cancel', LinkTarget.route('CancelOrder', ({ id }) => ({ id })))
    .when(({ status }) => status === 'Pending')
})

export const orderSchema = { type: 'object', properties: { id: { type: 'integer' }, status: { type: 'string' } } }

/** Who may cancel orders, where no plugin decides it. */
const byHeader: Caller = {
  isClerk: request => request.headers['x-role'] === 'clerk', headers: async () => [['X-Role', 'clerk']]
}

/** Registers fastify-hyper as most apps do. */
export async function registerHyper (app: FastifyInstance, { isClerk }: Caller = byHeader): Promise<void> {
  await app.register(hyper, { links: [orderLinks], policies: { clerk: isClerk }, hrefs: 'path', emitLinkHeader: true })
}

interface WithId { Params: { id: string } }

/** Declares the routes of the API. */
export function declareOrders (app: FastifyInstance): void {
  const find = ({ params }: FastifyRequest<WithId>) =>
    orders.find(({ id }) => id === Number(params.id)) ?? problem({ status: 404, detail: 'There is no such order.' })
  const page = {
    type: 'object',
    properties: {
      items: { type: 'array', items: orderSchema }, page: { type: 'integer' }, totalCount: { type: 'integer' }
    }
  }
  app.get('/orders', { schema: { response: { 200: page } }, config: { hyper: { name: 'ListOrders', links: true } } },
    () => offsetPage(orders, { page: 1, pageSize: 2, totalCount: 3 }))
  app.get<WithId>('/orders/:id', {
    schema: { response: { 200: orderSchema } },
    config: { hyper: { name: 'GetOrder', links: true, etag: (order: Order) => `${order.id}-1` } }
  }, find)
  app.post('/orders', {
    schema: {
      body: { type: 'object', required: ['status'], properties: { status: { type: 'string' } } },
      response: { 201: orderSchema }
    },
    config: { hyper: { name: 'PlaceOrder', links: true } }
  }, (request, reply) => reply.code(201).header('location', '/orders/3')
    .send(new Order(3, (request.body as Order).status)))
  app.post<WithId>(
    '/orders/:id/cancel', { config: { hyper: { name: 'CancelOrder', policy: 'clerk' } } },
    (_request, reply) => reply.code(204).send()
  )
}

const FORMATS = [
  'application/json', 'application/vnd.hyper+json', 'application/hal+json', 'application/prs.hal-forms+json'
]

const get = (path: string, ...headers: HeaderPair[]): RawRequest => ({ method: 'GET', path, headers })
const post = (path: string, type: string): RawRequest =>
  ({ method: 'POST', path, headers: [['Content-Type', type]], body: '{"status":"Pending"}' })

/** Requests without credentials. */
const REQUESTS: readonly RawRequest[] = [
  ...FORMATS.flatMap(type => ['/orders', '/orders/1', '/orders/9'].map(path => get(path, ['Accept', type]))),
  ...FORMATS.map(type => get('/orders/1', ['Accept', type], ['If-None-Match', '"1-1"'])),
  { method: 'HEAD', path: '/orders/1' },
  ...FORMATS.map(type => post('/orders', type)),
  { method: 'POST', path: '/orders/1/cancel' }
]

/** Requests of a clerk. */
const OF_CLERKS: readonly RawRequest[] = [
  ...FORMATS.map(type => get('/orders/1', ['Accept', type])), get('/orders'),
  get('/orders/1', ['If-None-Match', '"1-1"']), { method: 'POST', path: '/orders/1/cancel' }
]

// What fastify-hyper writes.
const HEADERS = ['content-type', 'etag', 'link', 'cache-control', 'location', 'content-length']

/** A response as far as fastify-hyper makes it. */
export interface Observed {
  readonly request: string
  readonly status: number
  readonly document: unknown
  readonly headers: Readonly<Record<string, string | null>>
  readonly vary: readonly string[]
}

/** The responses of an API to callers without credentials, and to clerks. */
export async function observe (server: Server, { headers }: Caller = byHeader): Promise<Observed[]> {
  const credentials = await headers(server)
  const ofClerks = OF_CLERKS.map(request => ({ ...request, headers: [...request.headers ?? [], ...credentials] }))
  const observed: Observed[] = []
  for (const request of [...REQUESTS, ...ofClerks]) {
    const name = `${request.method} ${request.path} ${(request.headers ?? []).map(([name, value]) =>
      credentials.some(([other]) => other === name) ? 'of a clerk' : value).join(', ')}`
    observed.push(observedIn(name, await server.send(request)))
  }
  return observed
}

function observedIn (request: string, response: RawResponse): Observed {
  const vary = (header(response, 'vary') ?? '').toLowerCase().split(/\s*,\s*/).filter(name => name !== '').sort()
  const headers = Object.fromEntries(HEADERS.map(name => [name, header(response, name)]))
  return { request, status: response.status, document: readDocument(response), headers, vary }
}
