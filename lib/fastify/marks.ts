// Every symbol by which this package finds again what it made, or what it keeps on objects of others. They are
// registered, because a process can have two copies of the package. Data is never marked: JSON has no symbols.
// A mark names what it is on, and the files that own it. The first ones are on objects of others.

/** On the options and the config of a route, whose copies have it, too: `RouteMark`. */
export const ROUTE = Symbol.for('fastify-hyper.route')

/** On a request of Fastify: `RequestMark`. An entry of a WeakMap for each costs the garbage collector more. */
export const REQUEST = Symbol.for('fastify-hyper.request')

/** On a raw request of Node.js, for what is known before Fastify makes its own: `RawRequestMark`. */
export const RAW_REQUEST = Symbol.for('fastify-hyper.raw-request')

/** On an OpenAPI document while it is built: `openapi/document.ts`. */
export const OPENAPI = Symbol.for('fastify-hyper.openapi')

/** On the HTTP server of an app, which all its scopes share: `ServerMark`. */
export const SERVER = Symbol.for('fastify-hyper.server')

/** The header by which endpoints know their own requests. */
export const FORWARDED = 'fastify-hyper-forwarded'

/** On `globalThis`: the value of that header. `features/forward.ts`. */
export const SECRET = Symbol.for(FORWARDED)

/** What `ROUTE` keeps, and who owns it. */
interface RouteMark {
  /** What the plugin knows of the route: `routes/route-record.ts`. */
  readonly record?: object
  /** On the config of an endpoint of this package, which is no part of the API: `features/forward.ts`. */
  readonly isEndpoint?: true
  /** On the config of a declared route, what reads its hypermedia bodies: `features/body-parsers.ts`. */
  readonly readers?: ReadonlyMap<string, unknown>
  /** On options, the links that the app declares for OpenAPI: `openapi/operations.ts`. */
  readonly declaredLinks?: object
  /** On the config of a route of NestJS, its method of a controller: `nest/controller-routes.ts`. */
  readonly method?: unknown
}

/** What `REQUEST` keeps, and who owns it. */
interface RequestMark {
  /** The decisions of each registration of the plugin, if the route is guarded: `policies/decisions.ts`. */
  decisions?: readonly object[]
  /** The resource that the guard has loaded: `guards/resource.ts`. */
  resource?: object
  /** Makes plain values, where a framework serializes instances its own way: `fastify/reply-serializer.ts`. */
  toPlain?: (value: unknown) => unknown
  /** The value that the reply has a body for, and its serializers: `fastify/reply-serializer.ts`. */
  replaced?: {
    readonly value: unknown
    readonly serializer: (payload: unknown) => unknown
    readonly previous: ((payload: unknown) => unknown) | null
  }
  /** The headers that describe the value, and the status before: `respond/value-headers.ts`. */
  changes?: { readonly status: number, readonly headers: object[] } | undefined
  /** Whether the response is not sent by the route itself: `features/deprecation.ts`. */
  omitsDeprecation?: true
}

/** What `RAW_REQUEST` keeps. Its owner is `fastify/content-requests.ts`. */
export interface RawRequestMark {
  readonly wanted?: 'content' | 'response'
  /** The action whose reason is asked for. */
  readonly asked?: string
  readonly reason?: string
  /** The entity tag that the plugin set. */
  readonly tag?: string
  /** The problem document that the plugin wrote, and the body that is sent. */
  readonly problem?: { readonly document: string, readonly body: unknown }
}

/** What `SERVER` keeps, and who owns it. */
interface ServerMark {
  /** The providers of an app of NestJS: `nest/with-provider.ts`. */
  readonly providers?: unknown
  /** The metadata of the endpoints that need a login: `features/protected-resources.ts`. */
  readonly protectedResources?: object
}

/** An object that may have marks. */
export interface Marked {
  [ROUTE]?: RouteMark
  [REQUEST]?: RequestMark
  [RAW_REQUEST]?: RawRequestMark
  [SERVER]?: ServerMark
}

/** Returns the mark of a request, to add to it. */
export function requestMark (request: object): RequestMark {
  return ((request as Marked)[REQUEST] ??= {})
}

/** Adds to what a mark keeps on an object. Copies of the object that were made before do not get it. */
export function addMark<K extends keyof Marked> (host: object, mark: K, members: NonNullable<Marked[K]>): void {
  const marked: Marked = host
  marked[mark] = { ...marked[mark], ...members }
}

// The others are on objects of this package: what one copy makes, another knows.

/** On a configuration: `declare/links.ts`. */
export const CONFIG = Symbol.for('fastify-hyper.config')

/** On a target: `declare/target.ts`. */
export const TARGET = Symbol.for('fastify-hyper.target')

/** On the builder that a configuration gets: `declare/collector.ts`. */
export const COLLECTOR = Symbol.for('fastify-hyper.collector')

/** On a page of a list, the name of its class, and what serializers do not write: `declare/pages.ts`. */
export const PAGE_KIND = Symbol.for('fastify-hyper.page-kind')
export const PAGE = Symbol.for('fastify-hyper.page')

/** On a schema of pages: `declare/response-schemas.ts`. */
export const PAGE_SCHEMA = Symbol.for('fastify-hyper.page-schema')

/** On a problem, its content: `problems/problem.ts`. */
export const PROBLEM = Symbol.for('fastify-hyper.problem')

/** On `app.hyper`, the environment: `features/decorator.ts`, read by `context/environment.ts`. */
export const ENVIRONMENT = Symbol.for('fastify-hyper.environment')

/** On parsed content, what the plugin wrote for it: `hypermedia/content.ts`. */
export const WRITTEN = Symbol.for('fastify-hyper.written')

/** On HTML: `html/markup.ts`. */
export const MARKUP = Symbol.for('fastify-hyper.markup')

/** Tokens of NestJS: of the module, and of the links of one module. `nest/`. */
export const HYPER_MODULE = Symbol.for('fastify-hyper.module')
export const FEATURE_LINKS = Symbol.for('fastify-hyper.feature-links')

/** Marks of TypeBox 0.34, which its compiler reads: `declare/typebox-kinds.ts`. */
export const TYPEBOX_KIND = Symbol.for('TypeBox.Kind')
export const TYPEBOX_OPTIONAL = Symbol.for('TypeBox.Optional')
