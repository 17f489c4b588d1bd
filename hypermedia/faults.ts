// The errors beside the fields of a form: of a problem document, or of Fastify's own validation error.
import { fieldErrors } from '../lib/validation/field-errors.ts'
import { faultWords } from '../lib/validation/words.ts'
import type { Fault } from './check-tree.ts'
import { isObject, member, stringMember } from './read.ts'

/** Returns the faults in an error document, by field name. */
export function faultsIn (value: unknown): Fault[] {
  if (!isObject(value)) return []
  const errors = member(value, 'errors')
  if (Array.isArray(errors)) return errors.flatMap(readFault)
  if (member(value, 'code') !== 'FST_ERR_VALIDATION') return []
  return (stringMember(value, 'message') ?? '').split(', ').flatMap(readMessage)
}

function readFault (error: unknown): Fault[] {
  const message = isObject(error) ? stringMember(error, 'message') : undefined
  const name = isObject(error) ? member(error, 'name') : undefined
  return message === undefined ? [] : [{ name: typeof name === 'string' ? name : '', message: faultWords(message) }]
}

// `body/quantity must be >= 1`, and `body must have required property 'name'`.
function readMessage (text: string): Fault[] {
  const found = /^(?:body|querystring)(?:\/(\S+))? (.+)$/s.exec(text)
  if (found === null) return []
  const [, pointer, message = ''] = found
  const missingProperty = /^must have required property '(.+)'$/s.exec(message)?.[1]
  const instancePath = pointer === undefined ? '' : `/${pointer}`
  return fieldErrors([{ instancePath, params: { missingProperty }, message }])
}
