// The endpoint that forms are sent to: browsers without a script send POST and form data only.
import type { FastifyReply } from 'fastify'
import { faultsOf, hasInvalidJson } from '../hypermedia/check-tree.ts'
import { readWritten } from '../hypermedia/content.ts'
import { readStart } from '../hypermedia/enter-tree.ts'
import type { FilledIn } from '../hypermedia/fill-tree.ts'
import { formErrors } from '../hypermedia/form-errors.ts'
import { isObject, selfOf } from '../hypermedia/read.ts'
import { type Node, withFields } from '../hypermedia/tree.ts'
import { STARTED } from '../hypermedia/tree-names.ts'
import { changedRows } from '../hypermedia/tree-rows.ts'
import { treeSubmission } from '../hypermedia/tree-submission.ts'
import { publicOrigin } from '../lib/context/app-urls.ts'
import { type ForwardedResponse, isEndpoint } from '../lib/features/forward.ts'
import { essence } from '../lib/http/media-type.ts'
import { isSafe } from '../lib/http/methods.ts'
import { isWeak } from '../lib/http/weak-tag.ts'
import { problem } from '../lib/problems/problem.ts'
import { isRemoval } from '../views/removal.ts'
import { aboveOf } from './ancestors.ts'
import { factsAt, showChanged } from './form-page.ts'
import { type FormQuery, readFormQuery } from './form-query.ts'
import type { Attempt, AttemptedForm } from './model.ts'
import { labelOf } from './names.ts'
import { setNotice } from './notice.ts'
import { sendPage } from './page.ts'
import { readContent, type ReadResponse } from './read-content.ts'
import { bodyOf, readForm } from './read-form.ts'
import { originFault } from './same-origin.ts'
import { shownForm } from './shown-form.ts'
import { userIn } from './sign-in.ts'
import type { Location } from './site.ts'
import { SENDABLE } from './submission.ts'
import type { TargetInput } from './target-routes.ts'
import type { Visit } from './visit.ts'

/** Sends the request of a form to the app, and redirects to its result or shows what is wrong. */
export async function submitForm (visit: Visit): Promise<FastifyReply> {
  const { site, request, reply, location } = visit
  const fault = originFault(request, publicOrigin(site.environment))
  if (fault !== null) return problem({ status: 403, detail: fault }).send(reply)
  const form = readFormQuery(request.query)
  if (form === null) return problem({ status: 400, detail: 'This is no form of a page of this API.' }).send(reply)
  const filledIn = await readForm(request.body, request.headers['content-type'] ?? '')
  const login = site.login?.isTarget(form.method, form.target, request) === true ? site.login : null
  if (login === null) site.login?.authorize(request)
  const input = await acceptedInput(visit, form)
  if (input === null) {
    return problem({ status: 403, detail: 'This API has no form with this target, method and media type.' }).send(reply)
  }
  const tree = site.trees.sent({ ...form, contentType: form.type }, form.target, request)
  const sent: SentForm = { form, tree, filledIn }
  const changed = changedRows(filledIn.entered)
  if (changed !== null) return showChanged(visit, form, changed)
  if (hasInvalidJson(tree, filledIn)) return showFailure(visit, sent, INVALID_JSON)
  const response = await send(visit, sent)
  passHeaders(response, reply)
  if (isRepeated(form, response, location)) return showFailure(visit, sent, REPEATED)
  if (response.status >= 400) return showFailure(visit, { ...sent, isLogin: login !== null }, response)
  if (login === null) return redirect(visit, form, response)
  const wrong = login.signIn(reply, userIn(input.fields, filledIn.entered), response)
  if (wrong !== null) return showFailure(visit, { ...sent, isLogin: true }, badGateway(wrong))
  setNotice(site, reply, 'You are signed in.')
  return reply.redirect(location.prefix + form.page, 303)
}

/** A form that a page has sent. */
interface SentForm {
  readonly form: FormQuery
  readonly tree: Node
  readonly filledIn: FilledIn
  /** Whether it is sent to the login of the pages. */
  readonly isLogin?: boolean
}

// A form may be sent if a route of the API is its target, or else if the page shows it to the caller.
async function acceptedInput (visit: Visit, form: FormQuery): Promise<TargetInput | null> {
  const { site, request } = visit
  const { method, target, type } = form
  if (type !== undefined && !SENDABLE.includes(type)) return null
  const route = site.routes.find(method, target, request)
  if (route === null || isEndpoint(site.app, method, target)) return null
  const input = site.routes.input(route, method)
  if (type !== undefined && input.mediaTypes !== null && !Array.from(input.mediaTypes, essence).includes(type)) {
    return null
  }
  return site.routes.isKnown(route, method) || await shownForm(visit, form) !== null ? input : null
}

