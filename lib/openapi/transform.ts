// The transform for @fastify/swagger, which calls it for every route when it builds a document.
import type { FastifySchema, RouteOptions } from 'fastify'
import type { HyperTransformOptions, SchemaTransform, TransformInput } from '../../types/openapi.ts'
import { messageOf } from '../faults.ts'
import { checkFunction, checkKeys, invalid } from '../options/checks.ts'
import { Document } from './document.ts'
import { linkOperations } from './operation-links.ts'
import type { DocumentedPreconditions } from './own-problems.ts'
import { documentResponses, type Operation } from './responses.ts'
import { documentedRoute, type DocumentedRoute } from './documented-route.ts'
import { isSchemaObject, list, part, type Schema } from './schema.ts'

const PLACE = 'createHyperTransform'

/**
 * Returns a transform that documents links, actions, entity tags, preconditions and deprecation. It calls another
 * transform first.
 * @example await app.register(swagger, { transform: createHyperTransform({ transform: jsonSchemaTransform }) })
 */
export function createHyperTransform (options: HyperTransformOptions = {}): SchemaTransform {
  const { transform = identity, formats } = checked(options)
  let warned = false
  const warnOnce = (route: RouteOptions) => {
    if (!warned) warnOfDeprecation(route)
    warned = true
  }
  let previous: RouteOptions | null = null
  return input => {
    const facts = documentedRoute(input.route) ?? twinFacts(input.route, previous)
    previous = input.route
    const made = transform(input)
    const schema: Schema = { ...made.schema }
    if (isHidden(schema)) return made
    const operation = documentOperation(input, schema, facts, {
      convert: declared => convert(transform, input, declared), formats
    })
    if (facts === null && operation['deprecated'] === true && schema['deprecated'] !== true) warnOnce(input.route)
    return { ...made, schema: operation }
  }
}

/** The transform for apps whose schemas are JSON schemas (TypeBox too). */
export const hyperTransform: SchemaTransform = createHyperTransform()

function identity ({ schema, url }: TransformInput): { schema: FastifySchema, url: string } {
  return { schema, url }
}

// A transform gets no app, hence no log: the plugin, which has one, is not registered.
function warnOfDeprecation ({ method, url }: RouteOptions): void {
  const message = `route ${[method].flat().join(',')} ${url}: ${messageOf('HYPER013', [])}`
  process.emitWarning(message, { type: 'FastifyHyperWarning', code: 'HYPER013' })
}

// The defaults of @fastify/swagger.
function isHidden (schema: Schema): boolean {
  return schema['hide'] === true || list(schema, 'tags').includes('X-HIDDEN')
}

// If a GET route has an operationId, @fastify/swagger copies its HEAD route, possibly before the plugin has seen it.
// The GET route comes just before.
function twinFacts ({ method, url, config }: RouteOptions, previous: RouteOptions | null): DocumentedRoute | null {
  return method === 'HEAD' && previous !== null && previous.url === url && previous.config === config
    ? documentedRoute(previous)
    : null
}

function checked (options: HyperTransformOptions): HyperTransformOptions {
  checkKeys(PLACE, options, ['transform', 'formats'])
  const { transform, formats } = options
  if (transform !== undefined) checkFunction(`${PLACE}: transform`, transform, 'Give a transform of @fastify/swagger.')
  if (formats !== undefined && !isNames(formats)) {
    invalid(`${PLACE}: formats`, formats, "Give an array of names, such as ['default'].")
  }
  return options
}

function isNames (formats: unknown): boolean {
  return Array.isArray(formats) && formats.length > 0 && formats.every(name => typeof name === 'string')
}

function documentOperation (
  { route, openapiObject }: TransformInput, schema: Schema, facts: DocumentedRoute | null,
  choices: Pick<Operation, 'convert' | 'formats'>
): Schema {
  const { deprecation, preconditions } = optionsOf(route, facts)
  const operation = deprecation ? { ...schema, deprecated: true } : schema
  // Swagger 2 cannot express the others.
  if (openapiObject === undefined) return operation
  const document = Document.of(openapiObject)
  const named = nameOperation(operation, route, facts, document)
  const declared: unknown = part(route, 'schema')['response']
  const responses = documentResponses(
    { schema, declared, facts, preconditions, methods: [route.method].flat(), ...choices }, document
  )
  if (responses === null) return named
  linkOperations(route, responses.compiledConfigs, facts, document)
  return { ...named, response: responses.response }
}

interface DocumentedOptions {
  readonly deprecation: boolean
  readonly preconditions: DocumentedPreconditions | null
}

function optionsOf (route: RouteOptions, facts: DocumentedRoute | null): DocumentedOptions {
  const options = part(part(route, 'config'), 'hyper')
  const { preconditions } = options
  return {
    deprecation: facts === null ? Boolean(options['deprecation']) : facts.settings.deprecation !== null,
    preconditions: isSchemaObject(preconditions) ? preconditions : null
  }
}

function convert (transform: SchemaTransform, input: TransformInput, declared: unknown): unknown {
  const { response } =
    transform({ ...input, schema: { response: { 200: declared } } }).schema as { response?: { 200?: unknown } }
  return response?.[200]
}

/** Sets the operationId of an operation to the name of its route, unless it has one. Each operationId is used once. */
function nameOperation (
  operation: Schema, route: RouteOptions, facts: DocumentedRoute | null, document: Document
): Schema {
  const { operationId: own, ...unnamed } = operation
  const name = facts === null ? route.config?.hyper?.name ?? null : facts.name
  const isTwin = name !== null && isHeadTwin(route, name, facts)
  const operationId = typeof own === 'string' ? own : nameFor(route, name, isTwin)
  if (operationId === null) return operation
  // Several versions, hosts or scopes may have routes of one name; the first operation gets it.
  if (!document.claim(operationId)) return unnamed
  if (facts !== null && name !== null && !isTwin) document.setOperationId(facts.routes, name, operationId)
  return { ...operation, operationId }
}

// A route with several methods has several operations, so none of them gets the name.
function nameFor ({ method }: RouteOptions, name: string | null, isTwin: boolean): string | null {
  if (name === null || [method].flat().length > 1) return null
  return isTwin ? `${name}-head` : name
}

// The HEAD route that Fastify adds for a GET route.
function isHeadTwin ({ method }: RouteOptions, name: string, facts: DocumentedRoute | null): boolean {
  return method === 'HEAD' && (facts === null || facts.routes.all(name).some(route => !route.methods.includes('HEAD')))
}
