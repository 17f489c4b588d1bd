import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createNegotiator } from '../lib/http/accept.ts'
import { originFormOf } from '../lib/http/current-url.ts'
import { appUrls, withoutPrefix } from '../lib/resolution/app-urls.ts'
import type { Environment } from '../lib/resolution/environment.ts'
import { pathOf } from '../views/hypermedia/destination.ts'
import type { Assets } from './assets.ts'
import type { PageModel } from './model.ts'
import type { HtmlSettings } from './options.ts'
import type { TargetRoutes } from './target-routes.ts'

/** The media type of pages. */
export const HTML = 'text/html'

/** Where hrefs of one request begin. */
export interface Location {
  /** The URL that hrefs are resolved against. */
  readonly base: string
  /** The path prefix of generated hrefs. */
  readonly prefix: string
}

/** What the pages of one registration share. */
export class Site {
  readonly settings: HtmlSettings
  readonly environment: Environment
  readonly assets: Assets
  readonly app: FastifyInstance
  /** Set when the app is ready. */
  routes!: TargetRoutes
  readonly #prefersHtml: (accept: string | undefined) => boolean

  constructor (app: FastifyInstance, environment: Environment, settings: HtmlSettings, assets: Assets) {
    this.app = app
    this.environment = environment
    this.settings = settings
    this.assets = assets
    const types = ['application/json', 'application/problem+json', ...Object.values(environment.settings.mediaTypes)]
    this.#prefersHtml = createNegotiator([
      ...types.map(mediaType => ({ mediaType: mediaType.toLowerCase(), format: false })), { mediaType: HTML, format: true }
    ])
  }

  /** The path of the plugin's own files and endpoints. */
  get mount (): string {
    return `${this.settings.prefix}/_html`
  }

  /** Whether a request prefers a page to JSON. */
  wantsPage ({ headers: { accept } }: FastifyRequest): boolean {
    return this.#prefersHtml(accept)
  }

  /** Returns where the hrefs in the response to a request begin. */
  locate (request: FastifyRequest): Location {
    const { root, prefix } = appUrls(request, this.environment)
    return { base: new URL(root.origin + prefix + originFormOf(request.originalUrl)).href, prefix }
  }

  /** Returns the path within the app of an href; null for another site. */
  pathWithin (href: string, { base, prefix }: Location): string | null {
    const path = pathOf(href, base)
    return path === null ? null : withoutPrefix(path, prefix)
  }

  /** Returns the members of a page that depend on the request only. */
  frame (request: FastifyRequest, status: number): Pick<PageModel, Frame> {
    const { settings: { title, theme, prefix }, assets: { version }, mount } = this
    const path = originFormOf(request.originalUrl)
    const { curies } = this.environment.settings
    return { title, theme, path, status, ...this.locate(request), mount, version, entryPoint: `${prefix}/`, curies }
  }
}

type Frame = 'title' | 'theme' | 'path' | 'status' | 'base' | 'prefix' | 'mount' | 'version' | 'entryPoint' | 'curies'

// Pages run no script, send forms to their own origin, and load the style sheet and icon of the plugin only.
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Sets the headers of a page: it depends on the caller, and is validated each time. */
export function setPageHeaders (reply: FastifyReply): void {
  reply.headers({ 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' })
  if (!String(reply.getHeader('cache-control')).includes('no-store')) reply.header('cache-control', 'private, no-cache')
}
