// What a route requires, and no form can send.
import { describe } from '../../lib/diagnostics/wording.ts'
import { parsesBodies } from '../../lib/fastify/internals.ts'
import { SENDABLE } from '../../lib/forms/fields/action-input.ts'
import { fieldsOf } from '../../lib/forms/fields/leaves.ts'
import { deriveTree } from '../../lib/forms/tree/derive-tree.ts'
import { contentSchemas, type InputPart, inputPart, querySchema } from '../../lib/schema/content.ts'
import { sharedSchemas } from '../../lib/schema/references.ts'
import { findingsOf } from './findings.ts'
import type { FormUse } from './forms.ts'

const URLENCODED = 'application/x-www-form-urlencoded'

const PARSERS: ReadonlyMap<string, string> = new Map([
  [URLENCODED, '@fastify/formbody'], ['multipart/form-data', '@fastify/multipart']
])

/** A part of a request that a form does not have. */
export interface Unsent {
  /** What it is, within its route: `form field 'number'`. */
  readonly subject: string
  readonly reason: string
}

/** Returns what the route of a form requires, and the form cannot show or send. */
export function unsentBy (form: FormUse): Unsent[] {
  return [...unsentFields(form), ...unsentBody(form), ...unparsedBody(form), ...otherPart(form)]
}

// A form that is sent as a whole has parts for what HAL-FORMS has no field for.
function unsentFields ({ contentType, tree, formInput }: FormUse): Unsent[] {
  const isWhole = contentType !== null && contentType !== URLENCODED
  return findingsOf(tree, formInput).filter(({ isInTree = false }) => !(isInTree && isWhole))
    .map(({ name, reason }) => ({ subject: `form field '${name}'`, reason }))
}

function unsentBody ({ method, contentType, route: { schema } }: FormUse): Unsent[] {
  if (inputPart(method) !== 'body' || schema?.body === undefined || contentType !== null) return []
  const types = SENDABLE.join(', ')
  const reason =
    `No form can send it, because forms are sent as ${types}. Let the route accept one of these too.`
  return [{ subject: 'body', reason }]
}

// Programs send a body of a media type that no form has, such as one of a formatter.
function unparsedBody ({ contentType, route: { server } }: FormUse): Unsent[] {
  if (contentType === null || !SENDABLE.includes(contentType) || parsesBodies(server, contentType)) return []
  const remedy = `Register ${PARSERS.get(contentType) ?? 'a content type parser for it'}, or let the route take JSON.`
  return [{
    subject: `body in ${contentType}`,
    reason: `The app has no parser for it, so that each request is a 415. ${remedy}`
  }]
}

// A form is the query or the body of a request.
function otherPart ({ method, hasValues, route }: FormUse): Unsent[] {
  const part = inputPart(method)
  const other: InputPart = part === 'body' ? 'querystring' : 'body'
  if (other === 'querystring' && hasValues) return []
  const schema = other === 'body' ? route.schema?.body : querySchema(route.schema)
  if (contentSchemas(schema) !== null) return []
  const tree = deriveTree(schema, { method, contentType: null, shared: sharedSchemas(route.server) })
  const needed = fieldsOf(tree, true).filter(({ required }) => required)
  const names = needed.map(({ property }) => describe(property.name)).join(', ')
  if (names === '') return []
  const remedy = `Make ${names} optional, or a part of the ${part}.`
  return [{
    subject: other, reason: `No form can send it, because ${method} sends the fields as its ${part}. ${remedy}`
  }]
}
