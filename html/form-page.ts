// The page of a form: a row of a table links to it, because the resource has the current values and the entity tag.
import type { FastifyReply } from 'fastify'
import { controlIn } from '../hypermedia/tree.ts'
import type { ChangedRows } from '../hypermedia/tree-rows.ts'
import { LinkTarget } from '../lib/declare/target.ts'
import { problem } from '../lib/problems/problem.ts'
import { sharedSchemas } from '../lib/schema/references.ts'
import { NO_FACTS, type ValueFacts } from './facts.ts'
import { type FormQuery, readFormQuery } from './form-query.ts'
import type { Attempt } from './model.ts'
import { sendPage } from './page.ts'
import { type ShownForm, shownForm } from './shown-form.ts'
import type { Visit } from './visit.ts'

/** Shows a form that the caller may send now, with the resource that it belongs to. */
export async function showForm (visit: Visit): Promise<FastifyReply> {
  const { site, request, reply } = visit
  const query = readFormQuery(request.query)
  if (query === null) return problem({ status: 400, detail: 'This is no form of a page of this API.' }).send(reply)
  const shown = await shownForm(visit, query)
  if (shown === null) return gone(visit, query)
  const { form, isDanger } = shown
  const tree = site.trees.of(form, query.target, request)
  return sendForm(visit, query, { ...shown, attempt: { form, tree, entered: null, errors: [], isDanger } })
}

/** Shows a form again with a row more or less, and what was typed. */
export async function showChanged (
  visit: Visit, query: FormQuery, { entered, added }: ChangedRows
): Promise<FastifyReply> {
  const { site, request } = visit
  const shown = await shownForm(visit, query)
  if (shown === null) return gone(visit, query)
  const { form, isDanger } = shown
  const tree = site.trees.of(form, query.target, request)
  const focus = added === null ? null : controlIn(tree, added)
  // The tag of the representation that the form began with.
  const { tag } = query
  return sendForm(visit, query, { ...shown, tag, attempt: { form, tree, entered, errors: [], focus, isDanger } })
}

/** A form on its page, with the resource that it belongs to. */
interface FormOnPage extends Pick<ShownForm, 'value' | 'tag' | 'isOwn'> {
  readonly attempt: Attempt
}

function sendForm (visit: Visit, { page, self }: FormQuery, shown: FormOnPage): FastifyReply {
  const { value, tag = null, isOwn, attempt } = shown
  const facts = self === undefined ? NO_FACTS : factsAt(visit, self)
  const resource = isOwn ? value : null
  return sendPage(visit, null, { attempt, path: page, self, resource, tag, base: visit.location.base, facts })
}

function gone ({ location, reply }: Visit, { page }: FormQuery): FastifyReply {
  return problem({ status: 404, detail: 'This action is not possible now.' })
    .link('up', LinkTarget.uri(location.prefix + page)).send(reply)
}

/** Returns what the schema of a route has about the resource at a path. */
export function factsAt ({ site, request, reply }: Visit, path: string): ValueFacts {
  const route = site.routes.find('GET', path, request)
  return route === null ? NO_FACTS : site.routes.facts(route, 200, sharedSchemas(reply.server))
}
