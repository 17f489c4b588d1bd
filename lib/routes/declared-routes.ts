// The routes of an app, those included that were declared before the plugin that asks was loaded: Fastify tells of new
// apps on a diagnostics channel. An app that is older than this module is seen from the question on.
import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { patternVariants, readRequired, type RequiredPart } from '../url/pattern.ts'

/** A route as an app declared it. */
export class DeclaredRoute {
  /** The instance that it was declared on. */
  readonly scope: FastifyInstance
  readonly options: RouteOptions
  // Fastify goes on with the same object for the twin of a prefix with a slash.
  readonly #url: string
  #patterns: readonly (readonly RequiredPart[])[] | undefined

  constructor (scope: FastifyInstance, options: RouteOptions) {
    this.scope = scope
    this.options = options
    this.#url = options.url
  }

  get place (): string {
    return `route ${this.methods.join(',')} ${this.#url}`
  }

  get methods (): string[] {
    return [this.options.method].flat()
  }

  /** Its pattern, and the one without an optional parameter; read when they are asked for first. */
  get patterns (): readonly (readonly RequiredPart[])[] {
    if (this.#patterns === undefined) {
      const { full, short } = patternVariants(this.#url)
      this.#patterns = (short === null ? [full] : [full, short]).map(readRequired)
    }
    return this.#patterns
  }
}

const declared = new WeakMap<object, DeclaredRoute[]>()

subscribe('fastify.initialization', message => { watch((message as { fastify: FastifyInstance }).fastify) })

/** The routes of a whole app, asked in any of its scopes; the list grows with the app. */
export function routesOf (app: FastifyInstance): readonly DeclaredRoute[] {
  for (let owner: object | null = app; owner !== null; owner = Object.getPrototypeOf(owner)) {
    const routes = declared.get(owner)
    if (routes !== undefined) return routes
  }
  return watch(app)
}

function watch (app: FastifyInstance): DeclaredRoute[] {
  const routes: DeclaredRoute[] = []
  declared.set(app, routes)
  app.addHook('onRoute', function (options) { routes.push(new DeclaredRoute(this, options)) })
  return routes
}
