// The endpoints of people who sign in and out.
import type { FastifyReply } from 'fastify'
import type { Entered } from '../hypermedia/fill.ts'
import type { Field } from '../hypermedia/form.ts'
import { publicOrigin } from '../lib/context/app-urls.ts'
import { problem } from '../lib/problems/problem.ts'
import { isPath } from './form-query.ts'
import type { Login } from './login.ts'
import type { AttemptedForm } from './model.ts'
import { isUser } from './names.ts'
import { setNotice } from './notice.ts'
import { sendPage } from './page.ts'
import { originFault } from './same-origin.ts'
import type { Visit } from './visit.ts'

const SIGN_IN = 'sign-in'

/** Shows the form of the login. It leads back to the page in the query. */
export function showLogin (visit: Visit, login: Login): FastifyReply {
  const { site, request, reply } = visit
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
  return sendPage(visit, null, { attempt: { form, tree, entered: null, errors: [] }, path, account: null })
}

const LONGEST_USER = 100

/** Returns the user name that was typed; `''` where the form has no field for it. */
export function userIn (fields: readonly Field[], entered: Entered): string {
  const field = fields.find(isUser)
  return field === undefined ? '' : [...entered.get(field.name)?.[0] ?? ''].slice(0, LONGEST_USER).join('')
}

/** Signs out, and leads to the entry point. */
export function signOut ({ site, request, reply, location }: Visit, login: Login): FastifyReply {
  const fault = originFault(request, publicOrigin(site.environment))
  if (fault !== null) return problem({ status: 403, detail: fault }).send(reply)
  login.signOut(reply)
  setNotice(site, reply, 'You are signed out.')
  return reply.redirect(location.prefix + site.entryPointOf(request), 303)
}
