import { detailOf } from '../exchange.ts'
import type { Check } from './check.ts'

const FAILURES = [401, 403, 404, 405, 409, 415]

/** CRAWL002: an offered action that gets 401, 403, 404, 405, 409 or 415; or fails with 5xx. */
export const failedAction: Check = {
  code: 'CRAWL002',
  inspect (event) {
    if (event.kind !== 'action' || !event.matches || event.response === null) return null
    const { status } = event.response
    if (!FAILURES.includes(status) && status < 500) return null
    return `the action is offered, and the response is ${status}${detailOf(event.response)}. ` +
      'Give the route its policy and resource, or declare the condition of the action with .when().'
  }
}
