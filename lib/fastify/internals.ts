// Every internal of Fastify that this package uses: state without a getter, and behaviour that Fastify does not
// document. test/http/fastify/internals.test.ts pins each for the lowest and the newest version,
// and names what breaks without it.
// A state that cannot be read is null: then the package takes nothing for granted,
// and serializes with the functions of the app.
import type {
  FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, FastifySchemaCompiler, HTTPMethods
} from 'fastify'

export type Serializer = (payload: unknown) => unknown

// Fastify keeps its state behind symbols, which are found by description: each copy of Fastify has symbols of its own.
function symbolOf (owner: object, description: string): symbol | undefined {
  return Object.getOwnPropertySymbols(owner).find(symbol => symbol.description === description)
}

// What an instance, or its nearest ancestor, has behind a symbol; null if none has it.
function inherited (instance: object, description: string): unknown {
  for (let owner: object | null = instance; owner !== null; owner = outerScope(owner)) {
    const symbol = symbolOf(owner, description)
    if (symbol !== undefined) return (owner as Record<symbol, unknown>)[symbol]
  }
  return null
}

/** The scope that contains a scope: its prototype. */
export function outerScope (instance: object): object | null {
  return Object.getPrototypeOf(instance) as object | null
}

/** The symbol that a reply keeps its own serializer behind, which is null for none. */
export function replySerializerSymbol (reply: FastifyReply): symbol | undefined {
  return symbolOf(reply, 'fastify.reply.serializer')
}

/** Sets the serializer of a reply. Fastify takes null for none; its types do not allow it. */
export function setReplySerializer (reply: FastifyReply, serializer: Serializer | null): void {
  reply.serializer(serializer as (payload: unknown) => string)
}

/** What `setReplySerializer` was given in a scope; null for nothing. */
export function defaultReplySerializer (instance: object): unknown {
  return inherited(instance, 'fastify.replySerializerDefault')
}

/** Whether the app handles the errors of a scope: the handler of Fastify inherits from no other. */
export function handlesErrors (instance: object): boolean {
  const handler = inherited(instance, 'fastify.errorHandler')
  return handler === null || Object.getPrototypeOf(handler) !== Object.prototype
}

/** The hooks of a scope, those of the scopes around it included, by their names. */
export function scopeHooks (instance: object): Readonly<Record<string, readonly unknown[]>> | null {
  return inherited(instance, 'fastify.hooks') as Record<string, readonly unknown[]> | null
}

/** How Fastify compiles the schemas of a scope. */
export interface SchemaController {
  readonly parent?: SchemaController
  /** Whether the scope has shared schemas of its own. */
  readonly addedSchemas: boolean
  readonly serializerCompiler: SerializerCompiler | undefined
  /** Whether `setSerializerCompiler` was called. */
  readonly isCustomSerializerCompiler: boolean
  getSerializerBuilder (): (schemas: unknown, options: unknown) => SerializerCompiler
  /** Whether `setValidatorCompiler` was called, or the app has another builder. */
  readonly isCustomValidatorCompiler: boolean
  getValidatorBuilder (): (schemas: unknown, options: AjvOptions) => (route: { schema: unknown }) => unknown
}

/** The option `ajv` of an app. */
export interface AjvOptions {
  readonly customOptions?: Readonly<Record<string, unknown>>
  readonly mode?: string
  /** Is called with each instance, after its plugins. */
  readonly onCreate?: ((ajv: { readonly formats: Record<string, unknown> }) => unknown) | undefined
}

export type SerializerCompiler =
  (route: { schema: object, method: string, url: string, httpStatus: string }) => Serializer

/** The schema controller of a scope. */
export function schemaController (instance: object): SchemaController | null {
  return inherited(instance, 'fastify.schemaController') as SchemaController | null
}

/** The options of an app that `initialConfig` does not contain. */
export interface AppOptions {
  readonly trustProxy?: unknown
  readonly https?: unknown
  readonly serverFactory?: unknown
  readonly ajv?: AjvOptions
  readonly serializerOpts?: { readonly largeArrayMechanism?: unknown } | null
  readonly schemaController?: { readonly compilersFactory?: { readonly buildSerializer?: unknown } | null } | null
}

/** The options that an app was created with. */
export function appOptions (instance: object): AppOptions | null {
  return inherited(instance, 'fastify.options') as AppOptions | null
}

/**
 * Whether the option `trustProxy` trusts the peer that sent a request: only then `request.host` is its
 * X-Forwarded-Host.
 */
export function isFromTrustedProxy (request: FastifyRequest): boolean {
  const forwarded = 'trusted.invalid'
  const probe = Object.create(request, { headers: { value: { 'x-forwarded-host': forwarded } } }) as FastifyRequest
  return probe.host === forwarded
}

