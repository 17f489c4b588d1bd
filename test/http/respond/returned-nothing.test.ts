import { setImmediate } from 'node:timers/promises'
import { type FastifyReply } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, LinkTarget, problem } from '../../../lib/index.ts'
import { hyperApp, type LogLine, logTo, newApp } from '../../support/servers.ts'

// An async handler that sends a response and returns nothing. Fastify then sends an empty response,
// if the first one is not complete.

interface Order { id: number }

const links = defineLinks<Order>(links => {
  links.self(LinkTarget.route('order', order => ({ id: order.id })))
  links.link('staff', LinkTarget.uri('/staff')).requireAuthorization('later')
})

const later = async () => {
  await setImmediate()
  return true
}

const handlers: Record<string, (reply: FastifyReply) => Promise<unknown>> = {
  'returns nothing': async reply => { reply.send({ id: 1 }) },
  'returns nothing, later': async reply => {
    await setImmediate()
    reply.send({ id: 1 })
    await setImmediate()
  },
  'returns the reply': async reply => reply.send({ id: 1 }),
  'returns the value': async () => ({ id: 1 })
}

for (const [title, handler] of Object.entries(handlers)) {
  t.test(`links that take time, and an async handler that ${title}`, async t => {
    const logged: LogLine[] = []
    const app = await hyperApp(t, { policies: { later }, hrefs: 'path' }, logTo(logged))
    app.get('/orders/:id', { config: { hyper: { name: 'order', links } } }, (_request, reply) => handler(reply))
    const { statusCode, headers, body } = await app.inject('/orders/1')
    const document = { id: 1, _links: { self: { href: '/orders/1' }, staff: { href: '/staff' } } }
    t.same([statusCode, Number(headers['content-length'])], [200, body.length])
    t.same(body && JSON.parse(body), document)
    t.same(logged, [])
  })
}

t.test('a problem with links that take time, and an error handler that sends nothing', async t => {
  const app = newApp(t)
  const failing = defineLinks<Order>(links => {
    links.link('staff', async () => {
      await setImmediate()
      throw new Error('It failed.')
    })
  })
  await app.register(hyper, { policies: { later }, mode: 'strict' })
  app.setErrorHandler(async (_error, _request, reply) => { reply.code(503).send() })
  app.get('/gone', async (_request, reply) => {
    reply.send(problem({ status: 410 }).link('staff', LinkTarget.route('staff')))
  })
  app.get('/staff', { config: { hyper: { name: 'staff', policy: 'later' } } }, () => '')
  app.get('/failing', { config: { hyper: { links: failing } } }, async (_request, reply) => { reply.send({ id: 1 }) })
  const gone = await app.inject('/gone')
  t.match([gone.statusCode, gone.body], [410, /"title":"Gone"/])
  const { statusCode, body } = await app.inject('/failing')
  t.same([statusCode, body], [503, ''])
})
