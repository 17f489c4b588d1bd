// The page of a form: a row of a table links to it, because the resource has the current values and the entity tag.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { controlIn } from '../hypermedia/tree.ts'
import type { ChangedRows } from '../hypermedia/tree-rows.ts'
import { LinkTarget } from '../lib/declare/target.ts'
import { problem } from '../lib/problems/problem.ts'
import { sharedSchemas } from '../lib/schema/references.ts'
import { NO_FACTS, type ValueFacts } from './facts.ts'
import { type FormQuery, readFormQuery } from './form-query.ts'
import type { Attempt } from './model.ts'
import { renderPage } from './page.ts'
import { type ShownForm, shownForm } from './shown-form.ts'
import type { Location, Site } from './site.ts'

/** Shows a form that the caller may send now, with the resource that it belongs to. */
export async function showForm (site: Site, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = readFormQuery(request.query)
  if (query === null) return problem({ status: 400, detail: 'This is no form of a page of this API.' }).send(reply)
  const location = site.locate(request)
  const shown = await shownForm(site, reply, query, location)
  if (shown === null) return gone(site, reply, query)
  const tree = site.trees.of(shown.form, query.target, request)
  return renderForm(site, reply, query, location, shown, {
    form: shown.form, tree, entered: null, errors: [], isDanger: shown.isDanger
  })
}

/** Shows a form again with a row more or less, and what was typed. */
export async function showChanged (
  site: Site, reply: FastifyReply,
  { form: query, location, changed: { entered, added } }:
  { readonly form: FormQuery, readonly location: Location, readonly changed: ChangedRows }
): Promise<FastifyReply> {
  const shown = await shownForm(site, reply, query, location)
  if (shown === null) return gone(site, reply, query)
  const tree = site.trees.of(shown.form, query.target, reply.request)
  const focus = added === null ? null : controlIn(tree, added)
  // The tag of the representation that the form began with.
  const current = { ...shown, tag: query.tag }
  return renderForm(site, reply, query, location, current, {
    form: shown.form, tree, entered, errors: [], focus, isDanger: shown.isDanger
  })
}

function renderForm (
  site: Site, reply: FastifyReply, { page, self }: FormQuery, location: Location,
  { value, tag = null, isOwn }: Pick<ShownForm, 'value' | 'isOwn'> & { readonly tag?: string | undefined | null },
  attempt: Attempt
): FastifyReply {
  const facts = self === undefined ? NO_FACTS : factsAt(site, self, reply)
  const resource = isOwn ? value : null
  const details = { attempt, path: page, self, resource, tag, base: location.base, facts }
  return reply.type('text/html; charset=utf-8').send(renderPage(site, reply.request, reply, null, details))
}

function gone (site: Site, reply: FastifyReply, { page }: FormQuery): FastifyReply {
  const href = site.locate(reply.request).prefix + page
  return problem({ status: 404, detail: 'This action is not possible now.' })
    .link('up', LinkTarget.uri(href)).send(reply)
}

/** Returns what the schema of a route has about the resource at a path. */
export function factsAt (site: Site, path: string, { server, request }: FastifyReply): ValueFacts {
  const route = site.routes.find('GET', path, request)
  return route === null ? NO_FACTS : site.routes.facts(route, 200, sharedSchemas(server))
}
