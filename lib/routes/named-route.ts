import type { FastifyInstance, RouteOptions } from 'fastify'
import { NO_SETTINGS, type RouteSettings } from '../options/route-options.ts'
import type { Service } from '../options/services.ts'
import { remembered } from '../remembered.ts'
import { querySchema } from '../schema/content.ts'
import { Parameters } from '../schema/parameters.ts'
import { sharedSchemas } from '../schema/references.ts'
import { type PathPattern, PathPatterns } from '../url/path.ts'
import { compileRouteTemplate, type RouteTemplate } from '../url/route-template.ts'

export interface RouteSchema {
  readonly body?: unknown
  readonly querystring?: unknown
  readonly query?: unknown
  readonly response?: unknown
  readonly produces?: unknown
  readonly consumes?: unknown
  readonly summary?: unknown
  readonly operationId?: unknown
}

const NOTHING = Object.freeze({})

/** What a named route is made of. */
export interface RouteParts {
  readonly name: string
  readonly options: RouteOptions
  readonly settings?: RouteSettings
  readonly server?: FastifyInstance
  readonly service?: Service
}

/** A route with a name, for links. */
export class NamedRoute {
  readonly name: string
  /** The full pattern, prefixes included. */
  readonly url: string
  /** In the order of their declaration, without the HEAD that Fastify adds to GET. */
  readonly methods: readonly string[]
  readonly constraints: Readonly<Record<string, unknown>>
  readonly schema: RouteSchema
  readonly settings: RouteSettings
  /** The scope that it was declared in. */
  readonly server: FastifyInstance | null
  /** The service that has it; null for a route of the app. */
  readonly service: Service | null
  /** The validator compiler of the route itself, if it has one. */
  readonly validatorCompiler: RouteOptions['validatorCompiler']
  /** As Fastify keeps them: other plugins add hooks to them. */
  readonly options: RouteOptions
  readonly #patterns: PathPatterns
  #pattern: PathPattern | undefined
  #template: RouteTemplate | undefined
  #query: Parameters | undefined

  constructor ({ name, options, settings = NO_SETTINGS, server, service }: RouteParts, patterns: PathPatterns) {
    const { url, method, constraints = NOTHING, schema = NOTHING, validatorCompiler } = options
    this.name = name
    this.url = url
    this.methods = Array.isArray(method) ? Object.freeze([...method]) : only(method)
    this.constraints = constraints
    this.schema = schema
    this.settings = settings
    this.server = server ?? null
    this.service = service ?? null
    this.validatorCompiler = validatorCompiler
    this.options = options
    this.#patterns = patterns
  }

  /** The compiled pattern; compiled when a link reads it first. */
  get pattern (): PathPattern {
    return (this.#pattern ??= this.#patterns.of(this.url))
  }

  /** The compiled URI template; compiled when a link reads it first. */
  get template (): RouteTemplate {
    if (this.#template === undefined) {
      const { names, lists } = this.query
      this.#template = compileRouteTemplate(this.url, names, this.#patterns.router, lists)
    }
    return this.#template
  }

  /** The parameters of its query; read when a link or a tool needs them first. */
  get query (): Parameters {
    return (this.#query ??= new Parameters({
      schema: querySchema(this.schema), shared: sharedSchemas(this.server)
    }))
  }

  /** Its method for an action that declares one, or none; null if it does not have the declared one. */
  methodFor (declared: string | null): string | null {
    if (declared === null) return this.methods[0]!
    if (this.methods.includes(declared)) return declared
    return declared === 'HEAD' && this.methods.includes('GET') ? declared : null
  }

  /** The summary of its schema; null if it has none. */
  get summary (): string | null {
    const { summary } = this.schema
    return typeof summary === 'string' && summary !== '' ? summary : null
  }

  /** True if clients can read the route, so that a link can have it as a target. */
  get isReadable (): boolean {
    return this.methods.includes('GET') || this.methods.includes('HEAD')
  }
}

// Most routes have one method: their lists are shared.
const LISTS = new Map<string, readonly string[]>()

function only (method: string): readonly string[] {
  return remembered(LISTS, method, () => Object.freeze([method]))
}

// What a route is about, by its name.

const FIRST_VERB = /^(?:Get|Read|Show|Fetch|Find)(?!\p{Ll})/u
const LAST_VERB = /(?:Get|Read|Show|Fetch|Find)$/
const BY = /By\p{Lu}.*/u

/**
 * Returns the name of a route without a verb at either end, and without `By…`: `Task` for `GetTaskById`,
 * `get_task` and `task.get`.
 */
export function routeNoun (route: string): string {
  const words = route.split(/[^\p{L}\p{N}]+/u).map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return words.replace(BY, '').replace(FIRST_VERB, '').replace(LAST_VERB, '') || words
}
