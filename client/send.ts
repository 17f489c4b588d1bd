// Sends requests, and follows redirects itself, because `fetch` sends headers of the app to any origin that
// a redirect names.
import type { ClientOptions } from '../types/client.ts'
import { NotAllowed } from './errors.ts'
import type { Admit } from './origins.ts'

/** A request before the headers of the app are added. */
export interface ClientRequest {
  readonly method: string
  readonly url: URL
  /** The URL of what names it as the target of an action: a document, or a redirect. */
  readonly from?: URL
  /** Those without a value are not sent. */
  readonly headers: Readonly<Record<string, string | null | undefined>>
  readonly body?: string | URLSearchParams | FormData
}

/** A response that is no redirect, and the URL that it came from. */
export interface ClientResponse {
  readonly response: Response
  readonly url: URL
}

/** Sends a request. @throws NotAllowed */
export type Send = (request: ClientRequest) => Promise<ClientResponse>

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
const MOST_REDIRECTS = 10

// Media types by preference: only HAL-FORMS has the fields of forms.
const ACCEPT = 'application/prs.hal-forms+json, application/hal+json;q=0.9, application/json;q=0.8, */*;q=0.1'

/** Makes the function that sends all requests of a client. */
export function sender ({ headers, signal, fetch: send = fetch }: ClientOptions, admit: Admit): Send {
  return follow

  async function follow (request: ClientRequest, count = 0): Promise<ClientResponse> {
    const { href, origin } = request.url
    const response = await send(href, await initOf(request))
    if (response.type === 'opaqueredirect') {
      throw new NotAllowed(href, 'it redirects, and the browser hides where to.')
    }
    const url = new URL(response.url || href)
    // A `fetch` that follows redirects: nothing that another origin sends is read.
    if (url.origin !== origin) admit(url)
    const location = response.headers.get('location')
    if (!REDIRECTS.includes(response.status) || location === null) return { response, url }
    await response.body?.cancel()
    if (count === MOST_REDIRECTS) {
      throw new NotAllowed(url.href, `it has over ${MOST_REDIRECTS} redirects.`)
    }
    return follow(redirected(request, response.status, new URL(location, url)), count + 1)
  }

  async function initOf ({ method, url, from = url, headers: own, body }: ClientRequest): Promise<RequestInit> {
    const hasCredentials = admit(url)
    // What has no credentials itself could use them.
    if (hasCredentials && method !== 'GET' && !admit(from)) {
      throw new NotAllowed(url.href, `${from.origin} requires allowOrigin: 'credentials'.`)
    }
    const all = new Headers(hasCredentials ? await (typeof headers === 'function' ? headers() : headers) : undefined)
    if (!all.has('accept')) all.set('accept', ACCEPT)
    // The app may have preferences of its own (RFC 7240, section 2).
    for (const [name, value] of Object.entries(own)) {
      if (typeof value === 'string') all[name === 'prefer' ? 'append' : 'set'](name, value)
    }
    return {
      method,
      headers: all,
      credentials: hasCredentials ? 'same-origin' : 'omit',
      ...isOwnOrigin(url) ? { mode: 'same-origin', redirect: 'follow' } : { redirect: 'manual' },
      body: body ?? null,
      signal: signal ?? null
    }
  }
}

// Browsers hide the target of a redirect that is not followed. For the origin of the page, they follow no redirect to
// another origin in the mode `same-origin`.
function isOwnOrigin ({ origin }: URL): boolean {
  const { document, WorkerGlobalScope, location } =
    globalThis as { document?: unknown, WorkerGlobalScope?: unknown, location?: { readonly origin: string } }
  return (document ?? WorkerGlobalScope) !== undefined && location?.origin === origin
}

// RFC 9110, section 15.4: 303 always changes the method to GET, 301 and 302 change POST.
function redirected (request: ClientRequest, status: number, url: URL): ClientRequest {
  const { method, url: from } = request
  const becomesGet = status === 303 ? method !== 'GET' : status < 303 && method === 'POST'
  return becomesGet ? { method: 'GET', url, headers: {} } : { ...request, url, from }
}
