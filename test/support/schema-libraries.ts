import { Type as Type034 } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { Type } from 'typebox'
import { z } from 'zod'

// One API in the languages that Fastify apps write schemas in. No schema has an `$id`.

/** The schemas of a library, and how an app uses it. */
export interface SchemaLibrary {
  /** `{ id, title }` */
  readonly task: object
  /** `{ id, title }`, another type with the same members. */
  readonly note: object
  readonly object: (properties: Record<string, object>) => object
  readonly array: (items: object) => object
  readonly union: (...schemas: object[]) => object
  /** By name: the schema or a copy of it in wrappers of the library. */
  readonly wrappers: Readonly<Record<string, (schema: never) => object>>
  readonly integer: object
  readonly null: object
  readonly prepare?: (app: FastifyInstance) => unknown
}

const json = {
  object: (properties: Record<string, object>) => ({ type: 'object', properties }),
  array: (items: object) => ({ type: 'array', items }),
  task: (): object => json.object({ id: { type: 'integer' }, title: { type: 'string' } })
}

export const LIBRARIES: Readonly<Record<string, SchemaLibrary>> = {
  'JSON schema': {
    task: json.task(),
    note: json.task(),
    object: json.object,
    array: json.array,
    union: (...anyOf) => ({ anyOf }),
    wrappers: {
      'oneOf with null': (schema: object) => ({ oneOf: [schema, { type: 'null' }] }),
      'anyOf with an enumeration': (schema: object) => ({
        anyOf: [{ enum: ['none', null] }, { const: false }, schema]
      }),
      'allOf of one schema': (schema: object) => ({ allOf: [schema], nullable: true }),
      'a nullable copy': (schema: object) => ({ ...schema, nullable: true }),
      'nested unions': (schema: object) => ({ anyOf: [{ type: 'null' }, { oneOf: [schema, { type: 'string' }] }] })
    },
    integer: { type: 'integer' },
    null: { type: 'null' }
  },
  'TypeBox 0.34': {
    task: Type034.Object({ id: Type034.Integer(), title: Type034.String() }),
    note: Type034.Object({ id: Type034.Integer(), title: Type034.String() }),
    object: properties => Type034.Object(properties as never),
    array: items => Type034.Array(items as never),
    union: (...schemas) => Type034.Union(schemas as never),
    wrappers: {
      Optional: schema => Type034.Optional(schema),
      Readonly: schema => Type034.Readonly(schema),
      'Union with Null': schema => Type034.Union([schema, Type034.Null()]),
      'Union of one': schema => Type034.Union([schema]),
      'Optional of a Union': schema => Type034.Optional(Type034.Union([schema, Type034.Null()]))
    },
    integer: Type034.Integer(),
    null: Type034.Null()
  },
  'TypeBox 1': {
    task: Type.Object({ id: Type.Integer(), title: Type.String() }),
    note: Type.Object({ id: Type.Integer(), title: Type.String() }),
    object: properties => Type.Object(properties),
    array: items => Type.Array(items),
    union: (...schemas) => Type.Union(schemas),
    wrappers: {
      Optional: schema => Type.Optional(schema),
      Readonly: schema => Type.Readonly(schema),
      'Union with Null': schema => Type.Union([schema, Type.Null()]),
      'Union of one': schema => Type.Union([schema]),
      'Optional of a Union': schema => Type.Optional(Type.Union([schema, Type.Null()]))
    },
    integer: Type.Integer(),
    null: Type.Null()
  },
  'Zod 4': {
    task: z.object({ id: z.int(), title: z.string() }),
    note: z.object({ id: z.int(), title: z.string() }),
    object: properties => z.object(properties as never),
    array: items => z.array(items as never),
    union: (...schemas) => z.union(schemas as never),
    wrappers: {
      optional: (schema: z.ZodType) => schema.optional(),
      nullable: (schema: z.ZodType) => schema.nullable(),
      nullish: (schema: z.ZodType) => schema.nullish(),
      'a default': (schema: z.ZodObject) => schema.prefault({} as never),
      readonly: (schema: z.ZodType) => schema.readonly(),
      describe: (schema: z.ZodType) => schema.describe('A task'),
      meta: (schema: z.ZodType) => schema.meta({ title: 'Task' }),
      refine: (schema: z.ZodType) => schema.refine(() => true),
      lazy: (schema: z.ZodType) => z.lazy(() => schema),
      'a union with null and strings': (schema: z.ZodType) =>
        z.union([z.null(), z.enum(['none']), z.literal('nothing'), schema])
    },
    integer: z.int(),
    null: z.null(),
    prepare: app => app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  }
}
