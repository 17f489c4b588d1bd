import { detailOf } from '../exchange.ts'
import type { Check } from './check.ts'

// A search without its required terms, for example.
const MISSING_VALUES = [400, 422]

/** CRAWL001: a link whose target responds with 4xx or 5xx. */
export const brokenLink: Check = {
  code: 'CRAWL001',
  inspect (event) {
    if (event.kind !== 'link' || !event.matches || event.target.status < 400) return null
    if (event.templated && MISSING_VALUES.includes(event.target.status)) return null
    return `the target of the link responds with ${event.target.status}${detailOf(event.target)}. ` +
      'Declare the condition of the link with .when() or .requireAuthorization(), or correct its values.'
  }
}
