/**
 * The schemas of TypeBox 0.34. Apps with TypeBox 1.x do not have that package, and this type is an error then, which is
 * like `any`.
 * @ts-ignore */
export type OldSchema = import('@sinclair/typebox').TSchema

/** A JSON schema that TypeBox 1.x reads as it is, and that is a schema of TypeBox 0.34 too if that is installed. */
// In tuples: a condition with an error on one of its sides is an error itself, so that all types were `any`.
export type TypeBoxSchema<Schema, Value> =
  [0] extends [1 & OldSchema] ? Schema : Schema & OldSchema & { static: Value, params: unknown[] }

/** The type of the values of a TypeBox 0.34 schema. */
export type StaticOf<Schema> = Schema extends { static: infer Value } ? Value : unknown
