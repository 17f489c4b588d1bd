// Prepares a reply for a problem document: its body, status and headers.
import type { FastifyReply } from 'fastify'
import type { ProblemDocument, WriteProblem } from '../../types/problem.ts'
import { handled } from '../async/promises.ts'
import { awaited, run, type Steps } from '../async/steps.ts'
import { type Environment, environmentOf, showsForms } from '../context/environment.ts'
import { CallbackContext, Resolution } from '../context/resolution.ts'
import type { Collector } from '../declare/collector.ts'
import { logError } from '../diagnostics/error-log.ts'
import { fail, toRealError } from '../errors.ts'
import { rememberProblem } from '../fastify/content-requests.ts'
import type { Serializer } from '../fastify/internals.ts'
import { isSerializerReplacedFor, replaceSerializer } from '../fastify/reply-serializer.ts'
import { PROBLEM_TYPE } from '../http/media-type.ts'
import { isJsonObject, memberKey, memberSpans } from '../json/object.ts'
import { optionPlace } from '../options/checks.ts'
import { fastJsonStringify } from '../packages.cjs'
import { markPrivate } from '../policies/private-responses.ts'
import { remembered } from '../remembered.ts'
import { responseSchema, schemaSerializer } from '../schema/content.ts'
import { jsonSchemaOf } from '../schema/declared.ts'
import { isObject } from '../schema/json-schema.ts'
import { resolved, type SharedSchemas, sharedSchemas } from '../schema/references.ts'
import { formatProblem, problemFormatter } from './format.ts'
import { addLinks, type Retry } from './links.ts'

/** What the plugin adds to a problem document, and an app cannot. */
export interface ProblemExtras {
  /** The entity tag of the response; null removes the one that the handler set. */
  readonly entityTag?: string | null
  /** Offers the current request again as an action, if the plugin is registered. */
  readonly retry?: Retry
  /** Adds members to the JSON, in place of the problem's own links and actions. */
  readonly write?: (body: string) => string
}

/** A problem document and its response. */
export interface ProblemContent {
  readonly status: number
  readonly members: Map<string, unknown>
  /** The names of the members that the app added. */
  readonly extensions: Set<string>
  readonly declared: Collector
  extras: ProblemExtras
  /** Whether the plugin makes it, and not the app. */
  isOwn: boolean
}

/** Whether the error handler of the app gets a problem in place of the client. */
export function isThrown ({ isOwn }: ProblemContent, { server }: FastifyReply): boolean {
  return isOwn && environmentOf(server)?.settings.problems === 'throw'
}

/**
 * Sets the status, the headers and the serializer of a reply for a problem, once for each response. Returns a promise
 * only if a policy decides on a link later, or the app on the body.
 */
export function prepareReply (problem: object, content: ProblemContent, reply: FastifyReply): void | Promise<void> {
  if (!isSerializerReplacedFor(reply, problem)) return run(prepare(problem, content, reply))
}

function * prepare (problem: object, content: ProblemContent, reply: FastifyReply): Steps<void> {
  let body: unknown
  try {
    body = yield * bodyOf(problem, content, reply)
  } catch (error) {
    // Fastify keeps an error status that is set, and this is no error of the client.
    reply.code(500)
    throw error
  }
  replaceSerializer(reply, { value: problem, body: () => body, otherwise: payload => serializeOther(payload, reply) })
}

// Serializes what a later hook or an error handler sends in place of the problem: Fastify sets no media type for a
// reply with a serializer.
function serializeOther (payload: unknown, reply: FastifyReply): unknown {
  const isString = typeof payload === 'string'
  const type = isString ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  if (!reply.hasHeader('content-type')) reply.header('content-type', type)
  return isString ? payload : reply.serialize(payload)
}

/** Makes the body, the document or what the option `problems` makes of it, and sets the status and the headers. */
function * bodyOf (problem: object, content: ProblemContent, reply: FastifyReply): Steps<unknown> {
  const environment = environmentOf(reply.server)
  const option = environment?.settings.problems
  const { status, extras: { entityTag } } = content
  let body: unknown
  let document: string
  if (typeof option === 'function') {
    // A response schema describes what the option returns: the option gets all members.
    document = yield * documentOf(problem, { ...content, extensions: new Set() }, environment, reply)
    reply.code(status).removeHeader('content-type')
    body = (yield * ownBody(option, document, reply)) ?? document
  } else body = document = yield * documentOf(problem, content, environment, reply)
  if (entityTag === null) reply.removeHeader('etag')
  else if (entityTag !== undefined) reply.header('etag', entityTag)
  if (body === document) {
    const formatter = environment === null ? null : problemFormatter(environment, reply)
    reply.code(status).header('content-type', formatter?.mediaType ?? PROBLEM_TYPE)
    if (formatter !== null) body = formatProblem(formatter, document, reply)
  } else if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/json; charset=utf-8')
  rememberProblem(reply.request, document, body)
  return body
}

function * documentOf (
  problem: object, content: ProblemContent, environment: Environment | null, reply: FastifyReply
): Steps<string> {
  const { status, declared, extras: { write, retry } } = content
  const body = problemBody(content, status, reply)
  if (write !== undefined) return write(body)
  const isLinked = declared.links.length + declared.actions.length > 0
  if (!isLinked && retry === undefined) return body
  const { request } = reply
  if (environment === null) {
    return isLinked
      ? fail('FST_ERR_HYPER_NOT_REGISTERED', `${request.method} ${request.url}`, 'a problem document with links')
      : body
  }
  const resolution = new Resolution(environment, new CallbackContext(reply), showsForms(environment, request))
  const linked = yield * addLinks(body, problem, { declared, retry }, resolution)
  if (resolution.decided) markPrivate(environment, reply)
  return linked
}

// More than error bodies have.
const BODY_LEVELS = 20

/** Returns the body that the app makes of a problem document; null for the document itself. */
function * ownBody (write: WriteProblem, document: string, reply: FastifyReply): Steps<unknown> {
  try {
    const written = yield * awaited(write(JSON.parse(document) as ProblemDocument, reply.request, reply))
    const body = handled(written, BODY_LEVELS)
    if (body === undefined) return null
    return typeof body === 'string' || body instanceof Uint8Array ? body : reply.serialize(body)
  } catch (error) {
    const place = optionPlace('problems')
    logError(reply.log, error, {}, `${place}: the function failed.`)
    throw toRealError(place, error)
  }
}

// The members of a problem document as JSON. A response schema was written for the errors of the app: it decides on
// extension members only.
function problemBody ({ members, extensions }: ProblemContent, status: number, reply: FastifyReply): string {
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
