// The transform for @fastify/swagger: it is called for every route when a document is asked for.
import type { FastifySchema, RouteOptions } from 'fastify'
import { messageOf } from '../messages.ts'
import { Document } from './document.ts'
import { linkOperations } from './operation-links.ts'
import { nameOperation } from './operation-name.ts'
import { documentResponses } from './responses.ts'
import { factsOf, type RouteFacts } from './route-facts.ts'
import { isSchema, list, part, type Schema } from './schema.ts'

/** What @fastify/swagger tells a transform. */
export interface TransformInput {
  readonly schema: FastifySchema
  readonly url: string
  readonly route: RouteOptions
  /** The document, where it is one of OpenAPI 3. */
  readonly openapiObject?: object
}

/** A transform, as the option `transform` of @fastify/swagger takes it. */
// The type of a method: method parameters are bivariant, so a transform can declare a narrower input.
export type SchemaTransform = { transform (input: TransformInput): { schema: FastifySchema, url: string } }['transform']

/** What `createHyperTransform` takes. */
export interface HyperTransformOptions {
  /** The transform that makes JSON schemas of what the app declares: `jsonSchemaTransform` of fastify-type-provider-zod. */
  transform?: SchemaTransform
}

/**
 * A transform that documents hypermedia, entity tags, preconditions and deprecation, around another one.
 * @example await app.register(swagger, { transform: createHyperTransform({ transform: jsonSchemaTransform }) })
 */
export function createHyperTransform ({ transform = asItIs }: HyperTransformOptions = {}): SchemaTransform {
  let warned = false
  const warnOnce = ({ method, url }: RouteOptions) => {
    const message = `route ${[method].flat().join(',')} ${url}: ${messageOf('HYPER013', [])}`
    if (!warned) process.emitWarning(message, { type: 'FastifyHyperWarning', code: 'HYPER013' })
    warned = true
  }
  let previous: RouteOptions | null = null
  return input => {
    const facts = factsOf(input.route) ?? twinFacts(input.route, previous)
    previous = input.route
    const made = transform(input)
    const schema: Schema = { ...made.schema }
    if (isHidden(schema)) return made
    const operation = documentOperation(input, schema, facts, declared => convert(transform, input, declared))
    if (facts === null && operation['deprecated'] === true && schema['deprecated'] !== true) warnOnce(input.route)
    return { ...made, schema: operation }
  }
}

/** The transform for apps whose schemas are JSON schemas, TypeBox included. */
export const hyperTransform: SchemaTransform = createHyperTransform()

function asItIs ({ schema, url }: TransformInput): { schema: FastifySchema, url: string } {
  return { schema, url }
}

// As @fastify/swagger hides routes by default.
function isHidden (schema: Schema): boolean {
  return schema['hide'] === true || list(schema, 'tags').includes('X-HIDDEN')
}

// Of a HEAD route with an operationId, @fastify/swagger may have made a copy before the plugin saw it; its GET route comes just before.
function twinFacts ({ method, url, config }: RouteOptions, previous: RouteOptions | null): RouteFacts | null {
  return method === 'HEAD' && previous !== null && previous.url === url && previous.config === config ? factsOf(previous) : null
}

function documentOperation ({ route, openapiObject }: TransformInput, schema: Schema, facts: RouteFacts | null, convert: (declared: unknown) => unknown): Schema {
  const { deprecation, preconditions } = hyperOf(route, facts)
  const operation = deprecation ? { ...schema, deprecated: true } : schema
  // Swagger 2 has no place for the rest.
  if (openapiObject === undefined) return operation
  const document = Document.of(openapiObject)
  const named = nameOperation(operation, route, facts, document)
  const declared: unknown = part(route, 'schema')['response']
  const responses = documentResponses({ schema, declared, facts, preconditions, reads: reads(route), convert }, document)
  if (responses === null) return named
  linkOperations(route, responses.compiledConfigs, facts, document)
  return { ...named, response: responses.response }
}

function hyperOf (route: RouteOptions, facts: RouteFacts | null): { deprecation: boolean, preconditions: { requireIfMatch?: boolean } | null } {
  const options = part(part(route, 'config'), 'hyper')
  const { preconditions } = options
  return {
    deprecation: facts === null ? Boolean(options['deprecation']) : facts.settings.deprecation !== null,
    preconditions: isSchema(preconditions) ? preconditions : null
  }
}

function reads ({ method }: RouteOptions): boolean {
  return [method].flat().some(method => method === 'GET' || method === 'HEAD')
}

function convert (transform: SchemaTransform, input: TransformInput, declared: unknown): unknown {
  const { response } = transform({ ...input, schema: { response: { 200: declared } } }).schema as { response?: { 200?: unknown } }
  return response?.[200]
}
