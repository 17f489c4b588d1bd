import { gunzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { header } from '../../../support/raw.ts'
import { decorated, load, type Neighbour, registering, send } from '../neighbour.ts'

// Plugins that write responses, or change them.

const FILES = `${process.cwd()}/test/acceptance/beside/app/files`

const ORIGIN = 'http://page.test'

export const responses: readonly Neighbour[] = [
  {
    name: '@fastify/cors',
    shows: 'a page of another origin may read `ETag` and `Link`; preflights',
    register: registering('@fastify/cors', { origin: [ORIGIN], exposedHeaders: ['ETag', 'Link', 'Location'] }),
    vary: ['origin'],
    works: async (t, server) => {
      const response = await send(server, '/orders/1', { headers: { origin: ORIGIN } })
      t.equal(response.headers.get('access-control-allow-origin'), ORIGIN)
      t.equal(response.headers.get('access-control-expose-headers'), 'ETag, Link, Location')
      const preflight = await send(server, '/orders', {
        method: 'OPTIONS', headers: { origin: ORIGIN, 'access-control-request-method': 'POST' }
      })
      t.equal(preflight.status, 204)
    },
    note: 'Expose `ETag`, `Link` and `Location`, and allow `If-Match`, for clients in browsers.'
  },
  {
    name: '@fastify/helmet',
    shows: 'security headers',
    register: registering('@fastify/helmet'),
    works: async (t, server) => {
      t.equal((await send(server, '/orders/1')).headers.get('x-content-type-options'), 'nosniff')
    },
    note: '[Pages](html.md) and [the explorer](explorer.md) set their own content security policy.'
  },
  {
    name: '@fastify/compress',
    shows: 'a representation with links is compressed',
    register: registering('@fastify/compress', { threshold: 0 }),
    works: async (t, server) => {
      const response = await server.send({
        method: 'GET', path: '/orders/1', headers: [['Accept-Encoding', 'gzip'], ['Accept', 'application/hal+json']]
      })
      t.equal(header(response, 'content-encoding'), 'gzip')
      t.match(JSON.parse(gunzipSync(response.body).toString()), { id: 1, _links: { self: { href: '/orders/1' } } })
      t.match(header(response, 'vary')?.toLowerCase().split(/\s*,\s*/).sort(), ['accept', 'accept-encoding'])
    }
  },
  {
    name: '@fastify/etag',
    shows: 'responses without a tag get one of their bytes, with links',
    register: registering('@fastify/etag'),
    sets: ['etag'],
    works: async (t, server) => {
      const [
        json, hal
      ] = await Promise.all(['application/json', 'application/hal+json'].map(accept =>
        send(server, '/orders', { headers: { accept } })))
      const tag = json!.headers.get('etag')!
      t.ok(tag)
      t.not(hal!.headers.get('etag'), tag)
      t.equal(
        (await send(server, '/orders', { headers: { accept: 'application/json', 'if-none-match': tag } })).status, 304
      )
    },
    note: 'A route with the option `etag` keeps its tag.'
  },
  {
    name: '@fastify/caching',
    shows: 'a default for `Cache-Control`; what a policy decided stays `private`',
    register: registering('@fastify/caching', { privacy: 'public', expiresIn: 60 }),
    sets: ['cache-control'],
    works: async (t, server) => {
      const [order, page] = await Promise.all(['/orders/1', '/plain'].map(path => send(server, path)))
      t.same(
        [order!.headers.get('cache-control'), page!.headers.get('cache-control')], ['private', 'public, max-age=60']
      )
    },
    routes: app => app.get('/plain', async () => ({ plain: true }))
  },
  {
    name: '@fastify/static',
    shows: 'a file, with its own tag',
    register: registering('@fastify/static', { root: FILES, prefix: '/files/' }),
    works: async (t, server) => {
      const file = { method: 'GET', path: '/files/order.ejs' }
      const response = await server.send(file)
      t.match(response.body.toString(), 'Order')
      t.equal((await server.send({ ...file, headers: [['If-None-Match', header(response, 'etag')!]] })).status, 304)
    }
  },
  {
    name: '@fastify/view',
    shows: 'a page of a template',
    register: registering('@fastify/view', { engine: { ejs: load('ejs') }, root: FILES }),
    routes: app => app.get(
      '/view',
      (_request, reply) => decorated<{ view (file: string, data: object): FastifyReply }>(reply)
        .view('order.ejs', { id: 1 })
    ),
    works: async (t, server) => {
      const response = await send(server, '/view')
      t.match(response.headers.get('content-type'), 'text/html')
      t.equal((await response.text()).trim(), '<p>Order 1</p>')
    }
  },
  {
    name: 'fastify-sse-v2',
    shows: 'a stream of events',
    register: app => app.register((load('fastify-sse-v2') as { FastifySSEPlugin: never }).FastifySSEPlugin),
    routes: app => app.get('/events', (_request, reply) => {
      decorated<{ sse (events: AsyncIterable<object>): void }>(reply)
        .sse((async function * () { yield { id: '1', data: 'saved' } })())
    }),
    works: async (t, server) => {
      const response = await send(server, '/events')
      t.match(response.headers.get('content-type'), 'text/event-stream')
      t.match(await response.text(), /data: saved/)
    }
  },
  {
    name: '@fastify/websocket',
    shows: 'a socket echoes',
    register: registering('@fastify/websocket'),
    routes: app => app.get('/socket', { websocket: true } as object, (socket: unknown) => {
      const { on, send } = bound(socket as Socket)
      on('message', message => send(String(message)))
    }),
    works: async (t, server) => {
      const { WebSocket } = load('ws') as { WebSocket: new (url: string) => Socket }
      const socket = bound(new WebSocket(`${server.origin.replace('http', 'ws')}/socket`))
      const received = await new Promise(resolve => {
        socket.on('open', () => { socket.send('hello') })
        socket.on('message', message => { resolve(String(message)) })
      })
      t.equal(received, 'hello')
      socket.close()
    }
  },
  {
    name: '@fastify/response-validation',
    shows: 'a value that does not match its schema is a 500; links are added after the validation',
    register: registering('@fastify/response-validation', { ajv: { removeAdditional: false } }),
    routes: app => app.get(
      '/wrong', { schema: { response: { 200: { type: 'object', properties: { id: { type: 'integer' } } } } } },
      async () => ({ id: 'one' })
    ),
    works: async (t, server) => {
      t.equal((await send(server, '/wrong')).status, 500)
    },
    note: 'Its default `removeAdditional: true` removes members of the objects that handlers return.'
  },
  {
    name: '@fastify/accepts-serializer',
    shows: 'an order is CSV for clients that accept that',
    register: registering('@fastify/accepts-serializer', {
      serializers: [{
        regex: /^text\/csv$/, serializer: ({ id, status }: { id: number, status: string }) => `${id},${status}`
      }],
      default: 'application/json'
    }),
    works: async (t, server) => {
      const response = await send(server, '/orders/1', { headers: { accept: 'text/csv' } })
      t.same([response.headers.get('content-type'), await response.text()], ['text/csv', '1,Pending'])
    },
    note: "Set `default: 'application/json'`. What its serializers write has no links."
  },
  {
    name: '@fastify/sensible',
    shows: 'its errors, and its 404',
    register: registering('@fastify/sensible'),
    routes: app =>
      app.get('/gone', async (_request, reply) =>
        decorated<{ gone (message: string): unknown }>(reply).gone('No longer here')),
    works: async (t, server) => {
      const response = await send(server, '/gone')
      t.same([response.status, await response.json()], [
        410, { statusCode: 410, error: 'Gone', message: 'No longer here' }
      ])
    }
  }
]

interface Socket {
  on (event: string, listener: (message: unknown) => void): void
  send (message: string): void
  close (): void
}

/** The methods of a socket, as functions. */
function bound (socket: Socket): Socket {
  return { on: (...args) => socket.on(...args), send: message => socket.send(message), close: () => socket.close() }
}
