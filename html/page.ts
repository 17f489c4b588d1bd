// Makes pages: of responses, errors and forms that failed.
import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Field } from '../hypermedia/form.ts'
import { isWeak } from '../lib/http/weak-tag.ts'
import { sharedSchemas } from '../lib/schema/references.ts'
import { ancestorsOf, labelAt, namesAt, summaryAt } from './ancestors.ts'
import type { ValueFacts } from './facts.ts'
import type { Account, Attempt, PageModel } from './model.ts'
import { takeNotice } from './notice.ts'
import { setPageHeaders, type Site } from './site.ts'

/** What a page shows beside its content. */
interface Details {
  readonly attempt?: Attempt | null
  /** The path of the page, where it is not the path of the request. */
  readonly path?: string
  readonly tag?: string | null
  readonly base?: string
  readonly self?: string | undefined
  readonly resource?: unknown
  readonly facts?: ValueFacts
  readonly account?: Account | null
}

/** Returns the page for the parsed body of a response, and sets the headers of a page. */
export function renderPage (
  site: Site, request: FastifyRequest, reply: FastifyReply, value: unknown, details: Details = {}
): string {
  const notice = takeNotice(site, reply)
  setPageHeaders(site, reply)
  const model = modelOf(site, request, reply)
  const path = details.path ?? model.path
  const names = namesAt(site, path, site.types, request)
  const ancestors = ancestorsOf(site, path, request)
  return site.assets.renderPage({ ...model, value, notice, ancestors, ...names, ...details })
}

type PageOf = Omit<PageModel, 'value' | 'notice' | 'ancestors' | 'noun' | 'type'>

function modelOf (site: Site, request: FastifyRequest, reply: FastifyReply): PageOf {
  const { routes, types, trees } = site
  const { statusCode } = reply
  const { schema } = request.routeOptions
  const shared = sharedSchemas(reply.server)
  const frame = site.frame(request, statusCode)
  const tag = reply.getHeader('etag')
  return {
    ...frame,
    reason: STATUS_CODES[statusCode] ?? '',
    // A resource whose tag is weak has no tag that If-Match could match.
    tag: typeof tag === 'string' && !isWeak(tag) ? tag : null,
    facts: routes.facts({ schema }, statusCode, shared),
    typeNamed: name => types.written(name),
    labelAt: path => labelAt(site, path, types, request),
    summaryOf: path => summaryAt(site, path, request),
    attempt: null,
    self: undefined,
    resource: null,
    requiresTag: (method, path) => routes.requiresTag(method, path, request),
    treeOf: (form, path) => trees.of(form, path, request),
    fileLimit: site.fileLimit,
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
