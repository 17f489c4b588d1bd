// Every href is a URL of the origin that the request names: of Host, or of a forwarded field if the peer is a trusted
// proxy. Without such an origin it is a path. A peer that is not trusted changes nothing with forwarded fields.
import Fastify, { type FastifyInstance } from 'fastify'
import hyper, { defineLinks, type HyperOptions, LinkTarget } from '../../../../lib/index.ts'
import { holds, Input, same } from '../input.ts'

const FORWARDED = [
  'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-prefix', 'x-forwarded-for', 'forwarded'
] as const
const PLAIN_HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d*)?$/i

class Order { id = 'a b' }

async function start (trustProxy: string | false, options: HyperOptions): Promise<FastifyInstance> {
  const app = Fastify({ trustProxy })
  const links = defineLinks(Order, links => {
    links.self(LinkTarget.route('GetOrder', ({ id }) => ({ id })))
    links.link('others', LinkTarget.route('ListOrders', () => ({ q: '?' })))
    links.affordance('cancel', LinkTarget.route('CancelOrder', ({ id }) => ({ id })))
  })
  await app.register(hyper, { ...options, links: [links] })
  app.get('/orders/:id', { config: { hyper: { name: 'GetOrder', links: true } } }, () => new Order())
  app.get('/orders', { config: { hyper: { name: 'ListOrders' } } }, () => [])
  app.post('/orders/:id/cancel', { config: { hyper: { name: 'CancelOrder' } } }, () => '')
  await app.ready()
  return app
}

const prefix: HyperOptions = { baseUrl: { prefixHeader: 'x-forwarded-prefix' } }
const apps = {
  direct: await start(false, {}),
  untrusted: await start(false, prefix),
  trusted: await start('127.0.0.1', prefix),
  path: await start('127.0.0.1', { hrefs: 'path' })
}

type Fields = Record<string, string>

export async function fuzz (data: Buffer): Promise<void> {
  const input = new Input(data)
  const given = FORWARDED.filter(() => input.flag())
  const host = input.field()
  if (host === '') return
  const forwarded: Fields = Object.fromEntries(given.map(name => [name, input.field()]))
  const direct = await hrefs(apps.direct, { host })
  same(await hrefs(apps.direct, { host, ...forwarded }), direct, 'hrefs with forwarded fields')
  same(
    await hrefs(apps.untrusted, { host, ...forwarded }), direct,
    'hrefs with forwarded fields and the option prefixHeader'
  )
  checkOrigin(direct, 'http', host, false)
  for (const href of await hrefs(apps.path, { host, ...forwarded })) checkPath(href)
  const { 'x-forwarded-host': proxyHost, 'x-forwarded-proto': scheme } = forwarded
  checkOrigin(await hrefs(apps.trusted, { host, ...forwarded }), last(scheme) || 'http', last(proxyHost) || host, true)
}

// The nearest proxy adds its value at the end.
function last (field: string | undefined): string {
  return field?.split(',').at(-1)!.trim() ?? ''
}

async function hrefs (app: FastifyInstance, headers: Fields): Promise<string[]> {
  const response = await app.inject({ url: '/orders/a%20b', headers })
  same(response.statusCode, 200, `the status for ${JSON.stringify(headers)}: ${response.body}`)
  const { _links: links, _actions: actions } =
    response.json<Record<'_links' | '_actions', Record<string, { href: string }>>>()
  return [...Object.values(links), ...Object.values(actions)].map(({ href }) => href)
}

function checkOrigin (hrefs: readonly string[], scheme: string, host: string, hasPrefix: boolean): void {
  if (hrefs[0]!.startsWith('/')) return hrefs.forEach(checkPath)
  holds(/^https?$/.test(scheme) && PLAIN_HOST.test(host), `an origin of ${scheme} and ${host}: ${hrefs[0]!}`)
  for (const href of hrefs) {
    const url = new URL(href)
    holds(href.startsWith(`${scheme}://${host}/`), `${href} does not begin with ${scheme}://${host}`)
    same(url.origin, new URL(`${scheme}://${host}`).origin, 'the origin')
    holds(url.username === '' && url.password === '', `user information in ${href}`)
    holds(hasPrefix || /^\/orders(?:\/a%20b(?:\/cancel)?)?$/.test(url.pathname), `the path of ${href}`)
    same(url.href, href.replace(`//${host}/`, `//${url.host}/`), 'the URL as a parser writes it')
  }
}

function checkPath (href: string): void {
  holds(/^\/(?![/\\])/.test(href), `no path: ${href}`)
  same(new URL(href, 'http://base.test').origin, 'http://base.test', `the origin of ${href}`)
}
