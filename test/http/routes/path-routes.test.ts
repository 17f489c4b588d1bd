import Fastify, { type FastifyServerOptions } from 'fastify'
import t from 'tap'
import { PathRoutes } from '../../../lib/routes/path-routes.ts'
import { newApp } from '../../support/servers.ts'

// Which route of an app a path leads to.

t.test('the version and the host of a request choose between routes of one path', async t => {
  const app = newApp(t)
  for (const constraints of [{}, { version: '1.0.0' }, { version: '2.0.0' }, { host: 'api.example.com' }]) {
    app.get('/orders', { constraints, schema: { description: JSON.stringify(constraints) } as object }, () => '')
  }
  app.get('/single', () => '')
  await app.ready()
  const routes = PathRoutes.of(app)
  const found = (headers: Record<string, string>) => {
    const schema =
      routes.find('GET', '/orders?page=1', { headers } as never)?.schema as { description: string } | undefined
    return JSON.parse(schema!.description) as object
  }
  t.same(found({}), {})
  t.same(found({ 'accept-version': '1.x' }), { version: '1.0.0' })
  t.same(found({ 'accept-version': '2.0.0' }), { version: '2.0.0' })
  t.equal(routes.isShared('GET', '/orders'), true)
  t.equal(routes.isShared('GET', '/single'), false)
  t.equal(routes.find('GET', '/missing'), null)
})

const ROUTER_OPTIONS: readonly [options: object, pattern: string, path: string][] = [
  [{ caseSensitive: false }, '/Orders/:id', '/ORDERS/a'],
  [{ ignoreTrailingSlash: true }, '/orders/:id', '/orders/a/'],
  [{ ignoreDuplicateSlashes: true }, '/orders/:id', '//orders//a'],
  [{ useSemicolonDelimiter: true }, '/orders/:id', '/orders/a;%zz'],
  [{ allowUnsafeRegex: true }, '/orders/:id((a+){10}y)', `/orders/${'a'.repeat(10)}y`]
]

t.test('router options that change how a path is matched', async t => {
  for (const [routerOptions, pattern, path] of ROUTER_OPTIONS) {
    for (const options of [{ routerOptions }, routerOptions] as FastifyServerOptions[]) {
      const app = Fastify(options)
      app.get(pattern, () => '')
      await app.ready()
      t.equal(PathRoutes.of(app).find('GET', path)?.config.url, pattern, Object.keys(options).join())
      await app.close()
    }
  }
})
