// The members of a problem document as JSON, by the response schema of its status where the route has one.
import type { FastifyReply } from 'fastify'
import { contentKey, responseKey } from '../../fastify/response-content.ts'
import { memberKey } from '../../json/object.ts'
import type { Serializer } from '../../fastify/reply-serializer.ts'

/** The media type of problem documents (RFC 9457, section 6.1). */
export const PROBLEM_TYPE = 'application/problem+json'

/**
 * Serializes the members of a problem.
 * @throws what a serializer throws, such as for a required property that a problem does not have
 */
export function problemBody (members: ReadonlyMap<string, unknown>, status: number, reply: FastifyReply): unknown {
  const serialize = schemaSerializer(status, reply)
  return serialize === null ? plainBody(members) : serialize(Object.fromEntries(members))
}

function schemaSerializer (status: number, reply: FastifyReply): Serializer | null {
  const key = responseKey(key => reply.getSerializationFunction(key) !== undefined, status)
  if (key === null) return null
  const schema: unknown = reply.getSerializationFunction(key)
  if (typeof schema === 'function') return schema as Serializer
  const types = schema as Readonly<Record<string, Serializer>>
  const type = contentKey(Object.keys(types), PROBLEM_TYPE)
  return type === null ? null : types[type]!
}

// Member by member, since an object would put numbers among its keys first.
function plainBody (members: ReadonlyMap<string, unknown>): string {
  const texts = [...members].map(([name, value]) => [name, JSON.stringify(value)] as const).filter(([, text]) => text !== undefined)
  return '{' + texts.map(([name, text]) => memberKey(name) + text).join(',') + '}'
}
