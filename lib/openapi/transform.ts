// The transform for @fastify/swagger, which calls it for every route when it builds a document.
import type { FastifySchema } from 'fastify'
import type { HyperTransformOptions, SchemaTransform, TransformInput } from '../../types/openapi.ts'
import { handled, isPromise } from '../async/promises.ts'
import { isHidden, routePlace } from '../fastify/routes.ts'
import { messageOf } from '../faults.ts'
import { checkFunction, checkKeys, invalid } from '../options/checks.ts'
import { withRequired } from '../schema/copies.ts'
import { jsonSchemaOf } from '../schema/declared.ts'
import { isObject, memberOf, part, without } from '../schema/json-schema.ts'
import { Parameters } from '../schema/parameters.ts'
import { sharedSchemas } from '../schema/references.ts'
import { Document, markOf } from './document.ts'
import { type DocumentedRoute, documentedRoute } from './documented-route.ts'
import { LinkedOperation } from './operations.ts'
import { Responses } from './responses.ts'
import type { Schema } from './schema.ts'

const PLACE = 'createHyperTransform'

/**
 * Returns a transform that documents links, actions, entity tags, preconditions and deprecation. It calls another
 * transform first.
 * @example await app.register(swagger, { transform: createHyperTransform({ transform: jsonSchemaTransform }) })
 */
export function createHyperTransform (options: HyperTransformOptions = {}): SchemaTransform {
  checkKeys(PLACE, options, ['transform', 'formats'])
  const { transform = identity, formats } = options
  checkFunction(`${PLACE}: transform`, transform, 'Give a transform of @fastify/swagger.')
  if (formats !== undefined && !isNames(formats)) {
    invalid(`${PLACE}: formats`, formats, "Give an array of names, such as ['default'].")
  }
  return input => new HyperTransform(input, input => checkMade(transform(input)), formats).result()
}

/** The transform for apps whose schemas are JSON schemas (TypeBox too). */
export const hyperTransform: SchemaTransform = createHyperTransform()

function identity ({ schema, url }: TransformInput): { schema: FastifySchema, url: string } {
  return { schema, url }
}

// Once for a document. A transform gets no app, hence no log: the plugin, which has one, is not registered.
function warnOfDeprecation ({ route: { method, url }, openapiObject, swaggerObject }: TransformInput): void {
  // @fastify/swagger copies the HEAD route of a GET route, possibly before the plugin has seen it.
  const mark = markOf(openapiObject ?? swaggerObject ?? {})
  if (method === 'HEAD' || mark.isWarned === true) return
  mark.isWarned = true
  const message = `${routePlace(method, url)}: ${messageOf('HYPER013', [])}`
  process.emitWarning(message, { type: 'FastifyHyperWarning', code: 'HYPER013' })
}

function checkMade (made: unknown): ReturnType<SchemaTransform> {
  if (isObject(handled(made)) && !isPromise(made)) return made as unknown as ReturnType<SchemaTransform>
  return invalid(`${PLACE}: transform`, made, 'Return { schema, url } at once.')
}

function isNames (formats: unknown): boolean {
  return Array.isArray(formats) && formats.length > 0 && formats.every(name => typeof name === 'string')
}

const COMBINING = ['$ref', 'allOf', 'anyOf', 'oneOf']
const COMPONENT = '"$ref":"#/components/'

// @fastify/swagger finds parameters in `properties`, and not in every combination of schemas; it removes what a pointer
// within the schema leads to.
function withQuery (operation: Schema, declared: unknown, facts: DocumentedRoute | null): Schema {
  const { querystring } = operation
  const { schema: converted } = jsonSchemaOf(querystring)
  if (!isObject(converted)) return operation
  const text = JSON.stringify(converted)
  const isCombined = COMBINING.some(keyword => Object.hasOwn(converted, keyword))
  const isPlain = !isCombined && !text.replaceAll(COMPONENT, '').includes('"$ref":"#')
  if (isPlain && converted === querystring) return operation
  // Components are not known yet.
  const schema = text.includes(COMPONENT) ? declared : converted
  const parameters = new Parameters({ schema, shared: sharedSchemas(facts?.server) })
  const { all } = parameters
  if (all.length === 0) return operation
  // As they are written, since @fastify/swagger knows shared schemas.
  const properties = Object.fromEntries(all.map(({ name }) => [name, parameters.scoped(name)!.schema]))
  const required = all.filter(({ required }) => required).map(({ name }) => name)
  return { ...operation, querystring: withRequired({ ...without(converted, ...COMBINING), properties }, required) }
}

/** The transform of one route. */
class HyperTransform {
  readonly #input: TransformInput
  readonly #transform: SchemaTransform
  readonly #formats: readonly string[] | undefined
  readonly #facts: DocumentedRoute | null

  /** @param transform of the app */
  constructor (input: TransformInput, transform: SchemaTransform, formats: readonly string[] | undefined) {
    this.#input = input
    this.#transform = transform
    this.#formats = formats
    this.#facts = documentedRoute(input.route)
  }

  result (): ReturnType<SchemaTransform> {
    const made = this.#transform(this.#input)
    if (isHidden(made.schema)) return made
    const schema = withQuery({ ...made.schema }, memberOf(this.#input.schema, 'querystring'), this.#facts)
    if (!this.#isDeprecated) return { ...made, schema: this.#documented(schema, schema) }
    if (this.#facts === null && schema['deprecated'] !== true) warnOfDeprecation(this.#input)
    return { ...made, schema: this.#documented(schema, { ...schema, deprecated: true }) }
  }

  get #config (): Schema {
    return part(part(this.#input.route, 'config'), 'hyper')
  }

  get #isDeprecated (): boolean {
    if (this.#facts !== null) return this.#facts.settings.deprecation !== null
    return Boolean(this.#config['deprecation'])
  }

  #documented (schema: Schema, operation: Schema): Schema {
    const { route, openapiObject } = this.#input
    // Swagger 2 cannot express the others.
    if (openapiObject === undefined) return operation
    const document = Document.of(openapiObject)
    const linked = new LinkedOperation(route, this.#facts, document)
    const named = linked.named(operation)
    const { preconditions } = this.#config
    const responses = new Responses({
      schema,
      declared: part(route, 'schema')['response'],
      facts: this.#facts,
      preconditions: isObject(preconditions) ? preconditions : null,
      methods: [route.method].flat(),
      convert: declared => this.#convert(declared),
      formats: this.#formats
    }, document)
    const response = responses.write()
    if (response === null) return named
    linked.link(responses.compiledConfigs)
    return { ...named, response }
  }

  #convert (declared: unknown): unknown {
    const { schema } = this.#transform({ ...this.#input, schema: { response: { 200: declared } } })
    return part(schema, 'response')['200']
  }
}
