// Pages for errors: a browser gets them from every route of the scope, and for URLs without a route.
import type { FastifyReply, onSendHookHandler } from 'fastify'
import { formErrors } from '../hypermedia/form-errors.ts'
import { treeOfFields } from '../hypermedia/tree.ts'
import { knownResponse, readsContent } from '../lib/fastify/content-requests.ts'
import { proceed } from '../lib/fastify/pending-reply.ts'
import { parsedContent } from '../lib/features/content.ts'
import { essence } from '../lib/http/media-type.ts'
import { originFormOf } from '../lib/http/urls.ts'
import { addVary } from '../lib/http/vary.ts'
import type { Attempt } from './model.ts'
import { renderPage } from './page.ts'
import type { Site } from './site.ts'
import { readEntered } from './submission.ts'
import { Visit } from './visit.ts'

/** Returns the hook that sends errors as pages to browsers. Errors that are no JSON stay. */
export function errorPages (site: Site): onSendHookHandler {
  return (_request, reply, payload, done) => {
    const isPage = reply.statusCode >= 400 && typeof payload === 'string'
    proceed(reply, done, isPage ? pageOf(site, reply, payload) : payload)
  }
}

function pageOf (site: Site, reply: FastifyReply, payload: string): string {
  const { request } = reply
  const { problem } = knownResponse(request.raw, payload)
  if (problem === null && !isJson(reply)) return payload
  addVary(reply, 'Accept')
  if (!site.isReady || !site.wantsPage(request) || readsContent(request)) return payload
  return errorPage(new Visit(site, reply), payload, problem)
}

// The payload itself if the page fails.
function errorPage (visit: Visit, payload: string, problem: string | null): string {
  const { site, request, reply } = visit
  try {
    const value = parsedContent(site.environment, problem ?? payload, problem)
    const page = renderPage(visit, value, { attempt: searchAttempt(visit, value) })
    reply.header('content-type', 'text/html; charset=utf-8')
    reply.removeHeader('content-length')
    return page
  } catch (error) {
    request.log.error(error)
    return payload
  }
}

function isJson (reply: FastifyReply): boolean {
  const type = essence(String(reply.getHeader('content-type')))
  return type === 'application/json' || type.endsWith('+json')
}

// The search whose query is invalid, with what was typed.
function searchAttempt ({ site, request, reply }: Visit, problem: unknown): Attempt | null {
  if (request.method !== 'GET' || request.is404) return null
  const path = originFormOf(request.url)
  const route = site.routes.find('GET', path, request)
  const fields = route === null ? [] : site.routes.input(route, 'GET').fields
  const tree = treeOfFields(fields)
  const entered = readEntered(new URL(path, 'http://localhost').search)
  const errors = formErrors(tree, { entered }, reply.statusCode, problem)
  if (fields.length === 0 || errors.errors.length + errors.otherErrors.length === 0) return null
  const target = path.split('?', 1)[0]!
  const form = { name: 'search', title: 'Search', method: 'GET', target, contentType: undefined, fields }
  return { form, tree, entered, ...errors }
}
