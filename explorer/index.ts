// A page on which a developer looks at the API: `app.register(hyperExplorer, { prefix: '/explorer' })`. It needs no other plugin.
import fastifyPlugin from 'fastify-plugin'
import type { FastifyContextConfig, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { matchesWeakly } from '../lib/http/entity-tag.ts'
import { readAssets, type Asset } from './assets.ts'
import type { Format } from './format.ts'
import { formatsOf } from './formats.ts'
import { addressesAt } from './mount.ts'
import { readOptions, type HyperExplorerOptions } from './options.ts'
import { renderPage } from './render.ts'

export type { HyperExplorerOptions } from './options.ts'

// The page runs its own script, and asks its own origin only.
const HEADERS = {
  'content-security-policy': "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // Kept, and asked for again each time: a new version of the package is seen at once.
  'cache-control': 'no-cache'
}

// For @fastify/swagger, which need not be there and so lends no type.
const HIDDEN: object = { hide: true }

// Takes back what a group says of its routes: this is no part of the API.
const PLAIN: FastifyContextConfig = { hyper: { links: false, deprecation: false } }

const explorer: FastifyPluginAsync<HyperExplorerOptions> = async (app, options) => {
  const { enabled, entryPoint } = readOptions(options)
  if (!enabled) return
  const { page, files } = await readAssets()
  const own = options.prefix ?? ''
  // Read when the app is ready: the plugin may be registered later than the explorer.
  let formats: readonly Format[] = []
  app.addHook('onReady', async () => { formats = formatsOf(app) })
  const route = { schema: HIDDEN, config: app.hasDecorator('hyper') ? PLAIN : {} }

  app.get('/', route, (request, reply) => send(request, reply, renderPage(page, addressesAt(request.originalUrl, own, entryPoint), formats)))
  for (const [name, asset] of files) app.get(`/${name}`, route, (request, reply) => send(request, reply, asset))
}

/**
 * The explorer, in development: one page that starts at the entry point and follows links, fills forms and shows each exchange.
 * Without `enabled: true` there is no such route where `NODE_ENV` is `production`.
 */
export const hyperExplorer = fastifyPlugin(explorer, { fastify: '>=5.8.5 <6', name: 'fastify-hyper-explorer', encapsulate: true })

export default hyperExplorer

function send (request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply.headers(HEADERS).header('etag', asset.tag)
  if (matchesWeakly(request.headers['if-none-match'] ?? '', asset.tag)) return reply.code(304).send()
  return reply.type(asset.type).send(asset.text)
}
