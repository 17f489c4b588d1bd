import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '../hypermedia/destination.ts'
import { appUrls, scopePath, withoutPrefix } from '../lib/context/app-urls.ts'
import type { Environment } from '../lib/context/environment.ts'
import { fail } from '../lib/errors.ts'
import { ActionTrees } from '../lib/features/action-trees.ts'
import { loadModel } from '../lib/features/extend.ts'
import { createNegotiator } from '../lib/http/accept.ts'
import { originFormOf } from '../lib/http/urls.ts'
import type { ApiModel } from '../lib/model/model.ts'
import { ApiTypes } from './api-types.ts'
import { loadAssets, versionOf } from './assets.ts'
import { PageCookie } from './cookies.ts'
import { FormTrees } from './form-trees.ts'
import { Login } from './login.ts'
import type { Assets, PageModel } from './model.ts'
import type { HtmlSettings } from './options.ts'
import { TargetRoutes } from './target-routes.ts'

/** The media type of pages. */
export const HTML = 'text/html'

/** The folder of the plugin's own files and endpoints. */
export const OWN_FOLDER = '_html'

/** Where hrefs of one request begin. */
export interface Location {
  /** The URL that hrefs are resolved against. */
  readonly base: string
  /** The path prefix of generated hrefs. */
  readonly prefix: string
}

// What pages are made of, loaded when the app becomes ready. The model is made for the first page.
interface Loaded {
  readonly assets: Assets
  readonly model: () => ApiModel
}

/** What the pages of one registration share. */
export class Site {
  readonly settings: HtmlSettings
  /** Null for pages without a login. */
  readonly login: Login | null
  /** What the form of the page before has done. */
  readonly notice = new PageCookie(this, 'notice')
  readonly environment: Environment
  /** Identifies what pages depend on, beside their content. */
  readonly version: string
  readonly app: FastifyInstance
  /** The prefix of the endpoints' scope, which can have parameters. Set when they are declared. */
  prefix!: string
  #loaded: Loaded | null = null
  #types: ApiTypes | undefined
  #trees: FormTrees | undefined
  #routes: TargetRoutes | undefined
  readonly #prefersHtml: (accept: string | undefined) => boolean

  constructor (app: FastifyInstance, environment: Environment, settings: HtmlSettings) {
    this.app = app
    this.environment = environment
    this.settings = settings
    this.login = settings.login === null ? null : new Login(this, settings.login)
    this.version = versionOf(settings)
    const types = ['application/json', 'application/problem+json', ...Object.values(environment.settings.mediaTypes)]
    this.#prefersHtml = createNegotiator([
      ...types.map(mediaType => ({ mediaType: mediaType.toLowerCase(), format: false })),
      { mediaType: HTML, format: true }
    ])
  }

  /** The largest size of a form with its files, in bytes: the limit of the app. */
  get fileLimit (): number {
    return this.app.initialConfig.bodyLimit!
  }

  /** Loads what pages are made of, when the app becomes ready: no page waits, so that no response completes later. */
  async load (): Promise<void> {
    const [assets, model] = await Promise.all([loadAssets(this.settings), loadModel(this.environment)])
    this.#loaded = { assets, model }
  }

  /** Whether pages can be made: Fastify serves an app whose start failed. */
  get isReady (): boolean {
    return this.#loaded !== null
  }

  /** The views, the style sheet and the icon. */
  get assets (): Assets {
    return this.#ready.assets
  }

  /** The types of the API. */
  get types (): ApiTypes {
    return (this.#types ??= new ApiTypes(this.#ready.model()))
  }

  /** The forms of actions. */
  get trees (): FormTrees {
    return (this.#trees ??= new FormTrees(new ActionTrees(this.app, this.#ready.model())))
  }

  get #ready (): Loaded {
    return this.#loaded ?? fail('FST_ERR_HYPER_NOT_READY', 'html', 'a page')
  }

  /** The targets of forms and links, once the app is ready. */
  get routes (): TargetRoutes {
    return (this.#routes ??= new TargetRoutes(this.app, this.environment.routes))
  }

  /** Returns the path of the API, with a final slash: the endpoints are below it. */
  entryPointOf (request: FastifyRequest): string {
    return scopePath(this.prefix, request).slice(0, -OWN_FOLDER.length)
  }

  /** Whether a request prefers a page to JSON. */
  wantsPage ({ headers: { accept } }: FastifyRequest): boolean {
    return this.#prefersHtml(accept)
  }

  /** Returns where the hrefs in the response to a request begin. */
  locate (request: FastifyRequest): Location {
    const { root, prefix } = appUrls(request, this.environment)
    return { base: new URL(root.origin + prefix + originFormOf(request.url)).href, prefix }
  }

  /** Returns the path within the app of an href; null for another site. */
  pathWithin (href: string, { base, prefix }: Location): string | null {
    const path = pathOf(href, base)
    return path === null ? null : withoutPrefix(path, prefix)
  }

  /** Returns the members of a page that depend on the request only. */
  frame (request: FastifyRequest, status: number): Pick<PageModel, Frame> {
    const { settings: { title, theme, components }, version } = this
    const path = originFormOf(request.url)
    const { curies } = this.environment.settings
    const [mount, entryPoint] = [scopePath(this.prefix, request), this.entryPointOf(request)]
    const account = this.login?.accountOf(request, status) ?? null
    const own = { title, theme, components, mount, version, entryPoint, curies, account }
    return { ...own, path, status, ...this.locate(request) }
  }
}

type Frame =
  'title' | 'theme' | 'path' | 'status' | 'base' | 'prefix' | 'mount' | 'version' | 'entryPoint' | 'account' |
  'components' | 'curies'

// Pages run no script, send forms to their own origin, and load the style sheet and icon of the plugin only.
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Sets the headers of a page: it depends on the caller, and is validated each time. What a user sees is not stored. */
export function setPageHeaders ({ login }: Site, reply: FastifyReply): void {
  reply.headers({
    'content-security-policy': POLICY, 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin'
  })
  login?.markResponse(reply.request, reply)
  if (!String(reply.getHeader('cache-control')).includes('no-store')) reply.header('cache-control', 'private, no-cache')
}