async function send (visit: Visit, { form, tree, filledIn }: SentForm): Promise<ReadResponse> {
  const { method, target, type, tag } = form
  const started = readStart(filledIn.entered.get(STARTED)?.[0])
  const sent = started === undefined ? filledIn : { ...filledIn, started }
  const submission = treeSubmission({ method, contentType: type }, tree, sent, target)
  const { body, contentType } = await bodyOf(submission)
  const headers: Record<string, string> = {}
  const isSendable = tag !== undefined && (visit.site.environment.settings.weakIfMatch || !isWeak(tag))
  if (isSendable && method !== 'GET') headers['if-match'] = tag
  if (contentType !== undefined) headers['content-type'] = contentType
  return readContent(visit, { method, path: submission.path, headers, body })
}

// The same request is to be sent to another URL, or to the same one with another scheme: no handler has performed it. A
// 301 or 302 to the URL itself, with its own scheme, is the usual response to a POST (RFC 9110,
// sections 15.4.2 and 15.4.3).
function isRepeated (
  { method, target }: FormQuery, { status, headers }: ForwardedResponse, location: Location
): boolean {
  const { location: href } = headers
  if (isSafe(method) || ![301, 302, 307, 308].includes(status)) return false
  if (status > 302) return true
  const own = new URL(location.prefix + target, location.base)
  if (typeof href !== 'string' || !URL.canParse(href, own.href)) return false
  const { protocol, hostname, pathname, search } = new URL(href, own)
  return protocol !== own.protocol && hostname === own.hostname && pathname === own.pathname && search === own.search
}

type Failure = Pick<ReadResponse, 'status' | 'value'>

const INVALID_JSON: Failure = { status: 400, value: { title: 'Bad Request', status: 400, errors: [] } }

function badGateway (detail: string): Failure {
  return { status: 502, value: { title: 'Bad Gateway', status: 502, detail } }
}

const REPEATED = badGateway(
  'The API redirected the request of the form, which was not sent again. Behind a proxy, set trustProxy.'
)

const PASSED = ['set-cookie', 'www-authenticate', 'retry-after', 'clear-site-data'] as const

function passHeaders ({ headers }: ForwardedResponse, reply: FastifyReply): void {
  for (const name of PASSED) if (headers[name] !== undefined) reply.header(name, headers[name])
}

// To the result; else to the page; or if that is gone, to its collection or the page above it.
async function redirect (visit: Visit, form: FormQuery, response: ReadResponse): Promise<FastifyReply> {
  const { site, reply, location } = visit
  const { page, target, name, title = labelOf(name), up } = form
  setNotice(site, reply, `Done: ${title}`)
  const result = resultPath(response, new URL(location.prefix + target, location.base).href)
  if (result !== null) return reply.redirect(result, 303)
  const path = await isGone(visit, page) ? up ?? aboveOf(visit, page) : page
  return reply.redirect(location.prefix + path, 303)
}

async function isGone (visit: Visit, page: string): Promise<boolean> {
  if (isEndpoint(visit.site.app, 'GET', page)) return true
  const { status } = await readContent(visit, { method: 'GET', path: page })
  return status === 404 || status === 410
}

function resultPath ({ headers, value }: ReadResponse, base: string): string | null {
  const self = isObject(value) ? selfOf(readWritten(value).links) : undefined
  const href = typeof headers['location'] === 'string' ? headers['location'] : self
  if (href === undefined || !URL.canParse(href, base)) return null
  const url = new URL(href, base)
  return url.host === new URL(base).host && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null
}

async function showFailure (visit: Visit, sent: SentForm, response: Failure): Promise<FastifyReply> {
  const { site, request, reply, location } = visit
  const { form: query, filledIn, isLogin = false } = sent
  const { target, page, tag = null, self } = query
  const shown = await shownForm(visit, query)
  const form = shown?.form ?? formOf(visit, query)
  const tree = shown === null ? withFields(sent.tree, form.fields) : site.trees.of(form, target, request)
  reply.code(response.status)
  const isGone = response.status === 409 && shown === null && isObject(response.value)
  const { entered } = filledIn
  const errors = response === INVALID_JSON
    ? { errors: faultsOf(tree, filledIn), otherErrors: [] }
    : formErrors(tree, filledIn, response.status, response.value)
  const attempt: Attempt = { form, tree, entered, ...errors, isGone, isDanger: shown?.isDanger ?? isRemoval(form) }
  const resource = shown?.isOwn === true ? shown.value : null
  const details = { attempt, path: page, self, resource, tag, base: location.base, ...isLogin && { account: null } }
  if (response.status !== 412 || shown?.tag === undefined) return sendPage(visit, response.value, details)
  const facts = factsAt(visit, self ?? page)
  const stale = { attempt: { ...attempt, current: shown.value }, tag: shown.tag, facts }
  return sendPage(visit, response.value, { ...details, ...stale })
}

// The form of a page that no longer shows it.
function formOf ({ site, request }: Visit, { name, title, method, target, type }: FormQuery): AttemptedForm {
  const route = site.routes.find(method, target, request)
  const fields = route === null ? [] : site.routes.input(route, method).fields
  return { name, title, method, target, contentType: type, fields }
}
