// What clients send, and what crawls read.
import type { FastifyRequest } from 'fastify'
import { problem, type ProblemDocument, type ReadDocument } from '../../lib/index.ts'

export const MEDIA_TYPE = 'application/vnd.api+json'

// Values in quotes, such as profiles, may have commas and semicolons. Linear: one without its second quote is the rest.
const unquoted = (header = '') => header.replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)/gs, '').toLowerCase()

const trimmedParts = (text: string, separator: string) => text.split(separator).map(part => part.trim())

/** Throws if all instances of the media type in `Accept` have parameters that are not known: no extension is. */
export function checkAccept ({ headers }: FastifyRequest): void {
  const ranges = trimmedParts(unquoted(headers.accept), ',').map(range => trimmedParts(range, ';'))
  const own = ranges.filter(([mediaType]) => mediaType === MEDIA_TYPE)
  const isKnown = (parameter: string) => /^(?:profile|q)=/.test(parameter)
  if (own.length > 0 && !own.some(([, ...parameters]) => parameters.every(isKnown))) throw problem({ status: 406 })
}

/** Returns the attributes in a request body. */
export function attributesIn (document: unknown, { headers, method }: FastifyRequest): unknown {
  if (/;(?!\s*(?:profile=|$))/.test(unquoted(headers['content-type']))) throw problem({ status: 415 })
  const { data } = (document ?? {}) as { data?: Readonly<Record<string, unknown>> }
  if (typeof data?.type !== 'string') throw problem({ status: 400, detail: 'The document has no data with a type.' })
  if (data.relationships !== undefined || (method === 'POST' && data.id !== undefined)) {
    throw problem({ status: 403, detail: 'The data has relationships, or an id of the client.' })
  }
  return data.attributes ?? {}
}

/** Returns the errors of a problem document: one for each invalid field of the request. */
export function errorsOf (document: ProblemDocument, { headers, body }: FastifyRequest): object[] {
  const { type, status, title, detail, instance: about, errors } = document
  const links = { ...(type !== 'about:blank' && { type }), ...(about !== undefined && { about }) }
  const error = { ...(Object.keys(links).length > 0 && { links }), status: String(status), title, detail }
  const isOwn = unquoted(headers['content-type']).startsWith(MEDIA_TYPE)
  return errors?.map(({ name, message, detail: original }) => {
    const source = body === undefined ? { parameter: name } : { pointer: pointerOf(name, body, isOwn) }
    const meta = original !== undefined && { meta: { detail: original } }
    return { ...error, detail: message, ...(name !== '' && { source }), ...meta }
  }) ?? [error]
}

// Points to a value that exists: of a missing member, to the object that lacks it ("Error Objects").
function pointerOf (name: string, body: unknown, isOwn: boolean): string {
  let pointer = isOwn ? '/data' : ''
  for (const part of name.split(/\.|\[(\d+)\]\.?/)) {
    if (part === undefined || part === '') continue
    if (typeof body !== 'object' || body === null || !Object.hasOwn(body, part)) return pointer
    body = (body as Record<string, unknown>)[part]
    if (pointer === '/data') pointer = '/data/attributes'
    pointer += `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`
  }
  return pointer
}

/** A document of this formatter, or a resource object in it. */
interface Read {
  readonly links?: Readonly<Record<string, string>>
  readonly relationships?: Readonly<Record<string, { readonly links?: { readonly related: string } }>>
  readonly data?: Read | readonly Read[]
  readonly included?: readonly Read[]
}

/** Reads a document of `readJsonApi`. */
export function readJsonApi (document: unknown): ReadDocument {
  const { links = {}, relationships = {}, data = [], included = [] } = document as Read
  const related = Object.entries(relationships).map(([rel, { links }]) => [rel, links?.related] as const)
  const all = [...Object.entries(links), ...related]
  return {
    links: all.flatMap(([rel, href]) => href === undefined ? [] : [{ rel, href }]),
    actions: [],
    embedded: [...[data].flat(), ...included].map(resource => ['item', readJsonApi(resource)] as const)
  }
}
