import type { Check } from './check.ts'

/** CRAWL005: an href that no route of the app matches. */
export const unknownTarget: Check = {
  code: 'CRAWL005',
  inspect (event) {
    if (event.kind === 'link' && !event.matches && event.target.status >= 400) return message('GET', event.target.path)
    if (event.kind === 'action' && !event.matches) return message(event.method, event.path)
    return null
  }
}

function message (method: string, path: string): string {
  return `no route of the app matches ${method} ${path}. Link to a named route: LinkTarget.route(name, values).`
}
