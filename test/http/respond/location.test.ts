import type { RouteShorthandOptions } from 'fastify'
import t, { type Test } from 'tap'
import { defineLinks, type HyperOptions, type LinkConfig, LinkTarget } from '../../../lib/index.ts'
import { hyperApp } from '../../support/servers.ts'

// `Location` of a created resource.

interface Order {
  readonly id: number
}

const links = defineLinks<Order>('order', links => { links.self(LinkTarget.route('GetOrder', ({ id }) => ({ id }))) })
const selfOf = (href: string) => defineLinks<Order>('order', links => { links.self(LinkTarget.uri(href)) })

/** What a POST route sends: without `links`, it is not opted in. */
interface Created {
  readonly links?: LinkConfig<never> | undefined
  readonly options?: HyperOptions
  readonly status?: number
  readonly value?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly route?: RouteShorthandOptions
}

async function locationOf (
  t: Test, { status = 201, value = { id: 7 }, headers = {}, options, route, ...given }: Created, accept = '*/*'
): Promise<unknown> {
  const app = await hyperApp(t, { hrefs: 'path', policies: { staff: () => false }, ...options })
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder' } } }, () => ({ id: 7 }))
  const config = given.links === undefined ? {} : { hyper: { links: given.links } }
  app.post('/orders', { ...route, config }, (_request, reply) => reply.code(status).headers(headers).send(value))
  return (await app.inject({ method: 'POST', url: '/orders', headers: { accept } })).headers.location
}

t.test('it is the self link of a 201, in each format', async t => {
  for (const accept of ['application/json', 'application/hal+json', 'application/prs.hal-forms+json']) {
    t.equal(await locationOf(t, { links }, accept), '/orders/7', accept)
  }
})

const ROWS: Readonly<Record<string, [created: Created, location: string | undefined]>> = {
  'an absolute link that is transformed': [
    { links, options: { hrefs: 'absolute', baseUrl: 'https://shop.example', transformHref: href => `${href}?v=2` } },
    'https://shop.example/orders/7?v=2'
  ],
  'the location of the app, which has precedence': [{ links, headers: { location: '/mine' } }, '/mine'],
  'a link beyond ASCII, as a URI': [{ links: selfOf('/orders/\u65e5 1') }, '/orders/%E6%97%A5%201'],
  'none for a link that no header can carry': [{ links: selfOf('/orders/1\r\nx: y') }, undefined],
  'none for a status other than 201': [{ links, status: 200 }, undefined],
  'none for no self link': [{ links: defineLinks(links => { links.link('up', LinkTarget.uri('/')) }) }, undefined],
  'none for a self link that is hidden from the caller': [{
    links: defineLinks(links => {
      links.self(LinkTarget.route('GetOrder', { id: 7 })).requireAuthorization('staff')
    })
  }, undefined],
  'none for a list': [{ links, value: [{ id: 7 }] }, undefined],
  'none for a route that is not opted in': [{}, undefined],
  'none for an error in the place of the value': [{
    links, route: { onSend: async () => { throw Object.assign(new Error('no'), { statusCode: 503 }) } }
  }, undefined]
}

for (const [name, [created, location]] of Object.entries(ROWS)) {
  t.test(name, async t => { t.equal(await locationOf(t, created), location) })
}
