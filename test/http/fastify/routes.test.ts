import Fastify, { type FastifyInstance } from 'fastify'
import Lowest from 'fastify-lowest'
import t from 'tap'
import { declaredPlace, routesOf } from '../../../lib/fastify/routes.ts'

const handler = async () => ''
const places = (app: FastifyInstance, methods?: string[]) => routesOf(app, methods).map(declaredPlace)

const FASTIFYS: Readonly<Record<string, () => FastifyInstance>> = {
  'this Fastify': () => Fastify() as unknown as FastifyInstance,
  'the lowest Fastify': () => Lowest({ exposeHeadRoutes: true }) as unknown as FastifyInstance
}

for (const [name, create] of Object.entries(FASTIFYS)) {
  t.test(name, async t => {
    const app = create()
    t.teardown(() => app.close())

    await t.test('an app without routes', async t => { t.same(routesOf(app), []) })

    const schema = { body: { type: 'object' } } as const
    app.get('/orders', { config: { hyper: { links: true } } as object }, handler)
    app.route({ method: ['PUT', 'PATCH'], url: '/orders/:id', schema, handler })
    let scope: FastifyInstance | undefined
    await app.register(async inner => {
      scope = inner
      inner.get('/', { exposeHeadRoute: false }, handler)
      inner.post('/:id(^\\d+)', { constraints: { version: '1.0.0' } }, handler)
      inner.post('/:id(^\\d+)', { constraints: { version: '2.0.0', host: 'a.test' } }, handler)
    }, { prefix: '/v1' })

    await t.test('the routes that were declared so far', async t => {
      // Older versions of Fastify write the slash of the second one.
      t.same(places(app).map(place => place.replace(/(?<=.)\/$/, '')).sort(), [
        'route GET /orders',
        'route GET /v1',
        'route GET /v1',
        'route HEAD /orders',
        'route POST /v1/:id(^\\d+)',
        'route POST /v1/:id(^\\d+)',
        'route PUT,PATCH /orders/:id'
      ], 'a route with a prefix and without a path is in the router with and without a slash')
    })

    await t.test('the routes of some methods', async t => {
      t.same(places(app, ['PATCH']), ['route PUT,PATCH /orders/:id'])
      t.same(places(app, ['TRACE']), [])
    })

    await t.test('a route has its instance, its schema and its config', async t => {
      const [get] = routesOf(app, ['GET']).filter(({ config }) => config.url === '/orders')
      t.match(get, { config: { url: '/orders', method: 'GET', hyper: { links: true } } })
      t.equal(get!.server, app)
      const [put] = routesOf(app, ['PUT'])
      t.equal(put!.schema, schema)
      const [post] = routesOf(app, ['POST'])
      t.equal(post!.server, scope)
    })

    await t.test('a scope has the routes of the whole app', async t => { t.same(places(scope!), places(app)) })

    await t.test('they are the same when the app is ready', async t => {
      const before = places(app)
      await app.ready()
      t.same(places(app), before)
      t.equal(routesOf(app, ['PUT'])[0]!.schema?.body, schema.body)
    })

    await t.test('the routes that Fastify prints are the same afterwards', async t => {
      t.match(app.printRoutes({ includeMeta: true, method: 'GET' }), /orders \(GET\)/)
      t.equal((await app.inject('/orders')).statusCode, 200)
    })
  })
}
