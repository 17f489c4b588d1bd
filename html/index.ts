/**
 * Browsable HTML at the URLs of the API: `app.register(html)`.
 * @module fastify-hyper/html
 */
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { environmentOf } from '../lib/context/environment.ts'
import { fail } from '../lib/errors.ts'
import { addDocuments } from '../lib/features/extend.ts'
import { endpointRoute } from '../lib/features/forward.ts'
import { isSafe } from '../lib/http/methods.ts'
import type { HtmlOptions } from '../types/html.ts'
import { checkTypes } from './components.ts'
import { errorPages } from './error-pages.ts'
import { submitForm } from './form-endpoint.ts'
import { showForm } from './form-page.ts'
import { pageFormat } from './formatter.ts'
import type { Login } from './login.ts'
import { hasNotice } from './notice.ts'
import { openSearch } from './open-endpoint.ts'
import { readOptions } from './options.ts'
import { showJson } from './raw-endpoint.ts'
import { showLogin, signOut } from './sign-in.ts'
import { OWN_FOLDER, Site } from './site.ts'
import { MULTIPART, URLENCODED } from './submission.ts'
import { Visit } from './visit.ts'

export type {
  HtmlComponents, HtmlLogin, HtmlOptions, HtmlTheme, Markup, MarkupValue, MemberComponent, MemberPlace, TypeComponent
} from '../types/html.ts'
export { markup } from './markup.ts'

const plugin: FastifyPluginAsync<HtmlOptions> = async (app, options) => {
  const settings = readOptions(options)
  const environment = environmentOf(app)
  if (environment === null) return fail('FST_ERR_HYPER_NOT_REGISTERED', 'app.register(html)', 'fastify-hyper/html')
  if (!settings.enabled) return
  if (!environment.settings.negotiateFormat) {
    const remedy = 'Browsers get pages by their Accept header: remove negotiateFormat: false, or set enabled: false.'
    fail(
      'FST_ERR_HYPER_INVALID_OPTION', 'fastify-hyper options, negotiateFormat, with app.register(html)', 'false', remedy
    )
  }
  const site = new Site(app, environment, settings)
  if (!addDocuments(environment, pageFormat(site))) {
    fail('FST_ERR_HYPER_ALREADY_REGISTERED', 'app.register(html)', 'fastify-hyper/html')
  }
  // A stored page has no notice.
  app.addHook('onRequest', (request, _reply, done) => {
    if (site.wantsPage(request) && hasNotice(site, request)) delete request.headers['if-none-match']
    done()
  })
  app.addHook('onSend', errorPages(site))
  if (site.login !== null) useLogin(app, site, site.login)
  app.addHook('onReady', async () => {
    await site.load()
    if (settings.components.types.size > 0) checkTypes(settings.components, site.types.names)
  })
  await app.register(async own => declareEndpoints(own, site), { prefix: `${settings.prefix}/${OWN_FOLDER}` })
}

// The cookie counts for requests that browsers make to show a page, and no page of another site can make them change
// anything. To a client of the API, and to the login itself, it is nothing.
function useLogin (app: FastifyInstance, site: Site, login: Login): void {
  app.addHook('onReady', async () => login.prepare())
  app.addHook('onRequest', (request, reply, done) => {
    if (showsPage(site, request)) {
      login.markResponse(request, reply)
      if (request.routeOptions.url !== `${site.prefix}/sign-in`) login.authorize(request)
    }
    done()
  })
}

function showsPage (site: Site, request: FastifyRequest): boolean {
  const { method, headers: { 'sec-fetch-mode': mode = 'navigate' } } = request
  return isSafe(method) && mode === 'navigate' && site.wantsPage(request)
}

/**
 * Browsable HTML: a browser that opens a URL of the API gets a page on which everything works without JavaScript.
 * Register it in the scope of fastify-hyper, after it.
 */
export const html = fastifyPlugin(plugin, { fastify: '>=5.8.5 <6', name: 'fastify-hyper-html' })

export default html

function declareEndpoints (own: FastifyInstance, site: Site): void {
  site.prefix = own.prefix
  own.addHook('preHandler', leaveSession)
  const route = endpointRoute(own)
  for (const [type, parseAs] of [[URLENCODED, 'string'], [MULTIPART, 'buffer']] as const) {
    if (own.hasContentTypeParser(type)) own.removeContentTypeParser(type)
    own.addContentTypeParser(type, { parseAs: parseAs as 'string' }, (_request, body, done) => done(null, body))
  }
  own.post('/form', route, (_request, reply) => submitForm(new Visit(site, reply)))
  own.get('/form', route, (_request, reply) => showForm(new Visit(site, reply)))
  if (site.login !== null) declareLogin(own, site, site.login)
  own.get('/open', route, (_request, reply) => openSearch(new Visit(site, reply)))
  own.get('/json', route, (_request, reply) => showJson(new Visit(site, reply)))
  own.get('/style.css', route, asset('text/css', () => site.assets.style))
  own.get('/icon.svg', route, asset('image/svg+xml', () => site.assets.icon))
}

// The request that an endpoint sends to the app has the session of the caller. @fastify/session would save the state
// that it loaded before that request. An empty object is what it has for paths without a session.
function leaveSession (request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const { session } = request as { readonly session?: { readonly encryptedSessionId?: unknown } }
  if (session?.encryptedSessionId !== undefined) Object.assign(request, { session: {} })
  done()
}

function declareLogin (own: FastifyInstance, site: Site, login: Login): void {
  const route = endpointRoute(own)
  own.get('/sign-in', route, (_request, reply) => showLogin(new Visit(site, reply), login))
  own.post('/sign-out', route, (_request, reply) => signOut(new Visit(site, reply), login))
}

// The URL contains the version, so a file never changes.
function asset (type: string, read: () => string): RouteHandlerMethod {
  return ({ query }, reply) => {
    const isVersioned = typeof (query as { v?: unknown }).v === 'string'
    reply.header('cache-control', isVersioned ? 'public, max-age=31536000, immutable' : 'no-cache')
    reply.headers({ 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'" })
    return reply.type(`${type}; charset=utf-8`).send(read())
  }
}
