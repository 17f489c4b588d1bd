// The endpoint of searches: it expands URI templates, and omits empty fields,
// which browsers without a script always send.
import type { FastifyReply } from 'fastify'
import { withQuery } from '../lib/http/form-encoding.ts'
import { expandTemplate, templateFault } from '../lib/http/uri-template.ts'
import { problem } from '../lib/problems/problem.ts'
import { isPath } from './form-query.ts'
import { withLineFeeds } from './submission.ts'
import type { Visit } from './visit.ts'

/** The parameter that contains the template or the target; the others are the fields. */
export const TEMPLATE = '_template'
export const TARGET = '_target'

// A template may name a variable again and again: without limits, a short request gets a long response.
const LONGEST_URL = 8192
const MOST_CHARACTERS = 1_000_000

/** Redirects to the URL of a search. */
export function openSearch ({ request, reply, location: { prefix } }: Visit): FastifyReply {
  const path = searchPath(new URLSearchParams(request.url.split('?').slice(1).join('?')))
  if (!isPath(path)) return problem({ status: 400, detail: 'This is no search of a page of this API.' }).send(reply)
  return reply.redirect(prefix + path, 303)
}

function searchPath (parameters: URLSearchParams): string | null {
  const [template, target] = [parameters.get(TEMPLATE), parameters.get(TARGET)]
  const fields = [...parameters].filter(([name, value]) => name !== TEMPLATE && name !== TARGET && value !== '')
    .map(([name, value]) => [withLineFeeds(name), withLineFeeds(value)] as const)
  if (template !== null) return templateFault(template) === null ? expanded(template, fields) : null
  return isPath(target) ? withQuery(target, fields) : null
}

// A field with several values is a list. Returns null for a URL that is too long.
function expanded (template: string, fields: readonly (readonly [name: string, value: string])[]): string | null {
  const values = new Map<string, string[]>()
  for (const [name, value] of fields) {
    const known = values.get(name)
    if (known === undefined) values.set(name, [value])
    else known.push(value)
  }
  const longest = fields.reduce((length, [, value]) => length + value.length, 0) * template.split(/[{,]/).length
  if (longest > MOST_CHARACTERS) return null
  const url = expandTemplate(
    template, new Map([...values].map(([name, list]) => [name, list.length === 1 ? list[0]! : list]))
  )
  return url.length > LONGEST_URL ? null : url
}
