import { contentTypeOf, type Exchange, isSuccess } from '../crawl/exchange.ts'
import { HAL_FORMS_SCHEMA, HAL_SCHEMA } from './hal.ts'
import { openApiViolation } from './openapi.ts'
import { responseViolation } from './response.ts'
import { compileSchema, type FindViolation } from './validator.ts'

const FORMATS: readonly { name: string, mediaType: string, violation: FindViolation }[] = [
  { name: 'HAL', mediaType: 'application/hal+json', violation: compileSchema(HAL_SCHEMA)! },
  { name: 'HAL-FORMS', mediaType: 'application/prs.hal-forms+json', violation: compileSchema(HAL_FORMS_SCHEMA)! }
]

/** Returns how a document violates its format or its documented schema; null if it does not, and if it has neither. */
export function documentFault (exchange: Exchange): string | null {
  if (exchange.document === undefined) return null
  const type = contentTypeOf(exchange)
  if (exchange.unread !== null) return `the formatter of ${type} cannot read the document: ${exchange.unread}.`
  // The schema of the route describes the data.
  if (exchange.isFormatted) return null
  const format = FORMATS.find(({ mediaType }) => mediaType === type)
  const violation = format?.violation(exchange.document) ?? null
  if (violation !== null) return `the document is no valid ${format!.name}: ${violation}.`
  if (!isSuccess(exchange) || exchange.request === null) return null
  const documented = openApiViolation(exchange, type)
  if (documented !== undefined) {
    return documented === null ? null : `the document violates its schema in OpenAPI: ${documented}.`
  }
  const declared = format === undefined ? responseViolation(exchange, type) : null
  return declared === null ? null : `the document violates the response schema of its route: ${declared}.`
}
