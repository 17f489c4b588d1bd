import { objectOf } from '../hypermedia/read.ts'
import { encodingOf } from '../lib/http/form-encoding.ts'
import type { Client, ClientOptions, ClientProblem } from '../types/client.ts'
import type { ReadOptions } from '../types/client-arguments.ts'
import type { Resource } from '../types/client-resource.ts'
import type { ApiType, UntypedApi } from '../types/client-types.ts'
import { HypermediaError } from './errors.ts'
import { admitter } from './origins.ts'
import { type Connection, HalResource, transcludedBy } from './resource.ts'
import { type ClientRequest, type ClientResponse, sender } from './send.ts'

const MOST_REPRESENTATIONS = 200

/**
 * Makes a client of an API in HAL, HAL-FORMS or the default format of fastify-hyper.
 * @param url the entry point; in a browser, it may be relative to the page
 * @example const root = await createClient<Api>('https://api.example.com/').start()
 */
export function createClient<Api extends ApiType = UntypedApi> (
  url: string | URL, options: ClientOptions = {}
): Client<Api> {
  const entry = new URL(url, (globalThis as { location?: { readonly href: string } }).location?.href)
  const connection = connect(entry, options)
  const client = {
    start: (options?: ReadOptions) => connection.read(entry, transcludedBy(options)),
    open: async (href: string, options?: ReadOptions) => connection.read(new URL(href, entry), transcludedBy(options))
  }
  // The types describe what the server is expected to send.
  return client as unknown as Client<Api>
}

function connect (entry: URL, options: ClientOptions): Connection {
  const send = sender(options, admitter(entry, options.allowOrigin))
  // The resources with an entity tag that were read last, by URL and preference.
  const representations = new Map<string, HalResource>()
  const connection: Connection = {
    read,
    run,
    weakIfMatch: options.weakIfMatch,
    async deprecated ({ href, deprecation }, relation) {
      if (deprecation !== undefined) await options.onDeprecated?.({ relation, href, deprecation })
    }
  }
  return connection

  async function read (url: URL, transcluded = '', known?: HalResource): Promise<HalResource> {
    // A response with embedded resources is another representation.
    const key = `${transcluded} ${url.href}`
    const previous = known ?? representations.get(key)
    const prefer = transcluded === '' ? null : `transclude=${JSON.stringify(transcluded)}`
    const request: ClientRequest = { method: 'GET', url, headers: { 'if-none-match': previous?.etag, prefer } }
    const received = await send(request)
    if (received.response.status === 304 && previous !== undefined) return previous
    const resource = await resourceOf(request, received, received.url, transcluded)
    if (resource === null) throw new TypeError(`GET ${url.href}: the response is no JSON.`)
    if (resource.etag === null) return resource
    representations.delete(key)
    representations.set(key, resource)
    if (representations.size > MOST_REPRESENTATIONS) representations.delete(representations.keys().next().value!)
    return resource
  }

  async function run (request: ClientRequest): Promise<HalResource | null> {
    const received = await send(request)
    const location = received.response.headers.get('location')
    const target = location === null ? null : new URL(location, received.url)
    const isRead = request.method === 'GET' || received.url.href !== request.url.href
    return await resourceOf(request, received, target ?? (isRead ? received.url : null)) ??
      (target && read(target))
  }

  /** Returns null if the response has no JSON. @throws HypermediaError */
  async function resourceOf (
    { method, url: requested }: ClientRequest, { response, url: base }: ClientResponse, url: URL | null,
    transcluded = ''
  ): Promise<HalResource | null> {
    const json = await jsonOf(response)
    const { headers } = response
    const origin = { base, url, etag: headers.get('etag'), transcluded, linkHeader: headers.get('link') ?? '' }
    if (response.ok) return json === undefined ? null : new HalResource(json, origin, connection)
    const problem: ClientProblem = { title: response.statusText, ...objectOf(json), status: response.status }
    const resource = new HalResource(problem, { ...origin, url: null }, connection)
    throw new HypermediaError(`${method} ${requested.href}`, problem, resource as unknown as Resource)
  }
}

/** Returns undefined for a response without JSON. */
async function jsonOf (response: Response): Promise<unknown> {
  const isJson = encodingOf(response.headers.get('content-type') ?? '') === 'application/json'
  const text = isJson ? await response.text() : await response.body?.cancel() ?? ''
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch (error) {
    // The status of an error counts more than a body that a proxy cut.
    if (response.ok) throw error
  }
}
