import { completed, encodePath } from '../hypermedia/encode.ts'
import type { JsonObject } from '../hypermedia/read.ts'
import type { ForwardedRequest } from '../lib/features/forward.ts'
import { isSentInQuery } from '../lib/http/form-encoding.ts'
import type { JsonSchema } from '../lib/schema/json-schema.ts'
import type { Caller, Reply } from './caller.ts'
import { fieldsOf, type Offer, type OfferedAction, offersOf, selfPath, startsFilled } from './document.ts'
import { typedValue } from './field-schema.ts'
import type { Json } from './offers.ts'
import { NOT_OF_THIS_APP } from './open.ts'
import { emptyResult, failedAction, rejectedResult, resourceResult, type Result, unopenedResult } from './result.ts'

/** The arguments of the tool `act`. */
export interface ActInput {
  readonly url: string
  readonly action: string
  readonly input?: JsonObject
  readonly etag?: string
}

const NOT_OFFERED = 'The resource does not offer this action to the caller now.'
const UNKNOWN = 'The action has no input with these names.'
const SEVERAL = 'Several embedded resources offer this action: pass the URL of one of them.'

/** Performs an action that the resource at a URL offers the caller now. */
export async function act (caller: Caller, given: ActInput): Promise<Result> {
  const { url, action: name, input = {} } = given
  const path = caller.location.pathOfUrl(url)
  if (path === null) return rejectedResult(caller, NOT_OF_THIS_APP)
  const page = await caller.read(path, name)
  if (page.status >= 300) return unopenedResult(caller, page)
  const [offer, ...others] = offersOf(page.document, name)
  if (offer === undefined || others.length > 0) return rejectedResult(caller, unofferedError(name, page, others), page)
  const { action, resource } = offer
  const { inputSchema } = caller.api.inputOf(action, caller.request)
  const parameters = isSentInQuery(action.method) ? caller.api.parametersOf(inputSchema) : null
  const unknown = parameters?.unknown(Object.keys(input)) ?? []
  if (unknown.length > 0) {
    return rejectedResult(caller, { title: UNKNOWN, action: name, unknown, known: parameters!.names }, page)
  }
  const reply = await caller.send(requestOf(action, given, inputSchema))
  if (reply.status >= 400 || isRepeated(action, reply)) {
    return failedAction(caller, reply, { name, resource, page: page.path, parameters: parameters?.all ?? [] })
  }
  return outcome(caller, reply, page.path)
}

function unofferedError (action: string, { reason }: Reply, others: readonly Offer[]): Json {
  if (others.length > 0) return { title: SEVERAL, action }
  return { title: NOT_OFFERED, action, ...(reason === null ? {} : { detail: reason }) }
}

// The same request is to be sent to another URL (RFC 9110, sections 15.4.8 and 15.4.9): no handler has performed it.
function isRepeated ({ method }: OfferedAction, { status }: Reply): boolean {
  return method !== 'GET' && (status === 307 || status === 308)
}

// The resource in the response; else the one at its Location; else what is possible now.
async function outcome (caller: Caller, reply: Reply, path: string): Promise<Result> {
  const { document, target } = reply
  if (reply.filled && reply.status < 300) {
    const self = selfPath(document.links) ?? target ?? document.path
    return resourceResult(caller, { ...reply, document: { ...document, path: self } }, 'names')
  }
  if (target === null) return emptyResult(caller, reply, path)
  const result = await caller.read(target)
  return result.status < 300 ? resourceResult(caller, result, 'names') : emptyResult(caller, reply, path)
}

/**
 * Returns the request of an action, with the values of its form that the input does not have. Only hidden and read-only
 * ones are in a query, and in objects, which can be optional; only hidden ones are in PATCH.
 */
function requestOf (
  action: OfferedAction, { input = {}, etag }: ActInput, schema: JsonSchema
): ForwardedRequest {
  const { method, properties } = action
  const sendsAll = !isSentInQuery(method)
  const fields = fieldsOf({ properties: properties.filter(startsFilled) }).map(field => {
    const readOnly = field.readOnly || (sendsAll && !field.name.includes('.'))
    return { ...field, readOnly, value: typedValue(field, schema) }
  })
  const whole = completed(input, { method, fields })
  const { path, contentType, body } = encodePath({ ...action, fields: properties }, action.path, whole)
  const headers = { 'if-match': etag, 'content-type': contentType }
  return { method, path, headers, ...(typeof body === 'string' ? { body } : {}) }
}
