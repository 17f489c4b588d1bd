import { documentFault } from '../../schemas/documents.ts'
import type { Check } from './check.ts'

/** CRAWL006: a document that violates HAL, HAL-FORMS, or its documented schema. */
export const invalidDocument: Check = {
  code: 'CRAWL006',
  inspect: event => event.kind === 'document' ? documentFault(event.document) : null
}
