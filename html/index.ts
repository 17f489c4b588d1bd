/**
 * Pages for people at the URLs of the API: `app.register(html)`.
 * @module fastify-hyper/html
 */
import fastifyPlugin from 'fastify-plugin'
import type { FastifyContextConfig, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { HtmlOptions } from '../types/html.ts'
import type { ApiDescription } from '../lib/diagnostics/api-description.ts'
import { fail } from '../lib/errors.ts'
import { HyperDecorator } from '../lib/features/decorator.ts'
import { readAssets } from './assets.ts'
import { errorPages } from './error-pages.ts'
import { submitForm } from './form-endpoint.ts'
import { showForm } from './form-page.ts'
import { pageFormat } from './formatter.ts'
import { openSearch } from './open-endpoint.ts'
import { readOptions } from './options.ts'
import { showJson } from './raw-endpoint.ts'
import { Site } from './site.ts'
import { TargetRoutes } from './target-routes.ts'

export type { HtmlOptions } from '../types/html.ts'

const plugin: FastifyPluginAsync<HtmlOptions> = async (app, options) => {
  const settings = readOptions(options)
  const environment = app.hasDecorator('hyper') ? HyperDecorator.environmentOf(app.hyper) : null
  if (environment === null) return fail('FST_ERR_HYPER_NOT_REGISTERED', 'app.register(html)', 'fastify-hyper/html')
  if (!settings.enabled) return
  if (!environment.settings.negotiateFormat) {
    const remedy = 'Browsers get pages by their Accept header: remove negotiateFormat: false, or set enabled: false.'
    fail('FST_ERR_HYPER_INVALID_OPTION', 'fastify-hyper options, negotiateFormat, with app.register(html)', 'false', remedy)
  }
  const site = new Site(app, environment, settings, await readAssets(settings))
  environment.extensions.formats.push(pageFormat(site))
  const { showsForms } = environment.extensions
  environment.extensions.showsForms = request => site.wantsPage(request) || showsForms(request)
  const tagged = new Set<string>()
  environment.extensions.readers.push(description => { for (const route of taggedRoutes(description)) tagged.add(route) })
  app.addHook('onReady', async () => { site.routes = new TargetRoutes(app, environment.routes, tagged) })
  app.addHook('onSend', errorPages(site))
  await app.register(async own => declareEndpoints(own, site), { prefix: site.mount })
}

/**
 * Pages for people: a browser that opens a URL of the API gets a page on which everything works without JavaScript.
 * Register it in the scope of fastify-hyper, after it.
 */
export const html = fastifyPlugin(plugin, { fastify: '>=5.8.5 <6', name: 'fastify-hyper-html' })

export default html

function taggedRoutes ({ types }: ApiDescription): string[] {
  return types.flatMap(({ actions }) => actions.flatMap(({ route, requiresIfMatch }) => route !== null && requiresIfMatch ? [route] : []))
}

// An option of @fastify/swagger, which is optional, so its type is not available.
const HIDDEN: object = { hide: true }

// Overrides the options of a group: the endpoints are no part of the API.
const PLAIN: FastifyContextConfig = { hyper: { links: false, deprecation: false } }

const ROUTE = { schema: HIDDEN, config: PLAIN }

const FORM_TYPE = 'application/x-www-form-urlencoded'

function declareEndpoints (own: FastifyInstance, site: Site): void {
  const { style, icon } = site.assets
  if (own.hasContentTypeParser(FORM_TYPE)) own.removeContentTypeParser(FORM_TYPE)
  own.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => done(null, body))
  own.post('/form', ROUTE, (request, reply) => submitForm(site, request, reply))
  own.get('/form', ROUTE, (request, reply) => showForm(site, request, reply))
  own.get('/open', ROUTE, (request, reply) => openSearch(site, request, reply))
  own.get('/json', ROUTE, (request, reply) => showJson(site, request, reply))
  own.get('/style.css', ROUTE, (request, reply) => sendAsset(request, reply, 'text/css', style))
  own.get('/icon.svg', ROUTE, (request, reply) => sendAsset(request, reply, 'image/svg+xml', icon))
}

// The URL contains the version, so a file never changes.
function sendAsset ({ query }: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply {
  const isVersioned = typeof (query as { v?: unknown }).v === 'string'
  reply.header('cache-control', isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache')
  reply.headers({ 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'" })
  return reply.type(`${type}; charset=utf-8`).send(text)
}
