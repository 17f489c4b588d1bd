import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { defineLinks, type HyperOptions, LinkTarget } from '../../../lib/index.ts'
import { hyperApp } from '../../support/servers.ts'

// `Location` of a created resource.

const links = defineLinks<{ id: number }>('order', links => {
  links.self(LinkTarget.route('GetOrder', ({ id }) => ({ id })))
})
const withoutSelf = defineLinks('bare', links => { links.link('up', LinkTarget.uri('/')) })
const hidden = defineLinks('hidden', links => {
  links.self(LinkTarget.route('GetOrder', { id: 7 })).requireAuthorization('staff')
})

async function build (t: Test, declare: (app: FastifyInstance) => void, options: HyperOptions = {}) {
  const app = await hyperApp(t, { hrefs: 'path', policies: { staff: () => false }, ...options })
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder', links } } }, async () => ({ id: 7 }))
  declare(app)
  return async (accept = 'application/json') => {
    const { statusCode, headers } = await app.inject({ method: 'POST', url: '/orders', headers: { accept } })
    return [statusCode, headers.location]
  }
}

const MEDIA = ['application/json', 'application/hal+json', 'application/prs.hal-forms+json']

t.test('it is the self link of a 201, in each format', async t => {
  const post = await build(t, app => {
    app.post('/orders', { config: { hyper: { links } } }, (_request, reply) => reply.code(201).send({ id: 7 }))
  })
  for (const accept of MEDIA) t.same(await post(accept), [201, '/orders/7'], accept)
})

t.test('it is absolute, and transformed, as the link is', async t => {
  const post = await build(t, app => {
    app.post('/orders', { config: { hyper: { links } } }, (_request, reply) => reply.code(201).send({ id: 7 }))
  }, { hrefs: 'absolute', baseUrl: 'https://shop.example', transformHref: href => `${href}?v=2` })
  t.same(await post(), [201, 'https://shop.example/orders/7?v=2'])
})

t.test('that of the app has precedence', async t => {
  const post = await build(t, app => {
    app.post('/orders', { config: { hyper: { links } } }, (_request, reply) =>
      reply.code(201).header('location', '/mine').send({ id: 7 }))
  })
  t.same(await post(), [201, '/mine'])
})

const NONE: Readonly<Record<string, (app: FastifyInstance) => void>> = {
  'a status other than 201': app => {
    app.post('/orders', { config: { hyper: { links } } }, (_request, reply) => reply.code(200).send({ id: 7 }))
  },
  'no self link': app => {
    app.post('/orders', { config: { hyper: { links: withoutSelf } } }, (_request, reply) =>
      reply.code(201).send({ id: 7 }))
  },
  'a self link that is hidden from the caller': app => {
    app.post('/orders', { config: { hyper: { links: hidden } } }, (_request, reply) => reply.code(201).send({ id: 7 }))
  },
  'a list': app => {
    app.post('/orders', { config: { hyper: { links } } }, (_request, reply) => reply.code(201).send([{ id: 7 }]))
  },
  'a route that is not opted in': app => {
    app.post('/orders', (_request, reply) => reply.code(201).send({ id: 7 }))
  },
  'an error in the place of the value': app => {
    app.post('/orders', {
      config: { hyper: { links } }, onSend: async () => { throw Object.assign(new Error('no'), { statusCode: 503 }) }
    }, (_request, reply) => reply.code(201).send({ id: 7 }))
  }
}

for (const [name, declare] of Object.entries(NONE)) {
  t.test(`none for ${name}`, async t => {
    t.equal((await (await build(t, declare))())[1], undefined)
  })
}

t.test('it is written as a URI, or left out', async t => {
  const cases: readonly [href: string, location: string | undefined][] = [
    ['/orders/\u65e5 1', '/orders/%E6%97%A5%201'], ['/orders/1\r\nx: y', undefined]
  ]
  for (const [href, location] of cases) {
    const uri = defineLinks('uri', links => { links.self(LinkTarget.uri(href)) })
    const post = await build(t, app => {
      app.post('/orders', { config: { hyper: { links: uri } } }, (_request, reply) => reply.code(201).send({ id: 7 }))
    })
    t.same(await post(), [201, location])
  }
})
