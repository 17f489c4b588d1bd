// The members of a problem document as JSON.
import type { FastifyReply } from 'fastify'
import type { Serializer } from '../fastify/internals.ts'
import { PROBLEM_TYPE } from '../http/media-type.ts'
import { isJsonObject, jsonMembers, jsonObject } from '../json/object.ts'
import { fastJsonStringify } from '../packages.cjs'
import { remembered } from '../remembered.ts'
import { responseSchema, schemaSerializer } from '../schema/content.ts'
import { jsonSchemaOf } from '../schema/declared.ts'
import { isObject } from '../schema/json-schema.ts'
import { resolved, type SharedSchemas, sharedSchemas } from '../schema/references.ts'

/** The members of a problem document. */
interface ProblemMembers {
  readonly status: number
  readonly members: ReadonlyMap<string, unknown>
  /** The names of the members that the app added. */
  readonly extensions: ReadonlySet<string>
}

/**
 * Serializes the members of a problem document. A response schema was written for the errors of the app: it decides on
 * extension members only.
 * @param reply whose response schema is used; null for none
 */
export function problemJson (problem: ProblemMembers, reply: FastifyReply | null): string {
  const { members, extensions } = problem
  const bySchema = reply === null || extensions.size === 0 ? null : membersBySchema(problem, reply)
  const written: [name: string, json: string][] = []
  // Member by member, since an object would put numbers among its keys first.
  for (const [name, value] of members) {
    const isOwn = bySchema === null || !extensions.has(name)
    const json = isOwn ? JSON.stringify(value) as string | undefined : bySchema.get(name)
    if (json !== undefined) written.push([name, json])
  }
  return jsonObject(written)
}

// Null without a schema for the status.
function membersBySchema (problem: ProblemMembers, reply: FastifyReply): ReadonlyMap<string, string> | null {
  const { status, members } = problem
  const serialize = schemaSerializer(reply, status, () => PROBLEM_TYPE)
  if (serialize === null) return null
  const value = Object.fromEntries(members)
  const json = attempt(serialize, value) ?? attempt(lenientSerializer(status, reply), value)
  if (json !== null) return jsonMembers(json)
  reply.log.warn(
    `problem, status ${status}: its extension members are omitted, since its response schema cannot serialize them.`
  )
  return new Map()
}

// Null for a schema that cannot serialize a problem, and for one that writes no object.
function attempt (serialize: Serializer | null, value: unknown): string | null {
  try {
    const json = serialize?.(value)
    if (isJsonObject(json)) return json
    return null
  } catch {
    return null
  }
}

// By scope, whose shared schemas a schema may refer to.
const lenient = new WeakMap<object, WeakMap<object, Serializer | null>>()

/**
 * The serializer of a response schema that requires members of the app's own errors: nothing is required at its top.
 */
function lenientSerializer (status: number, { request, server }: FastifyReply): Serializer | null {
  const schema = responseSchema(request.routeOptions.schema, status, PROBLEM_TYPE)
  if (typeof schema !== 'object' || schema === null) return null
  const ofScope = remembered(lenient, server, () => new WeakMap<object, Serializer | null>())
  return remembered(ofScope, schema, () =>
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