/** The serializer of a response schema, or one for each of its media types; undefined without a schema for the key. */
export function responseSerializers (
  reply: FastifyReply, key: string
): Serializer | Readonly<Record<string, Serializer>> | undefined {
  return reply.getSerializationFunction(key) as Serializer | Record<string, Serializer> | undefined
}

/** Marks what a serializer threw, as Fastify marks it for error handlers. */
export function markSerializationError (error: unknown, request: FastifyRequest): void {
  if (typeof error === 'object' && error !== null) {
    (error as { serialization?: unknown }).serialization = request.routeOptions.config
  }
}

/** A route of an app, as its router keeps it. */
export interface DeclaredRoute {
  /** The instance that declared it. */
  readonly server: FastifyInstance
  readonly schema?: FastifySchema
  /** Its own; null or absent for the compiler of its scope. */
  readonly validatorCompiler?: FastifySchemaCompiler<unknown> | null
  readonly config: {
    readonly method: string | readonly string[]
    /** The full path, prefixes included. */
    readonly url: string
    readonly hyper?: unknown
  }
}

/** How a route reads bodies: with the parsers of its scope. */
export interface BodyParser {
  /** What parses a media type in lower case, with its parameters; undefined for nothing. */
  getParser (contentType: string): unknown
  /** Reads the body of a request, then calls `next`; or sends the error of the parser, or 415. */
  run (contentType: string, next: Next, request: FastifyRequest, reply: FastifyReply): void
}

/**
 * Whether a scope has a parser of its own or of the app for a media type, also one for a regular expression or for all
 * media types. True where its parsers cannot be read.
 */
export function parsesBodies (instance: object, mediaType: string): boolean {
  const parsers = inherited(instance, 'fastify.contentTypeParser') as Partial<BodyParser> | null
  return typeof parsers?.getParser !== 'function' || parsers.getParser(mediaType) !== undefined
}

type Next = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Replaces how one route reads bodies, unless `replace` returns null. Other routes of its scope stay as they are. Where
 * Fastify keeps no parser of the route, nothing is replaced: it rejects the media types that its scope does not parse.
 */
export function replaceBodyParser (
  route: DeclaredRoute, replace: (own: BodyParser) => BodyParser['run'] | null
): void {
  const context = route as { contentTypeParser?: BodyParser }
  const own = context.contentTypeParser
  if (typeof own?.run !== 'function' || typeof own.getParser !== 'function') return
  const run = replace(own)
  if (run !== null) context.contentTypeParser = Object.create(own, { run: { value: run } }) as BodyParser
}

/** Sends what was thrown to the error handler of the route, as Fastify does: an object may be no error. */
export function sendError (reply: FastifyReply, thrown: unknown): void {
  const isError = symbolOf(reply, 'fastify.reply.isError')
  if (isError !== undefined) Object.assign(reply, { [isError]: true })
  reply.send(thrown)
}

type Constraints = Readonly<Record<string, unknown>>

interface RouterEntry {
  readonly store: DeclaredRoute
  readonly path: string
  readonly opts: { readonly constraints?: Constraints }
}

/**
 * Calls a function for each route that an app has for a method, in any of its scopes, in the order of the router, with
 * its path there and its constraints: the root of a prefix has two, with and without a slash.
 *
 * Fastify has no getter for its routes, and an `onRoute` hook misses those that were declared before. `printRoutes`
 * passes its options to find-my-way, which calls `buildPrettyMeta` of them for each route. The accessor keeps
 * find-my-way from replacing ours.
 */
export function eachRoute (
  app: FastifyInstance, method: string, visit: (route: DeclaredRoute, path: string, constraints: Constraints) => void
): void {
  const buildPrettyMeta = ({ store, path, opts }: RouterEntry) => {
    visit(store, path, opts.constraints ?? {})
    return {}
  }
  const options = { method: method as HTTPMethods, includeMeta: true }
  app.printRoutes(Object.defineProperty(options, 'buildPrettyMeta', { get: () => buildPrettyMeta, set: () => {} }))
}

type RouteQuery = Parameters<FastifyInstance['findRoute']>[0]

/** Whether an app has a route for a request. For a parameter that is too long, `findRoute` returns no query. */
export function hasRoute (app: FastifyInstance, query: RouteQuery): boolean {
  return app.findRoute(query)?.searchParams !== undefined
}

interface Log {
  readonly warn: unknown
  readonly trace?: unknown
  readonly level?: unknown
}

/**
 * Whether an app has a logger: without the option `logger`, the methods of `app.log` are one function.
 * A silent logger has a level.
 */
export function hasLogger ({ warn, trace, level }: Log): boolean {
  return warn !== trace || level !== undefined
}
