import type {
  FastifyInstance, FastifyReply, FastifySchema, FastifyServerOptions, RouteHandlerMethod, RouteShorthandOptions
} from 'fastify'
import type { Test } from 'tap'
import hyper, { defineLinks, type LinkBuilder, LinkTarget } from '../../lib/index.ts'
import { bodyText } from './documents.ts'
import { projection } from './projection.ts'

// Lists of an app, each compared with what the same app writes without links, with a self link in each element.

export interface Item { readonly id: number }

export type Elements = readonly unknown[]
export type Lists = Readonly<Record<string, () => Elements>>

export interface Setup {
  readonly schema?: FastifySchema
  /** Options of the routes. */
  readonly route?: RouteShorthandOptions
  readonly server?: FastifyServerOptions
  /** Before the scope of the routes. */
  readonly around?: (app: FastifyInstance) => unknown
  /** Before the routes, in the scope of the routes. */
  readonly prepare?: (scope: FastifyInstance) => unknown
  /** Before the response. */
  readonly prepareReply?: (reply: FastifyReply) => unknown
  readonly links?: (links: LinkBuilder<Item>) => void
}

interface Received {
  readonly status: number
  readonly text: string
}

interface Responses {
  readonly plain: Received
  readonly linked: Received
}

export const hrefOf = (value: unknown) => `/items/${(value as Item).id}`
export const selfLinks = (links: LinkBuilder<Item>) => { links.self(value => LinkTarget.uri(hrefOf(value))) }

/** The responses of an app for some lists, without links and with them; a list is made anew for each request. */
export async function responses (
  t: Test, lists: Lists, { schema = {}, route, server, around, prepare, prepareReply, links = selfLinks }: Setup
): Promise<(list: string) => Promise<Responses>> {
  const { send } = await projection(t, async app => {
    await app.register(hyper, { hrefs: 'path' })
    await around?.(app)
    await app.register(async scope => {
      await prepare?.(scope)
      const handler: RouteHandlerMethod = (request, reply) => {
        prepareReply?.(reply)
        // A reply that is sent: Fastify would look for `then` on a value that is returned.
        reply.send(lists[(request.params as { list: string }).list]!())
      }
      scope.get('/plain/:list', { ...route, schema }, handler)
      scope.get(
        '/linked/:list', { ...route, schema, config: { hyper: { links: defineLinks<Item>('item', links) } } }, handler
      )
    })
  }, server)
  const get = async (path: string): Promise<Received> => {
    const response = await send({ method: 'GET', path, headers: [['Accept', 'application/json']] })
    return { status: response.status, text: bodyText(response) }
  }
  return async list =>
    ({
      plain: await get(`/plain/${encodeURIComponent(list)}`), linked: await get(`/linked/${encodeURIComponent(list)}`)
    })
}

/** The texts of an array's elements: JSON.parse finds where each ends. `undefined` is the result without a schema. */
function textsIn (array: string): string[] {
  const texts: string[] = []
  const end = array.lastIndexOf(']')
  for (let start = array.indexOf('[') + 1, at = start; at < end;) {
    at = array.indexOf(',', at + 1)
    if (at === -1) at = end
    const text = array.slice(start, at).trim()
    if (text !== 'undefined' && !isJson(text)) continue
    texts.push(text)
    start = at + 1
  }
  return texts
}

// What opens an object, an array or a string, and what ends it. Most commas are within one: there, nothing is parsed.
const ENDS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '"': '"' }

