import type { FastifyInstance } from 'fastify'
import { fastJsonStringify } from '../packages.cjs'
import { remembered } from '../remembered.ts'
import {
  type AppOptions, appOptions, defaultReplySerializer, type SchemaController, schemaController, type Serializer,
  type SerializerCompiler
} from './internals.ts'

/** How the responses of a scope are serialized. What a single route sets is not known here. */
export interface Serialization {
  /** By the function that setReplySerializer was given. */
  readonly isReplaced: boolean
  /** By Fastify's own compiler and JSON.stringify: lists have all their elements, in order. */
  readonly isFastifys: boolean
  /** The same, and long lists as short ones: each element as it is serialized by itself. */
  readonly hasPlainLists: boolean
}

/** Reads how a scope serializes. A state that cannot be read is not Fastify's own. */
export function serializationOf (instance: FastifyInstance): Serialization {
  const isReplaced = defaultReplySerializer(instance) !== null
  const controller = schemaController(instance)
  const options = appOptions(instance)
  const isFastifys = !isReplaced && controller !== null && compilesAsUsual(controller) && !hasBuilder(options)
  const hasPlainLists = isFastifys && (options?.serializerOpts?.largeArrayMechanism ?? 'default') === 'default'
  return { isReplaced, isFastifys, hasPlainLists }
}

// setSerializerCompiler marks the controller; setSchemaController only brings another builder than the app has.
function compilesAsUsual (controller: SchemaController): boolean {
  let root = controller
  while (root.parent) root = root.parent
  const isCustom = controller.isCustomSerializerCompiler || root.isCustomSerializerCompiler
  return !isCustom && controller.getSerializerBuilder() === root.getSerializerBuilder()
}

// Fastify 5.8.5 marks the controller for another validator, and not for another serializer.
function hasBuilder (options: AppOptions | null): boolean {
  return typeof options?.schemaController?.compilersFactory?.buildSerializer === 'function'
}

/** Compiles serializers as the response schemas of a scope are compiled. */
export interface SchemaCompiler {
  compile (schema: object): Serializer
  /**
   * The serializer for elements of lists, compiled with the first list; null if their schema cannot be compiled outside
   * its list.
   */
  readonly elementSerializer: (schema: object) => Serializer | null
  /** A shared schema of the scope. */
  shared (id: string): object | undefined
}

/** The compilers of an app's scopes: scopes with the same compiler and the same shared schemas have one. */
export class SchemaCompilers {
  readonly #numbers = new Map<unknown, number>()
  readonly #made = new Map<string, SchemaCompiler>()

  of (instance: FastifyInstance): SchemaCompiler {
    const { source, compile } = compilerOf(instance)
    const key = [source, ...Object.values(instance.getSchemas())].map(part => this.#numberOf(part)).join()
    return remembered(this.#made, key, () => ({
      compile,
      elementSerializer: elementSerializers(compile),
      shared: (id: string) => instance.getSchema(id) as object | undefined
    }))
  }

  #numberOf (part: unknown): number {
    return remembered(this.#numbers, part, () => this.#numbers.size)
  }
}

function elementSerializers (compile: SchemaCompiler['compile']): SchemaCompiler['elementSerializer'] {
  const made = new WeakMap<object, Serializer | null>()
  return schema => remembered(made, schema, () => {
    try {
      return compile(schema)
    } catch {
      return null
    }
  })
}

interface SourcedCompiler extends Pick<SchemaCompiler, 'compile'> {
  /** The same for scopes that compile alike, but for their schemas. */
  readonly source: unknown
}

// As Fastify sets up the compiler of a scope whose routes have response schemas: its own, or its parent scope's,
// unless the scope shares schemas; then it is built. Fastify's own is built for each schema: it forgets a shared schema
// with the `$id` of another one.
function compilerOf (instance: FastifyInstance): SourcedCompiler {
  const controller = schemaController(instance)
  const schemas = instance.getSchemas()
  if (controller === null) {
    return { source: instance, compile: schema => fastJsonStringify(schema as never, { schema: schemas as never }) }
  }
  const own = controller.addedSchemas || compilesAsUsual(controller) ? undefined : controller.serializerCompiler
  if (own !== undefined) return { source: own, compile: schema => own(asRoute(schema)) }
  const build = controller.getSerializerBuilder()
  return { source: build, compile: schema => build(schemas, appOptions(instance)?.serializerOpts)(asRoute(schema)) }
}

// A compiler is given a route; an embedded resource is in the responses of many.
function asRoute (schema: object): Parameters<SerializerCompiler>[0] {
  return { schema, method: 'GET', url: '', httpStatus: '200' }
}
