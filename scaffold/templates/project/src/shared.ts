import { Type } from '@fastify/type-provider-typebox'
import { type HyperProblem, problem } from 'fastify-hyper'

// What the routes of all resources send alike.

/** The identifier of a resource in a path, up to the largest integer of PostgreSQL. */
export const IdSchema = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647, title: 'Number' }) })

/** The schema of a response that creates a resource (201). The handler sends its URL in Location. */
export function created<Schema extends Type.TSchema> (schema: Schema): Schema {
  return { ...schema, headers: { location: { type: 'string', description: 'The URL of the new resource' } } }
}

/** Thrown if another request has changed a resource since it was read. @param noun what messages call it */
export function conflict (noun: string): HyperProblem {
  return problem({ status: 409, detail: `Another request has changed the ${noun}. Read it again.` })
}
