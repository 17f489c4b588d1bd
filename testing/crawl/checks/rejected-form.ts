import { detailOf } from '../exchange.ts'
import type { Check } from './check.ts'

const REJECTED = [400, 422]

/** CRAWL003: a form whose own valid values are rejected. */
export const rejectedForm: Check = {
  code: 'CRAWL003',
  inspect (event) {
    if (event.kind !== 'action' || !event.filled || event.response === null) return null
    if (!REJECTED.includes(event.response.status)) return null
    return `values that the form allows are rejected with ${event.response.status}${detailOf(event.response)}. ` +
      'Express the constraint in the schema of the route, or give valid values with the option fill.'
  }
}
