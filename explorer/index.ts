/**
 * A page to explore the API in development: `app.register(hyperExplorer, { prefix: '/explorer' })`.
 * It needs no other plugin.
 * @module fastify-hyper/explorer
 */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { reportUnsafe } from '../lib/diagnostics/production.ts'
import { endpointRoute } from '../lib/features/forward.ts'
import { matchesWeakly } from '../lib/http/entity-tag.ts'
import type { HyperExplorerOptions } from '../types/explorer.ts'
import { type Asset, readAssets } from './assets.ts'
import { type FormTreeOf, formTreesOf } from './form-tree.ts'
import type { Format } from './format.ts'
import { formatsOf } from './formats.ts'
import { addressesAt, folderOf } from './mount.ts'
import { type NamesAt, namesOf } from './names.ts'
import { readOptions } from './options.ts'
import { renderPage } from './render.ts'
import { pathInApp, type SearchFields, searchFieldsOf } from './search-fields.ts'

export type { HyperExplorerOptions } from '../types/explorer.ts'

// The page runs its own script, and sends requests to its own origin only.
const HEADERS = {
  'content-security-policy': "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // Validated for each request, so that a new version of the package is used at once.
  'cache-control': 'no-cache'
}

const explorer: FastifyPluginAsync<HyperExplorerOptions> = async (app, options) => {
  const { enabled, entryPoint } = readOptions(options)
  if (!enabled) return
  reportUnsafe(app, 'app.register(hyperExplorer)', 'explorer')
  const { page, files } = await readAssets()
  const own = options.prefix ?? ''
  // Read when the app is ready, because the plugin may be registered after the explorer.
  let formats: readonly Format[] = []
  let searchFields: SearchFields = () => []
  let formTree: FormTreeOf = async () => null
  let names: NamesAt = async () => null
  app.addHook('onReady', async () => {
    formats = formatsOf(app)
    searchFields = searchFieldsOf(app)
    formTree = formTreesOf(app)
    names = namesOf(app)
  })
  const route = endpointRoute(app)

  app.get('/', route, (request, reply) => {
    const addresses = addressesAt(request.originalUrl, own, entryPoint)
    return send(request, reply, renderPage(page, addresses, formats, app.initialConfig.bodyLimit!))
  })
  const serve = (path: string, read: (request: FastifyRequest, own: string) => unknown) =>
    app.get(path, route, async (request, reply) => reply.headers(HEADERS).type('application/json; charset=utf-8')
      .send(JSON.stringify(await read(request, folderOf(request.url)))))
  serve('/search-fields', (request, own) => {
    const { path, folder } = request.query as Record<string, unknown>
    const inApp = typeof path === 'string' && typeof folder === 'string' ? pathInApp(path, folder, own) : null
    return inApp === null ? [] : searchFields(inApp)
  })
  serve('/form-tree', (request, own) => formTree(request, own))
  serve('/names', (request, own) => names(request, own))
  for (const [name, asset] of files) app.get(`/${name}`, route, (request, reply) => send(request, reply, asset))
}

/**
 * The explorer: a page for development that starts at the entry point, follows links,
 * fills forms and shows each exchange.
 * If `NODE_ENV` is `production`, it is registered only with `enabled: true`.
 */
export const hyperExplorer = fastifyPlugin(explorer, {
  fastify: '>=5.8.5 <6', name: 'fastify-hyper-explorer', encapsulate: true
})

export default hyperExplorer

function send (request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply.headers(HEADERS).header('etag', asset.tag)
  if (matchesWeakly(request.headers['if-none-match'] ?? '', asset.tag)) return reply.code(304).send()
  return reply.type(asset.type).send(asset.text)
}
