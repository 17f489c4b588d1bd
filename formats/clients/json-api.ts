// What clients send, and what crawls read.
import type { FastifyRequest } from 'fastify'
import { problem, type ProblemDocument, type ReadDocument } from '../../lib/index.ts'

/** Returns the attributes in a request body. */
export function attributesIn (document: unknown, { headers, method }: FastifyRequest): unknown {
  if (/;(?!\s*profile=)/i.test(String(headers['content-type']))) throw problem({ status: 415 })
  const { data } = (document ?? {}) as { data?: Readonly<Record<string, unknown>> }
  if (typeof data?.type !== 'string') throw problem({ status: 400, detail: 'The document has no data with a type.' })
  if (data.relationships !== undefined || (method === 'POST' && data.id !== undefined)) {
    throw problem({ status: 403, detail: 'The data has relationships, or an id of the client.' })
  }
  return data.attributes ?? {}
}

/** Returns the errors of a problem document: one for each invalid field of the request. */
export function errorsOf (
  document: ProblemDocument, { headers, method }: FastifyRequest, mediaType: string
): object[] {
  const { type, status, title, detail, instance: about, errors } = document
  const links = { ...(type !== 'about:blank' && { type }), ...(about !== undefined && { about }) }
  const error = { ...(Object.keys(links).length > 0 && { links }), status: String(status), title, detail }
  const root = String(headers['content-type']).startsWith(mediaType) ? '/data/attributes/' : '/'
  return errors?.map(({ name, message }) => {
    const source = method === 'GET' ? { parameter: name } : { pointer: root + name.replaceAll('.', '/') }
    return { ...error, detail: message, ...(name !== '' && { source }) }
  }) ?? [error]
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
