// The page of a form: a row of a table links to it, because the resource has the current values and the entity tag.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LinkTarget } from '../lib/declare/target.ts'
import { problem } from '../lib/features/problem/problem.ts'
import { sharedSchemas } from '../lib/schema/references.ts'
import { NO_FACTS, type ValueFacts } from './facts.ts'
import { readFormQuery } from './form-query.ts'
import { renderPage } from './page.ts'
import { shownForm } from './shown-form.ts'
import type { Site } from './site.ts'

/** Shows a form that the caller may send now, with the resource that it belongs to. */
export async function showForm (site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = readFormQuery(request.query)
  if (query === null) return problem({ status: 400, detail: 'This is no form of a page of this API.' }).send(reply)
  const { page, self } = query
  const location = site.locate(request)
  const shown = await shownForm(site, reply, query, location)
  if (shown === null) {
    const href = site.locate(request).prefix + page
    return problem({ status: 404, detail: 'This action is not possible now.' })
      .link('up', LinkTarget.uri(href)).send(reply)
  }
  const { form, value, tag = null, isOwn } = shown
  const attempt = { form, entered: null, errors: [] }
  const facts = self === undefined ? NO_FACTS : factsAt(site, self, reply)
  const details = { attempt, path: page, self, tag, base: location.base, facts }
  return reply.type('text/html; charset=utf-8')
    .send(await renderPage(site, request, reply, isOwn ? value : null, details))
}

/** Returns what the schema of a route has about the resource at a path. */
export function factsAt (site: Site, path: string, { server, request }: FastifyReply): ValueFacts {
  const route = site.routes.find('GET', path, request)
  return route === null ? NO_FACTS : site.routes.facts(route, 200, sharedSchemas(server))
}
