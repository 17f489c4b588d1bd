// Makes pages: of responses, errors and forms that failed.
import type { FastifyReply } from 'fastify'
import type { Field } from '../hypermedia/form.ts'
import { isWeak } from '../lib/http/weak-tag.ts'
import { STATUS_CODES } from '../lib/node-modules.ts'
import { sharedSchemas } from '../lib/schema/references.ts'
import { ancestorsOf, labelAt, namesAt, summaryAt } from './ancestors.ts'
import type { ValueFacts } from './facts.ts'
import type { Account, Attempt, PageModel } from './model.ts'
import { takeNotice } from './notice.ts'
import { setPageHeaders } from './site.ts'
import type { Visit } from './visit.ts'

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
export function renderPage (visit: Visit, value: unknown, details: Details = {}): string {
  const { site, reply } = visit
  const notice = takeNotice(site, reply)
  setPageHeaders(site, reply)
  const model = modelOf(visit)
  const path = details.path ?? model.path
  const ancestors = ancestorsOf(visit, path)
  return site.assets.renderPage({ ...model, value, notice, ancestors, ...namesAt(visit, path), ...details })
}

/** Sends a page that is no representation of a resource. */
export function sendPage (visit: Visit, value: unknown, details: Details): FastifyReply {
  return visit.reply.type('text/html; charset=utf-8').send(renderPage(visit, value, details))
}

type PageOf = Omit<PageModel, 'value' | 'notice' | 'ancestors' | 'noun' | 'type'>

function modelOf (visit: Visit): PageOf {
  const { site, request, reply } = visit
  const { routes, types, trees } = site
  const { statusCode } = reply
  const { schema } = request.routeOptions
  const shared = sharedSchemas(reply.server)
  const tag = reply.getHeader('etag')
  return {
    ...site.frame(request, statusCode),
    reason: STATUS_CODES[statusCode] ?? '',
    // A resource whose tag is weak has no tag that If-Match could match.
    tag: typeof tag === 'string' && !isWeak(tag) ? tag : null,
    facts: routes.facts({ schema }, statusCode, shared),
    typeNamed: name => types.written(name),
    labelAt: path => labelAt(visit, path),
    summaryOf: path => summaryAt(visit, path),
    attempt: null,
    self: undefined,
    resource: null,
    requiresTag: (method, path) => routes.requiresTag(method, path, request),
    treeOf: (form, path) => trees.of(form, path, request),
    fileLimit: site.fileLimit,
    searchFields: href => searchFields(visit, href)
  }
}

function searchFields ({ site, request, location }: Visit, href: string): readonly Field[] {
  const path = site.pathWithin(href, location)
  const route = path === null ? null : site.routes.find('GET', path, request)
  return route === null ? [] : site.routes.input(route, 'GET').fields
}
