// The members of a problem document as JSON, by the response schema of its status where the route has one.
import type { FastifyReply } from 'fastify'
import { schemaSerializer } from '../../routes/response-content.ts'
import { memberKey } from '../../json/object.ts'

/** The media type of problem documents (RFC 9457, section 6.1). */
export const PROBLEM_TYPE = 'application/problem+json'

/**
 * Serializes the members of a problem.
 * @throws what a serializer throws, such as for a required property that a problem does not have
 */
export function problemBody (members: ReadonlyMap<string, unknown>, status: number, reply: FastifyReply): unknown {
  const serialize = schemaSerializer(reply, status, () => PROBLEM_TYPE)
  return serialize === null ? plainBody(members) : serialize(Object.fromEntries(members))
}

// Member by member, since an object would put numbers among its keys first.
function plainBody (members: ReadonlyMap<string, unknown>): string {
  const written = [...members].map(([name, value]) => [name, JSON.stringify(value)] as const).filter(([, json]) => json !== undefined)
  return '{' + written.map(([name, json]) => memberKey(name) + json).join(',') + '}'
}