function isJson (text: string): boolean {
  const end = ENDS[text.charAt(0)]
  if (end !== undefined && !text.endsWith(end)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether an element gets links at all, if an object is written of it. */
const isLinkable = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map) &&
    !(value instanceof Date)

/** An element's own text with its self link, where it is an object without links of its own. */
function linkedText (text: string, value: unknown): string {
  if (text === 'undefined' || !isLinkable(value)) return text
  const written = JSON.parse(text) as unknown
  if (typeof written !== 'object' || written === null || Array.isArray(written) || '_links' in written) return text
  const separator = Object.keys(written).length === 0 ? '' : ','
  return `${text.slice(0, -1)}${separator}"_links":{"self":{"href":"${hrefOf(value)}"}}}`
}

/** What is to be read: each element with its link, but an error, or what is not a list of these elements, as it is. */
function wantedOf ({ status, text }: Received, values: Elements): Received {
  if (status !== 200 || !text.trimStart().startsWith('[')) return { status, text }
  const texts = textsIn(text)
  return {
    status,
    text: texts.length === values.length
      ? `[${texts.map((text, index) => linkedText(text, values[index])).join()}]`
      : text
  }
}

// Not compared by tap, which would print two long texts.
function different (seen: Received, wanted: Received): string | null {
  if (seen.status === wanted.status && seen.text === wanted.text) return null
  let at = 0
  while (at < seen.text.length && seen.text[at] === wanted.text[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 40), at + 80)
  return `at ${at}: ${seen.status} ${around(seen.text)} where ${wanted.status} ${around(wanted.text)} was expected`
}

/** Compares the responses of an app to some lists with what it writes without links; returns the statuses. */
export async function compare (t: Test, name: string, lists: Lists, setup: Setup = {}): Promise<Set<number>> {
  const get = await responses(t, lists, setup)
  const faults: string[] = []
  const statuses = new Set<number>()
  for (const [list, make] of Object.entries(lists)) {
    const { plain, linked } = await get(list)
    const fault = different(linked, wantedOf(plain, make()))
    if (fault !== null) faults.push(`${list}: ${fault}`)
    statuses.add(linked.status)
  }
  t.strictSame(faults, [], name)
  return statuses
}

export const many = <E>(count: number, make: (index: number) => E): E[] =>
  Array.from({ length: count }, (_, index) => make(index))
export const item = (id: number) => ({ id, text: id % 3 === 0 ? '},{"' : `text ${id}`, secret: 'not for everybody' })
export const withArray = (id: number) => ({ ...item(id), tags: ['a', '],[', id] })

const LENGTHS = [1, 63, 64, 65, 128, 129, 150]
export const perLength = (make: (index: number) => unknown) =>
  Object.fromEntries(LENGTHS.map(length => [length, () => many(length, make)]))

export const PLAIN: Lists = {
  ...perLength(item),
  'arrays inside': () => many(150, withArray),
  'an array inside, in the first part': () => many(150, index => index === 3 ? withArray(index) : item(index)),
  'an array inside, in the last part': () => many(150, index => index === 140 ? withArray(index) : item(index))
}

export const fields = { id: { type: 'integer' }, text: { type: 'string' }, tags: { type: 'array', items: {} } }
export const object = { type: 'object', properties: fields }
export const byName = { $ref: 'item#' }
export const list = { type: 'array', items: object }
export const anything = { type: 'object', additionalProperties: true }

/** Self links, some of which have to be waited for. */
export const lateLinks = (isLate: (id: number) => boolean) => (links: LinkBuilder<Item>) => {
  links.self(value =>
    isLate(value.id)
      ? new Promise(resolve => setImmediate(resolve, LinkTarget.uri(hrefOf(value))))
      : LinkTarget.uri(hrefOf(value)))
}

export function fail (message: string): never {
  throw Object.assign(new Error(message), { statusCode: 503 })
}

export function addShared (scope: FastifyInstance): void {
  scope.addSchema({ $id: 'item', ...object })
  scope.addSchema({ $id: 'list', type: 'array', items: byName })
  scope.addSchema({ $id: 'long', type: 'array', minItems: 100, items: byName })
}

/** Where something stands in a list of several parts. */
export const PLACES: Readonly<Record<string, (index: number) => boolean>> = {
  'at the start': index => index === 0,
  'at the end of the first part': index => index === 63,
  'at the start of the second part': index => index === 64,
  'at the end': index => index === 149,
  'from the second part on': index => index >= 64,
  everywhere: () => true
}
