// Makes pages: of responses, errors and forms that failed.
import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Field } from '../hypermedia/form.ts'
import type { Attempt, Label, PageModel } from './model.ts'
import type { SharedSchemas } from './schema.ts'
import { setPageHeaders, type Site } from './site.ts'

/** What a page shows beside its content. */
interface Details {
  readonly attempt?: Attempt | null
  /** The path of the page, where it is not that of the request. */
  readonly path?: string
  readonly tag?: string | null
  readonly base?: string
  readonly self?: string | undefined
  readonly labels?: readonly Label[]
}

/** Returns the page for the parsed body of a response, and sets the headers of a page. */
export async function renderPage (
  site: Site, request: FastifyRequest, reply: FastifyReply, value: unknown, details: Details = {}
): Promise<string> {
  setPageHeaders(reply)
  const model = modelOf(site, request, reply, value)
  const { renderPage } = await site.assets()
  return renderPage({ ...model, ...details })
}

function modelOf (site: Site, request: FastifyRequest, reply: FastifyReply, value: unknown): PageModel {
  const { routes } = site
  const { statusCode } = reply
  const { schema } = request.routeOptions
  const shared: SharedSchemas = id => reply.server.getSchema(id) as object | undefined
  const { summary } = (schema ?? {}) as { summary?: unknown }
  const frame = site.frame(request, statusCode)
  const tag = reply.getHeader('etag')
  return {
    ...frame,
    reason: STATUS_CODES[statusCode] ?? '',
    summary: typeof summary === 'string' ? summary : undefined,
    value,
    tag: typeof tag === 'string' ? tag : null,
    ...routes.labels({ schema }, statusCode, shared),
    attempt: null,
    self: undefined,
    requiresTag: (method, path) => routes.requiresTag(method, path, request),
    searchFields: href => searchFields(site, href, frame, request)
  }
}

function searchFields (
  site: Site, href: string, frame: Pick<PageModel, 'base' | 'prefix'>, caller: FastifyRequest
): readonly Field[] {
  const path = site.pathWithin(href, frame)
  const route = path === null ? null : site.routes.find('GET', path, caller)
  return route === null ? [] : site.routes.input(route, 'GET').fields
}
