// Pages for errors: a browser gets them from every route of the scope, and for URLs without a route.
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { essence } from '../lib/http/media-type.ts'
import { originFormOf } from '../lib/http/current-url.ts'
import { varyWith } from '../lib/http/vary.ts'
import { faultsIn } from './faults.ts'
import { isOwnRequest } from './read-content.ts'
import type { Attempt } from './model.ts'
import { renderPage } from './page.ts'
import { parseOrNull } from './parse.ts'
import type { Site } from './site.ts'

/** Returns the hook that sends errors as pages to browsers. Errors that are no JSON stay. */
export function errorPages (site: Site): onSendHookHandler {
  return (request, reply, payload, done) => {
    if (reply.statusCode < 400 || typeof payload !== 'string' || !isJson(reply)) return done(null, payload)
    reply.header('vary', varyWith(reply.getHeader('vary'), 'Accept'))
    if (!site.wantsPage(request) || isOwnRequest(request)) return done(null, payload)
    let page: string
    try {
      page = renderPage(site, request, reply, payload, { attempt: searchAttempt(site, request, payload) })
    } catch (error) {
      request.log.error(error)
      return done(null, payload)
    }
    reply.header('content-type', 'text/html; charset=utf-8')
    reply.removeHeader('content-length')
    done(null, page)
  }
}

function isJson (reply: FastifyReply): boolean {
  const type = essence(String(reply.getHeader('content-type')))
  return type === 'application/json' || type.endsWith('+json')
}

// The search whose query is invalid, with what was typed.
function searchAttempt (site: Site, request: FastifyRequest, payload: string): Attempt | null {
  if (request.method !== 'GET' || request.is404) return null
  const path = originFormOf(request.originalUrl)
  const errors = faultsIn(parseOrNull(payload))
  const route = site.routes.find('GET', path)
  if (errors.length === 0 || route === null) return null
  const { fields } = site.routes.input(route, 'GET')
  if (fields.length === 0) return null
  const entered = new Map<string, string[]>()
  for (const [name, value] of new URL(path, 'http://localhost').searchParams) entered.set(name, [...entered.get(name) ?? [], value])
  const target = path.split('?', 1)[0]!
  return { form: { name: 'search', title: 'Search', method: 'GET', target, contentType: undefined, fields }, entered, errors }
}
