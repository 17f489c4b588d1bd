// The endpoints of people who sign in and out.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Entered } from '../hypermedia/fill.ts'
import type { Field } from '../hypermedia/form.ts'
import { publicOrigin } from '../lib/context/app-urls.ts'
import { problem } from '../lib/problems/problem.ts'
import { isPath } from './form-query.ts'
import type { Login } from './login.ts'
import type { AttemptedForm } from './model.ts'
import { isUser } from './names.ts'
import { setNotice } from './notice.ts'
import { renderPage } from './page.ts'
import type { ReadResponse } from './read-content.ts'
import { originFault } from './same-origin.ts'
import type { Site } from './site.ts'

const SIGN_IN = 'sign-in'

/** Shows the form of the login. It leads back to the page in the query. */
export function showLogin (site: Site, login: Login, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const target = login.targetFor(request)
  const route = target === null ? null : site.routes.find('POST', target.path, request)
  if (target === null || route === null) return problem({ status: 404 }).send(reply)
  const { page } = request.query as { readonly page?: unknown }
  const form: AttemptedForm = {
    name: SIGN_IN,
    title: undefined,
    method: 'POST',
    target: target.path,
    contentType: target.contentType,
    fields: site.routes.input(route, 'POST').fields
  }
  const path = isPath(page) ? page : site.entryPointOf(request)
  const tree = site.trees.of(form, target.path, request)
  const details = { attempt: { form, tree, entered: null, errors: [] }, path, account: null }
  return reply.type('text/html; charset=utf-8').send(renderPage(site, request, reply, null, details))
}

/** Signs in with the response of the login. Returns what is wrong with it, or null. */
export function signIn (
  login: Login, reply: FastifyReply, fields: readonly Field[], entered: Entered, response: ReadResponse
): string | null {
  const { status, value, headers } = response
  const cookies = [headers['set-cookie'] ?? []].flat().map(String)
  if (status >= 300 && cookies.length === 0) return 'The login redirected, and set no cookie.'
  return login.signIn(reply, userIn(fields, entered), value, cookies)
}

const LONGEST_USER = 100

function userIn (fields: readonly Field[], entered: Entered): string {
  const field = fields.find(isUser)
  return field === undefined ? '' : [...entered.get(field.name)?.[0] ?? ''].slice(0, LONGEST_USER).join('')
}

/** Signs out, and leads to the entry point. */
export function signOut (site: Site, login: Login, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const fault = originFault(request, publicOrigin(site.environment))
  if (fault !== null) return problem({ status: 403, detail: fault }).send(reply)
  login.signOut(reply)
  setNotice(site, reply, 'You are signed out.')
  return reply.redirect(site.locate(request).prefix + site.entryPointOf(request), 303)
}
