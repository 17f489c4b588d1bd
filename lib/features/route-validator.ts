import type { FastifyInstance } from 'fastify'
import type { RouteSchema } from '../compile/route-table.ts'
import { inputPart } from '../forms/input-part.ts'
import { isPromise } from '../promises.ts'

/** A route whose validator is asked. */
export interface ValidatedRoute {
  /** The scope that it was declared in. */
  readonly server: FastifyInstance
  readonly url: string
  /** As it stands when the app is ready. */
  readonly schema: RouteSchema
  /** The route's own, where it was declared with one. */
  readonly validatorCompiler?: FastifyInstance['validatorCompiler']
  /** Its form-input adapter, where that is on: what it gives is validated. */
  readonly adapt: ((input: unknown) => unknown) | null
}

/** Why a validator refuses an input. */
export interface Refusal {
  /** The names that lead to what is wrong, or missing; none where it is the whole input. */
  readonly path: readonly string[]
  readonly reason: string
}

/** Tells why an input is refused; null where it is taken, or where only time would tell. */
export type Judge = (input: unknown) => Refusal | null

/**
 * The validator of a route for the input of a form, or null where the route has none.
 * Fastify gives no access to the one that it compiled: its compiler is asked again, and Ajv answers with the same function.
 * @param contentType the media type that the form is sent as, where it is sent as a body
 */
export function routeJudge (route: ValidatedRoute, method: string, contentType: string | null): Judge | null {
  const { server, url, schema, adapt, validatorCompiler = server.validatorCompiler } = route
  const httpPart = inputPart(method)
  const input = httpPart === 'body' ? bodySchema(schema.body, contentType) : schema.querystring ?? schema.query
  if (input === undefined || validatorCompiler === undefined) return null
  const validate = validatorCompiler({ schema: input, method, url, httpPart })
  return value => judged(() => validate(adapt === null ? value : adapt(value)), () => validate.errors)
}

// As Fastify chooses among the media types of a body.
function bodySchema (body: unknown, contentType: string | null): unknown {
  const content = (body as { content?: Record<string, { schema: unknown }> } | null | undefined)?.content
  return content === undefined ? body : Object.entries(content).find(([type]) => type === contentType)?.[1].schema
}

// The answers that Fastify knows: false beside `errors`, `{ error }`, anything thrown, and all else for yes.
function judged (validate: () => unknown, errors: () => unknown): Refusal | null {
  try {
    const answer = validate()
    if (answer === false) return refusalOf(errors())
    if (isPromise(answer)) return ignored(answer)
    const error = (answer as { error?: unknown } | null | undefined)?.error
    return error === undefined || error === null ? null : refusalOf(error)
  } catch (thrown) {
    return refusalOf(thrown)
  }
}

function ignored (answer: Promise<unknown>): null {
  answer.then(() => {}, () => {})
  return null
}

interface ValidationError {
  readonly instancePath?: unknown
  readonly params?: { readonly missingProperty?: unknown, readonly additionalProperty?: unknown }
  readonly message?: unknown
}

// Ajv, TypeBox and Zod give a list, whose first entry is what Fastify answers with; Joi and Yup an error.
function refusalOf (error: unknown): Refusal {
  const { instancePath, params, message } = ((Array.isArray(error) ? error[0] : error) ?? {}) as ValidationError
  const property = params?.missingProperty ?? params?.additionalProperty
  return {
    path: [...segments(instancePath), ...typeof property === 'string' ? [property] : []],
    reason: typeof message === 'string' ? message : 'its validator gives no reason'
  }
}

// A JSON pointer (RFC 6901).
function segments (pointer: unknown): string[] {
  if (typeof pointer !== 'string') return []
  return pointer.split('/').slice(1).filter(segment => segment !== '').map(segment => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}
