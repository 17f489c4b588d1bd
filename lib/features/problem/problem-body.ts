// The members of a problem document as JSON. A response schema was written for the errors of the app: it decides on
// extension members only.
import type { FastifyReply } from 'fastify'
import type { Serializer } from '../../fastify/internals.ts'
import { PROBLEM_TYPE } from '../../http/media-type.ts'
import { isJsonObject, memberKey, memberSpans } from '../../json/object.ts'
import { fastJsonStringify } from '../../packages.cjs'
import { remembered } from '../../remembered.ts'
import { responseSchema, schemaSerializer } from '../../schema/content.ts'
import { jsonSchemaOf } from '../../schema/declared.ts'
import { isObject } from '../../schema/json-schema.ts'
import { resolved, type SharedSchemas, sharedSchemas } from '../../schema/references.ts'

/** The members of a problem, and the names of the extension members that the app added. */
export interface ProblemMembers {
  readonly members: ReadonlyMap<string, unknown>
  readonly extensions: ReadonlySet<string>
}

/** Serializes a problem. Members that the app added are sent as far as the response schema of the status has them. */
export function problemBody ({ members, extensions }: ProblemMembers, status: number, reply: FastifyReply): string {
  const bySchema = extensions.size === 0 ? null : extensionsBySchema(members, status, reply)
  // Member by member, since an object would put numbers among its keys first.
  const written = [...members].map(([name, value]) => {
    const json =
      bySchema !== null && extensions.has(name) ? bySchema.get(name) : JSON.stringify(value) as string | undefined
    return json === undefined ? [] : [memberKey(name) + json]
  })
  return '{' + written.flat().join(',') + '}'
}

/** Returns the JSON of the members that the response schema of a status writes, by name; null without a schema. */
function extensionsBySchema (
  members: ReadonlyMap<string, unknown>, status: number, reply: FastifyReply
): ReadonlyMap<string, string> | null {
  const serialize = schemaSerializer(reply, status, () => PROBLEM_TYPE)
  if (serialize === null) return null
  const value = Object.fromEntries(members)
  const json = attempt(serialize, value) ?? attempt(lenientSerializer(status, reply), value)
  if (json === null) {
    reply.log.warn(
      `problem, status ${status}: its extension members are omitted, since its response schema cannot serialize them.`
    )
  }
  return new Map(
    json === null ? [] : memberSpans(json).map(({ name, valueStart, end }) => [name, json.slice(valueStart, end)])
  )
}

// Null for a schema that cannot serialize a problem, and for one that writes no object.
function attempt (serialize: Serializer | null, value: unknown): string | null {
  try {
    const json = serialize?.(value)
    return isJsonObject(json) ? json : null
  } catch {
    return null
  }
}

const lenient = new WeakMap<object, Serializer | null>()

/**
 * The serializer of a response schema that requires members of the app's own errors: nothing is required at its top.
 */
function lenientSerializer (status: number, { request, server }: FastifyReply): Serializer | null {
  const schema = responseSchema(request.routeOptions.schema, status, PROBLEM_TYPE)
  if (typeof schema !== 'object' || schema === null) return null
  return remembered(lenient, schema, () =>
    compile(withoutRequired(jsonSchemaOf(schema, 'output').schema, sharedSchemas(server)), server.getSchemas()))
}

function compile (schema: unknown, shared: object): Serializer | null {
  try {
    return fastJsonStringify(schema as never, { schema: shared as never }) as Serializer
  } catch {
    return null
  }
}

function withoutRequired (declared: unknown, shared: SharedSchemas): unknown {
  const schema = resolved(declared, shared)
  if (!isObject(schema)) return schema
  const { required, $id, ...rest } = schema
  const unions = ['allOf', 'anyOf', 'oneOf'].filter(name => Array.isArray(rest[name]))
  const relaxed = unions.map(name => [name, (rest[name] as unknown[]).map(part => withoutRequired(part, shared))])
  return { ...rest, ...Object.fromEntries(relaxed) as object }
}
