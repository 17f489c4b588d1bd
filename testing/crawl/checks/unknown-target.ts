import type { Match } from '../session.ts'
import type { Check } from './check.ts'

/** CRAWL005: an href that no route of the app matches. */
export const unknownTarget: Check = {
  code: 'CRAWL005',
  inspect (event) {
    if (event.kind === 'link' && !event.matches && event.target.status >= 400) {
      return message('GET', event.target.path, event)
    }
    if (event.kind === 'action' && !event.matches) return message(event.method, event.path, event)
    return null
  }
}

function message (method: string, path: string, { constraints }: Match): string {
  if (constraints.length > 0) {
    return `no route of the app matches ${method} ${path} with the headers of this caller: the routes there need ` +
      `${constraints.join(', or ')}. A link cannot contain headers: clients must know them. ` +
      'Give the caller the header in the option as, or put the version into the path.'
  }
  return `no route of the app matches ${method} ${path}. Link to a named route: LinkTarget.route(name, values).`
}
