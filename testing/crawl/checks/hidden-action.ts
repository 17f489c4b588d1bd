import type { Check } from './check.ts'

/** CRAWL004: a guarded route that allows a caller to an action that no representation offers that caller. */
export const hiddenAction: Check = {
  code: 'CRAWL004',
  inspect (event) {
    if (event.kind !== 'admission') return null
    return `the response is ${event.response.status}, and no representation offers ${event.action} to this caller. ` +
      'Let the policy of the route decide both: remove the condition of the action, or add it to the route.'
  }
}
