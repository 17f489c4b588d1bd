import FastifyOf from 'fastify'
import FastifyLowest from 'fastify-lowest'
import t from 'tap'
import hyper, { defineLinks, LinkTarget } from '../../../lib/index.ts'

// Two copies of Fastify in one process have symbols of their own: what is found in one does not apply to the other.

const orderLinks = defineLinks<{ id: number }>(
  'order', links => { links.self(({ id }) => LinkTarget.uri(`/orders/${id}`)) },
  { schema: { type: 'object', properties: { id: { type: 'integer' } } } }
)
const orders = Array.from({ length: 65 }, (_, id) => ({ id, secret: 'secret' }))
const hidesSecret = (value: unknown) =>
  JSON.stringify(value, (name, inner: unknown) => name === 'secret' ? undefined : inner)

// The types are those of the newer copy.
const COPIES = { newer: FastifyOf, lowest: FastifyLowest as unknown as typeof FastifyOf }

async function appOf (Fastify: typeof FastifyOf) {
  const app = Fastify({ serializerOpts: { rounding: 'ceil' } })
  await app.register(hyper, { hrefs: 'path' })
  app.get(
    '/list', { config: { hyper: { links: orderLinks } } },
    (_, reply) => { reply.serializer(hidesSecret).type('application/json').send(orders) }
  )
  app.get('/one', {
    config: {
      hyper: {
        links: defineLinks<object>(links => { links.embed('order', () => ({ id: 1.2, secret: 'secret' }), orderLinks) })
      }
    }
  }, async () => ({}))
  app.get('/failing', {
    config: { hyper: { links: orderLinks } },
    onSend: async request => { if (request.headers['x-fail'] === 'yes') throw new Error('failed') }
  },
  (_, reply) => { reply.serializer(hidesSecret).type('application/json').send(orders[0]) })
  return app
}

for (const names of [['newer', 'lowest'], ['lowest', 'newer']] as const) {
  t.test(`${names.join(' before ')}`, async t => {
    const apps = await Promise.all(names.map(name => appOf(COPIES[name])))
    t.teardown(() => Promise.all(apps.map(app => app.close())))
    for (const [index, app] of apps.entries()) {
      const name = names[index]!
      const list = (await app.inject('/list')).json<object[]>()
      t.strictSame(
        list, orders.map(({ id }) => ({ id, _links: { self: { href: `/orders/${id}` } } })),
        `${name}: the serializer of the handler writes a long list`
      )
      t.strictSame(
        (await app.inject('/one')).json(),
        { _embedded: { order: { id: 2, _links: { self: { href: '/orders/1.2' } } } } },
        `${name}: embedded resources obey serializerOpts`
      )
      t.notMatch((await app.inject('/failing')).payload, 'secret')
      t.match((await app.inject({ url: '/failing', headers: { 'x-fail': 'yes' } })).statusCode, 500)
    }
  })
}
