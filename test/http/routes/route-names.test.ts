import type { FastifyInstance } from 'fastify'
import t from 'tap'
import hyper, { defineRoutes, type HyperOptions, LinkTarget } from '../../../lib/index.ts'
import { projection } from '../../support/projection.ts'

// How routes get their names, and which of several routes of one name is the target of a link.

const handler = async () => ({})
const named = (name: string) => ({ config: { hyper: { name } } })
const Routes = defineRoutes({
  Listed: 'GET /orders',
  Posted: 'POST /orders',
  Inner: 'GET /v1/orders/:id',
  Slashed: 'GET /v2/',
  Several: 'PUT /several',
  Star: 'GET *'
})

// What is declared, and the path of each name; null where no route has it.
const ROWS: Readonly<Record<
  string, [declare: (app: FastifyInstance) => unknown, paths: Record<string, string | null>, options?: HyperOptions]
>> = {
  'config.hyper.name': [app => app.get('/a', named('A'), handler), { A: '/a', B: null }],
  operationId: [app => app.get('/a', { schema: { operationId: 'A' } }, handler), { A: '/a' }],
  'config.hyper.name before operationId': [
    app => app.get('/a', { ...named('A'), schema: { operationId: 'B' } }, handler), { A: '/a', B: null }
  ],
  'an empty operationId': [
    app => app.get('/orders', { schema: { operationId: '' } }, handler), { Listed: '/orders' }, { routes: Routes }
  ],
  'names of every object': [app => app.get('/a', named('toString'), handler), { toString: '/a', constructor: null }],
  'a catalog': [
    app => [app.get('/orders', handler), app.post('/orders', handler)],
    { Listed: '/orders', Posted: '/orders', Inner: null }, { routes: Routes }
  ],
  'operationId before the catalog': [
    app => app.get('/orders', { schema: { operationId: 'A' } }, handler), { A: '/orders', Listed: null },
    { routes: Routes }
  ],
  'a catalog knows full paths': [
    app => app.register(async scope => { scope.get('/orders/:id', handler) }, { prefix: '/v1' }),
    { Inner: '/v1/orders/1' }, { routes: Routes }
  ],
  'a catalog and the path of a scope without its slash': [
    app => app.register(async scope => { scope.get('/', handler) }, { prefix: '/v2' }), { Slashed: '/v2' },
    { routes: Routes }
  ],
  'a catalog and one of several methods': [
    app => app.route({ method: ['POST', 'PUT'], url: '/several', handler }), { Several: '/several' }, { routes: Routes }
  ],
  'a catalog and a wildcard': [app => app.get('*', handler), { Star: null }, { routes: Routes }],
  'another method is another route': [app => app.delete('/orders', handler), { Listed: null }, { routes: Routes }],
  'the HEAD twin counts once': [app => app.get('/a', { ...named('A'), exposeHeadRoute: true }, handler), { A: '/a' }],
  'a HEAD route of the app beside it': [
    app => [app.head('/a', named('A'), handler), app.get('/a', { ...named('A'), exposeHeadRoute: false }, handler)],
    { A: '/a' }
  ],
  'both paths of a prefix count once': [
    app => app.register(
      async scope => { scope.get('/', { ...named('A'), prefixTrailingSlash: 'both' }, handler) }, { prefix: '/v1' }
    ),
    { A: '/v1' }
  ],
  'the path with the slash': [
    app => app.register(
      async scope => { scope.get('/', { ...named('A'), prefixTrailingSlash: 'slash' }, handler) }, { prefix: '/v1' }
    ),
    { A: '/v1/' }
  ],
  'prefixes within prefixes': [app => app.register(
    async outer => { outer.register(async inner => { inner.get('/c', named('C'), handler) }, { prefix: '/b' }) },
    { prefix: '/a' }
  ), { C: '/a/b/c' }]
}

t.test('names', async t => {
  for (const [name, [declare, paths, options]] of Object.entries(ROWS)) {
    const { app } = await projection(t, async app => {
      await app.register(hyper, options ?? {})
      await declare(app)
    })
    for (const [route, path] of Object.entries(paths)) {
      t.equal(
        app.hyper.href(LinkTarget.route(route, route === 'Inner' ? { id: 1 } : {})), path, `${name}: ${route}`
      )
    }
  }
})

// The same name on several routes; each request resolves the path of `A`.
function several (app: FastifyInstance): void {
  const linking = {
    ...named('A'),
    handler: async (request: { server: FastifyInstance }) => ({
      path: request.server.hyper.href(LinkTarget.route('A'), request as never)
    })
  }
  app.get('/open', { ...linking })
  app.get('/one', { ...linking, constraints: { version: '1.2.0' } })
  app.get('/two', { ...linking, constraints: { version: '2.0.0' } })
  app.get('/host', { ...linking, constraints: { host: 'a.example' } })
  app.get('/pattern', { ...linking, constraints: { host: /^[bc]\.example$/ } })
  app.get('/both', { ...linking, constraints: { host: 'a.example', version: '3.0.0' } })
  app.get('/linking', { handler: linking.handler })
}

const CHOICES: Readonly<Record<string, [headers: ReadonlyArray<readonly [string, string]>, path: string]>> = {
  'no version': [[], '/open'],
  'an exact version': [[['Accept-Version', '1.2.0']], '/one'],
  'another version': [[['Accept-Version', '2.0.0']], '/two'],
  'a range': [[['Accept-Version', '1.x']], '/one'],
  'a major version': [[['Accept-Version', '2']], '/two'],
  'any version is the highest': [[['Accept-Version', 'x']], '/two'],
  'a star is the highest': [[['Accept-Version', '*']], '/two'],
  'a version that no route has': [[['Accept-Version', '4.0.0']], '/open'],
  'a version that is none': [[['Accept-Version', '../1']], '/open'],
  'a host': [[['Host', 'a.example']], '/host'],
  'a host by pattern': [[['Host', 'c.example']], '/pattern'],
  'another host': [[['Host', 'd.example']], '/open'],
  'host and version': [[['Host', 'a.example'], ['Accept-Version', '3.0.0']], '/both']
}

t.test('the constraints of the current request choose', async t => {
  const { get, app } = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path' })
    several(app)
    // A route for any version, so that a request with one arrives.
    app.setNotFoundHandler(async request => ({ path: app.hyper.href(LinkTarget.route('A'), request) }))
  })
  t.equal(app.hyper.href(LinkTarget.route('A')), '/open', 'without a request')
  for (const [name, [headers, path]] of Object.entries(CHOICES)) {
    t.match(
      await get('default', '/linking', headers), { document: { path } }, name
    )
  }
})

t.test('constraints without an open route', async t => {
  const { app } = await projection(t, async app => {
    await app.register(hyper)
    app.get('/one', { ...named('A'), constraints: { version: '1.0.0' } }, handler)
    app.get('/two', { ...named('A'), constraints: { version: '2.0.0' } }, handler)
  })
  t.equal(app.hyper.href(LinkTarget.route('A')), '/one', 'the first one, where nothing chooses')
})
