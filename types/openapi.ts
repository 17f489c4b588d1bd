// The arguments and options of the functions for @fastify/swagger.
import type { FastifySchema, RouteOptions } from 'fastify'
import type { HypermediaFormat } from './formats.ts'

/** The argument of a transform of @fastify/swagger. */
export interface TransformInput {
  /** The schema of the route. */
  readonly schema: FastifySchema
  /** The path of the route, with its parameters: `/orders/:id`. */
  readonly url: string
  /** The options of the route. */
  readonly route: RouteOptions
  /** The document, for OpenAPI 3. */
  readonly openapiObject?: object
  /** The document, for Swagger 2. */
  readonly swaggerObject?: object
}

/** The type of the option `transform` of @fastify/swagger. */
export type SchemaTransform = {
  /** Returns the schema and the URL of a route as the document has them. */
  transform (input: TransformInput): { schema: FastifySchema, url: string }
}['transform']

/** The options of `createHyperTransform`. */
export interface HyperTransformOptions {
  /**
   * A transform that converts schemas to JSON schema, such as `jsonSchemaTransform` of fastify-type-provider-zod.
   * @default schemas are used as they are
   */
  transform?: SchemaTransform
  /**
   * The formats to document: names of built-in formats, or media types. A route that can send none of them, or forces a
   * format, is documented with what it can send.
   * @default all formats that clients can request
   * @throws FST_ERR_HYPER_FORMAT_NOT_REGISTERED when the document is built
   */
  formats?: readonly (HypermediaFormat | (string & {}))[]
}
