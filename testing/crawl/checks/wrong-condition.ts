import type { Check } from './check.ts'

/**
 * CRAWL007: a conditional request that contradicts the representation: 304 although members changed,
 * or 412 for a tag just read.
 */
export const wrongCondition: Check = {
  code: 'CRAWL007',
  async inspect (event) {
    if (event.kind === 'action' && event.tagged && event.response?.status === 412) {
      return 'the response is 412 for the entity tag that was just read. ' +
        'Compute the tag of the precondition as the tag of the representation.'
    }
    if (event.kind !== 'change' || (await event.revalidate()).status !== 304) return null
    return `the response to ${event.earlier.headers['etag']} is 304, and the representation has other members than ` +
      'when it had that tag. Compute the tag from everything that is sent.'
  }
}
