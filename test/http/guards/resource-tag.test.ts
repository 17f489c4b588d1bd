import { Type, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { expectTypeOf } from 'expect-type'
import Fastify from 'fastify'
import t, { type Test } from 'tap'
import hyper, { defineResource, type HyperRouteOptions, resourceOf } from '../../../lib/index.ts'
import { hyperApp } from '../../support/servers.ts'

// A tag that the loader of a resource declares, for reads and writes.

interface Order {
  id: number
  version: number
}

const Params = Type.Object({ id: Type.Integer() })

const order = defineResource(Params, {
  load: ({ params }) => {
    expectTypeOf(params).toEqualTypeOf<{ id: number }>()
    return Promise.resolve<Order | null>(params.id === 7 ? { id: 7, version: 3 } : null)
  },
  tag: ({ version }) => {
    expectTypeOf(version).toEqualTypeOf<number>()
    return version
  }
})

async function build (t: Test, read: HyperRouteOptions, write: HyperRouteOptions) {
  const app = Fastify().withTypeProvider<TypeBoxTypeProvider>()
  t.teardown(() => app.close())
  await app.register(hyper)
  app.get('/orders/:id', { schema: { params: Params }, config: { hyper: { resource: order, ...read } } }, request => {
    const found = resourceOf<typeof order>(request)
    expectTypeOf(found).toEqualTypeOf<Order>()
    return found
  })
  app.put('/orders/:id', { schema: { params: Params }, config: { hyper: { resource: order, ...write } } },
    request => ({ ...resourceOf<typeof order>(request), version: 4 }))
  return async (method: 'GET' | 'PUT', headers: Record<string, string> = {}, id = 7) => {
    const { statusCode, headers: { etag } } = await app.inject({ method, url: `/orders/${id}`, headers })
    return [statusCode, etag]
  }
}

t.test('etag: true sends it', async t => {
  const send = await build(t, { etag: true }, { etag: true })
  t.same(await send('GET'), [200, '"3"'])
  t.same(await send('GET', { 'if-none-match': '"3"' }), [304, '"3"'])
  t.same(await send('PUT', { 'if-match': '"1"' }), [200, '"4"'], 'and checks nothing without preconditions')
  t.same(await send('GET', {}, 8), [404, undefined])
})

t.test('preconditions without a tag check it', async t => {
  const send = await build(t, {}, { preconditions: { requireIfMatch: true } })
  t.same(await send('GET'), [200, undefined])
  t.same(await send('PUT'), [428, undefined])
  t.same(await send('PUT', { 'if-match': '"1"' }), [412, '"3"'])
  t.same(await send('PUT', { 'if-match': '"3"' }), [200, undefined])
})

t.test('a tag of the route has precedence', async t => {
  const send = await build(t, { etag: () => 'a' }, { preconditions: { tag: () => 'b' } })
  t.same(await send('GET'), [200, '"a"'])
  t.same(await send('PUT', { 'if-match': '"3"' }), [412, '"b"'])
})

t.test('those of a group check it', async t => {
  const app = await hyperApp(t)
  await app.register(async app => {
    app.put('/orders/:id', { schema: { params: Params }, config: { hyper: { resource: order } } }, async () => ({}))
    app.post('/orders', async () => ({}))
  }, { hyper: { preconditions: { requireIfMatch: true } } })
  t.equal((await app.inject({ method: 'PUT', url: '/orders/7' })).statusCode, 428)
  t.equal((await app.inject({ method: 'POST', url: '/orders' })).statusCode, 200, 'documentation')
})

t.test('what is wrong throws', async t => {
  const app = await hyperApp(t)
  const wrong: Readonly<Record<string, [options: HyperRouteOptions, place: RegExp]>> = {
    'true without a resource': [{ etag: true }, /, etag: /],
    'true without a tag': [{ etag: true, resource: () => ({}) }, /, etag: .*true with resource: \{ load, tag \}/],
    'no function': [{ resource: { load: () => ({}), tag: 'version' as never } }, /, resource, tag: /]
  }
  for (const [name, [options, message]] of Object.entries(wrong)) {
    t.throws(() => { app.get('/x', { config: { hyper: options } }, () => ({})) }, {
      code: 'FST_ERR_HYPER_INVALID_OPTION', message
    }, name)
  }
})

// @ts-expect-error - the path has no such parameter
defineResource(Params, { load: ({ params }) => ({ id: params.number }) })
