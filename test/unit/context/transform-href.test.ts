import type { FastifyInstance } from 'fastify'
import t from 'tap'
import hyper, { defineLinks, type HyperOptions, LinkTarget, offsetPage, problem } from '../../../lib/index.ts'
import { projection } from '../../support/projection.ts'
import { header } from '../../support/raw.ts'

const links = defineLinks<{ id: number }>(links => {
  links.self(LinkTarget.route('Get', order => ({ id: order.id })))
  links.link('fixed', LinkTarget.route('List', {}, { query: { sort: 'id' } }))
  links.link('dynamic', order => LinkTarget.route('Get', { id: order.id }))
  links.linkMany('many', [LinkTarget.route('List')])
  links.link('search', LinkTarget.routeTemplate('List'))
  links.link('uri', LinkTarget.uri('/as/it/is'))
  links.link('template', LinkTarget.template('/as/{it}/is'))
  links.affordance('add', LinkTarget.route('Add')).fields({ kind: { options: { route: 'List' } } })
  links.affordance('external', LinkTarget.uri('/as/it/is')).post()
})

const body = { type: 'object', properties: { kind: { type: 'string' } } }

async function api (app: FastifyInstance, options: HyperOptions): Promise<void> {
  await app.register(hyper, { hrefs: 'path', emitLinkHeader: true, ...options })
  const named = (name: string) => ({ config: { hyper: { name, links } } })
  app.get('/orders/:id', named('Get'), async () => ({ id: 7 }))
  app.get('/orders', {
    schema: { querystring: { type: 'object', properties: { q: { type: 'string' } } } },
    config: { hyper: { name: 'List', links: true } }
  },
  async () => offsetPage([], { page: 1, pageSize: 1, totalCount: 2 }))
  app.post('/orders', {
    schema: { body }, ...named('Add')
  }, async () => { throw problem({ status: 409 }).link('list', LinkTarget.route('List')) })
  app.get('/location', async (request, reply) =>
    reply.header('location', app.hyper.href(LinkTarget.route('List'), request)).send(''))
}

t.test('transformHref', async t => {
  const { get, send, app } = await projection(
    t, app => api(app, { transformHref: (href, { request }) => `/t/${String(request?.headers['x-tenant'])}${href}` })
  )
  const tenant = [['X-Tenant', 'a']] as const
  t.same((await get('default', '/orders/7', tenant)).document, {
    id: 7,
    _links: {
      self: { href: '/t/a/orders/7' },
      fixed: { href: '/t/a/orders?sort=id' },
      dynamic: { href: '/t/a/orders/7' },
      many: [{ href: '/t/a/orders' }],
      search: { href: '/t/a/orders{?q}', templated: true },
      uri: { href: '/as/it/is' },
      template: { href: '/as/{it}/is', templated: true }
    },
    _actions: {
      add: { href: '/t/a/orders', method: 'POST', contentType: 'application/json' },
      external: { href: '/as/it/is', method: 'POST' }
    }
  })
  t.match(
    (await get('hal-forms', '/orders/7', tenant)).document,
    { _templates: { add: { target: '/t/a/orders', properties: [{ options: { link: { href: '/t/a/orders' } } }] } } }
  )
  t.match(
    (await get('default', '/orders/7', [['X-Tenant', 'b']])).document, { _links: { self: { href: '/t/b/orders/7' } } },
    'another request'
  )
  t.match(
    (await get('default', '/orders', tenant)).document,
    { _links: { self: { href: '/t/a/orders' }, next: { href: '/t/a/orders?page=2' } } }
  )
  t.match(
    header(await send({ method: 'GET', path: '/orders/7', headers: [...tenant] }), 'link'),
    /^<\/t\/a\/orders\/7>; rel="self"/
  )
  const failed = await send({
    method: 'POST', path: '/orders', headers: [...tenant, ['Content-Type', 'application/json']], body: '{}'
  })
  t.match(JSON.parse(failed.body.toString()), { _links: { list: { href: '/t/a/orders' } } })
  t.equal(header(await send({ method: 'GET', path: '/location', headers: [...tenant] }), 'location'), '/t/a/orders')
  t.equal(app.hyper.href(LinkTarget.route('List')), '/t/undefined/orders', 'without a request')
  t.equal(app.hyper.href(LinkTarget.uri('/x')), '/x')
})

t.test('transformHref gets origins and the context of callbacks', async t => {
  const seen: unknown[] = []
  const transformHref: HyperOptions['transformHref'] = (href, context) => {
    seen.push([href, Object.keys(context).includes('reply')])
    return href
  }
  const { get } = await projection(
    t, app => api(app, { hrefs: 'absolute', baseUrl: 'https://api.example/v1', transformHref })
  )
  await get('default', '/orders/7')
  t.same(seen[0], ['https://api.example/v1/orders/7', true])
})

const WRONG: Readonly<Record<string, (href: string) => unknown>> = {
  'a number': () => 5,
  'an empty string': () => '',
  'a promise': async () => '/x',
  'a rejected promise': async () => { throw new Error('rejected') },
  'an error': () => { throw new Error('thrown') }
}

for (const [name, transform] of Object.entries(WRONG)) {
  t.test(`transformHref that returns ${name}`, async t => {
    const { get } = await projection(t, app => api(app, { transformHref: transform as never }))
    const message = name === 'an error'
      ? 'thrown'
      : /^fastify-hyper options, transformHref: .* is not valid\. Return the href as a string/
    t.match(await get('default', '/orders/7'), { status: 500, document: { message } })
  })
}
