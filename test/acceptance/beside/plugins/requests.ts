import type { FastifyRequest } from 'fastify'
import { decorated, load, type Neighbour, registering, send } from '../neighbour.ts'

// Plugins that read requests.

interface WithUse {
  use (middleware: (
    request: object, response: { setHeader (name: string, value: string): void }, next: () => void
  ) => void): void
}

const middleware = (name: string, shows: string): Neighbour => ({
  name,
  shows,
  register: async app => {
    await app.register(load(name) as never)
    decorated<WithUse>(app).use((_request, response, next) => {
      response.setHeader('x-middleware', 'yes')
      next()
    })
  },
  works: async (t, server) => {
    t.equal((await send(server, '/orders/1')).headers.get('x-middleware'), 'yes')
  }
})

const JSON_TYPE = { 'content-type': 'application/json' }

export const requests: readonly Neighbour[] = [
  {
    name: '@fastify/accepts',
    shows: '`request.accepts()`',
    register: registering('@fastify/accepts'),
    routes: app => app.get(
      '/accepts',
      request => ({
        type: decorated<{ accepts (): { type (types: string[]): unknown } }>(request).accepts().type(['html', 'json'])
      })
    ),
    works: async (t, server) => {
      t.same(await (await send(server, '/accepts', { headers: { accept: 'text/html' } })).json(), { type: 'html' })
    },
    note: 'The option `Accept-Language` of localized strings needs it.'
  },
  {
    name: '@fastify/formbody',
    shows: 'a form of a browser places an order',
    register: registering('@fastify/formbody'),
    works: async (t, server) => {
      const response = await send(server, '/orders', {
        method: 'POST', body: new URLSearchParams({ status: 'Pending' })
      })
      t.equal(response.status, 201)
      t.match(await response.json(), { id: 3, status: 'Pending', _links: { self: { href: '/orders/3' } } })
    }
  },
  {
    name: '@fastify/multipart',
    shows: 'a file is uploaded',
    register: registering('@fastify/multipart'),
    routes: app => app.post('/upload', async request => {
      const file =
        await decorated<{ file (): Promise<{ filename: string, toBuffer (): Promise<Buffer> }> }>(request).file()
      return { name: file.filename, size: (await file.toBuffer()).length }
    }),
    works: async (t, server) => {
      const body = new FormData()
      body.append('file', new Blob(['12345']), 'a.txt')
      t.same(await (await send(server, '/upload', { method: 'POST', body })).json(), { name: 'a.txt', size: 5 })
    }
  },
  {
    name: 'fastify-raw-body',
    shows: 'the bytes of a body are kept',
    register: registering('fastify-raw-body', { global: false }),
    routes: app =>
      app.post('/raw', { config: { rawBody: true } as object }, request => ({
        raw: decorated<{ rawBody: string }>(request).rawBody
      })),
    works: async (t, server) => {
      const body = '{ "a":  1 }'
      t.same(await (await send(server, '/raw', { method: 'POST', body, headers: JSON_TYPE })).json(), { raw: body })
    }
  },
  {
    name: 'fastify-qs',
    shows: 'nested query parameters',
    register: registering('fastify-qs'),
    routes: app => app.get('/query', ({ query }) => query),
    works: async (t, server) => {
      t.same(await (await send(server, '/query?a[b]=1')).json(), { a: { b: '1' } })
    }
  },
  {
    name: '@fastify/url-data',
    shows: '`request.urlData()`',
    register: registering('@fastify/url-data'),
    routes: app => app.get(
      '/url-data', request => ({ path: decorated<{ urlData (name: string): string }>(request).urlData('path') })
    ),
    works: async (t, server) => {
      t.same(await (await send(server, '/url-data?a=1')).json(), { path: '/url-data' })
    }
  },
  middleware('@fastify/middie', 'middleware sets a header of each response'),
  middleware('@fastify/express', 'Express middleware sets a header of each response'),
  {
    name: '@fastify/request-context',
    shows: 'a policy reads what a hook stored for the request',
    register: async app => {
      await app.register(load('@fastify/request-context') as never)
      app.addHook('onRequest', async request => { contextOf(request).set('role', request.headers['x-context-role']) })
    },
    clerk: {
      isClerk: request => contextOf(request).get('role') === 'clerk', headers: async () => [['X-Context-Role', 'clerk']]
    },
    routes: app => app.get('/role', request => ({ role: contextOf(request).get('role') })),
    works: async (t, server) => {
      t.same(await (await send(server, '/role', { headers: { 'x-context-role': 'guest' } })).json(), { role: 'guest' })
    }
  },
  {
    name: 'fastify-favicon',
    shows: 'the icon of the site',
    register: registering('fastify-favicon'),
    works: async (t, server) => {
      t.match((await send(server, '/favicon.ico')).headers.get('content-type'), /^image\//)
    }
  }
]

function contextOf (request: FastifyRequest) {
  return decorated<{
    requestContext: { get (name: string): unknown, set (name: string, value: unknown): void }
  }>(request).requestContext
}
