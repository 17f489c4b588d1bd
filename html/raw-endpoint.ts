// The page that shows the JSON of a resource: what API clients get.
import type { FastifyReply } from 'fastify'
import { STATUS_CODES } from '../lib/node-modules.ts'
import { problem } from '../lib/problems/problem.ts'
import { isPath } from './form-query.ts'
import { sendAsCaller } from './read-content.ts'
import { setPageHeaders, type Site } from './site.ts'
import type { Visit } from './visit.ts'

/** Shows the JSON at a path in one of the built-in formats. */
export async function showJson (visit: Visit): Promise<FastifyReply> {
  const { site, request, reply } = visit
  const { path, accept } = request.query as Record<string, unknown>
  const formats = formatsOf(site)
  const format = formats.find(format => format.accept === accept) ?? formats[0]!
  if (!isPath(path)) return problem({ status: 400, detail: 'The parameter path is a path of this API.' }).send(reply)
  const { status, headers, body } = await sendAsCaller(visit, {
    method: 'GET', path, headers: { accept: format.accept }
  })
  const { renderRaw } = site.assets
  setPageHeaders(site, reply)
  return reply.type('text/html; charset=utf-8').send(renderRaw({
    ...site.frame(request, status),
    path,
    reason: STATUS_CODES[status] ?? '',
    formats,
    accept: format.accept,
    contentType: String(headers['content-type'] ?? ''),
    body
  }))
}

function formatsOf ({ environment: { settings: { mediaTypes: { json, hal, halForms } } } }: Site) {
  return [{ name: 'JSON', accept: json }, { name: 'HAL', accept: hal }, { name: 'HAL-FORMS', accept: halForms }]
}
