import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import {
  jsonSchemaTransform, jsonSchemaTransformObject, serializerCompiler, validatorCompiler
} from 'fastify-type-provider-zod'
import * as z from 'zod'
import { createHyperTransform, hyperTransform } from '../../lib/index.ts'

/** A type with a name: what a link configuration is declared for, and how a response schema uses it. */
export interface NamedType {
  readonly type: object
  readonly use: object
}

type Fields = Record<string, object>

/** One way to write schemas. */
export interface Dialect {
  readonly name: string
  readonly integer: object
  readonly text: object
  readonly anything: object
  choice (...values: string[]): object
  object (fields: Fields): object
  named (app: FastifyInstance, id: string, fields: Fields): NamedType
  listOf (item: object): object
  /** The optional strings of a query. */
  search (names: readonly string[]): object
  /** A response with a Location header, where the dialect can declare headers. */
  withLocation (schema: object): object
  orNull (schema: object): object
  either (one: object, other: object): object
  both (one: object, other: object): object
  prepare (app: FastifyInstance): void
  /** Options of @fastify/swagger. */
  readonly swagger: FastifyDynamicSwaggerOptions
}

const LOCATION = { headers: { location: { type: 'string', description: 'The URL of the resource' } } }

function jsonObject (fields: Fields): object {
  return { type: 'object', required: Object.keys(fields), properties: fields }
}

export const jsonSchema: Dialect = {
  name: 'JSON schema',
  integer: { type: 'integer' },
  text: { type: 'string' },
  anything: {},
  choice: (...values) => ({ type: 'string', enum: values, examples: values }),
  object: fields => ({ ...jsonObject(fields), additionalProperties: false }),
  named (app, id, fields) {
    const type = { $id: id, description: `The type ${id}.`, ...jsonObject(fields) }
    app.addSchema(type)
    return { type, use: { $ref: `${id}#` } }
  },
  listOf: items => ({ type: 'array', items }),
  search: names => ({ type: 'object', properties: Object.fromEntries(names.map(name => [name, { type: 'string' }])) }),
  withLocation: schema => ({ ...schema, ...LOCATION }),
  orNull: schema => ({ ...schema, nullable: true }),
  either: (one, other) => ({ anyOf: [one, other] }),
  both: (one, other) => ({ allOf: [one, { ...other, additionalProperties: true }] }),
  prepare () {},
  swagger: { transform: hyperTransform }
}

export const typeBox: Dialect = {
  name: 'TypeBox',
  integer: Type.Integer(),
  text: Type.String(),
  anything: Type.Any(),
  choice: (...values) => Type.Unsafe({ type: 'string', enum: values }),
  object: fields => Type.Object(fields as Record<string, TSchema>),
  named (_app, $id, fields) {
    const type = Type.Object(fields as Record<string, TSchema>, { $id })
    return { type, use: type }
  },
  listOf: items => Type.Array(items as TSchema),
  search: names => Type.Object(Object.fromEntries(names.map(name => [name, Type.Optional(Type.String())]))),
  withLocation: schema => ({ ...schema, ...LOCATION }),
  orNull: schema => ({ ...schema, nullable: true }),
  either: (one, other) => Type.Union([one as TSchema, other as TSchema]),
  both: (one, other) => Type.Intersect([one as TSchema, other as TSchema]),
  prepare () {},
  swagger: { transform: hyperTransform }
}

let zodTypes = 0

export const zod: Dialect = {
  name: 'Zod',
  integer: z.int(),
  text: z.string(),
  anything: z.any(),
  choice: (...values) => z.enum(values),
  object: fields => z.object(fields as Record<string, z.ZodType>),
  named (_app, id, fields) {
    // Zod's registry is one for the process: each app has types of its own.
    const type = z.object(fields as Record<string, z.ZodType>).meta({ id: `${id}${++zodTypes}` })
    return { type, use: type }
  },
  listOf: item => z.array(item as z.ZodType),
  search: names => z.object(Object.fromEntries(names.map(name => [name, z.string().optional()]))),
  withLocation: schema => schema,
  orNull: schema => z.nullable(schema as z.ZodType),
  either: (one, other) => z.union([one as z.ZodType, other as z.ZodType]),
  both: (one, other) => z.intersection(one as z.ZodType, other as z.ZodType),
  prepare (app) {
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
  },
  swagger: {
    transform: createHyperTransform({ transform: jsonSchemaTransform }), transformObject: jsonSchemaTransformObject
  }
}

export const DIALECTS: readonly Dialect[] = [jsonSchema, typeBox, zod]
