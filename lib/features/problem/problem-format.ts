// Problem documents in the formats of the app.
import type { FastifyReply } from 'fastify'
import type { HypermediaFormatter } from '../../../types/formats.ts'
import type { ProblemDocument } from '../../../types/problem.ts'
import type { Environment } from '../../context/environment.ts'
import { CallbackContext } from '../../context/resolution.ts'
import { kindOf } from '../../diagnostics/wording.ts'
import { fail, toError } from '../../errors.ts'
import { readsContent } from '../../fastify/content-requests.ts'
import { createNegotiator } from '../../http/accept.ts'
import { PROBLEM_TYPE } from '../../http/media-type.ts'
import { addVary } from '../../http/vary.ts'

type ProblemFormatter = HypermediaFormatter & Required<Pick<HypermediaFormatter, 'problem'>>
type Negotiator = (accept: string | undefined) => ProblemFormatter | null

// One for each app; null without a formatter of problems.
const negotiators = new WeakMap<Environment, Negotiator | null>()

/** Returns the formatter that the client prefers for a problem document; null for the document itself. */
export function problemFormatter (environment: Environment, reply: FastifyReply): ProblemFormatter | null {
  const { request } = reply
  const negotiate = negotiatorOf(environment)
  if (negotiate === null || readsContent(request)) return null
  addVary(reply, 'Accept')
  return negotiate(request.headers.accept)
}

function negotiatorOf (environment: Environment): Negotiator | null {
  let negotiate = negotiators.get(environment)
  if (negotiate === undefined) negotiators.set(environment, negotiate = makeNegotiator(environment))
  return negotiate
}

// A client that accepts a problem document, or any JSON, equally gets it.
function makeNegotiator ({ settings: { formatters, mediaTypes, negotiateFormat } }: Environment): Negotiator | null {
  const able = formatters.filter((formatter): formatter is ProblemFormatter => formatter.problem !== undefined)
  if (able.length === 0 || !negotiateFormat) return null
  const others = [...new Set([PROBLEM_TYPE, ...Object.values(mediaTypes)])]
  return createNegotiator([
    ...others.map(mediaType => ({ mediaType: mediaType.toLowerCase(), format: null })),
    ...able.map(format => ({ mediaType: format.mediaType.toLowerCase(), format }))
  ])
}

/** Writes a problem document in a format of the app. @throws FST_ERR_HYPER_INVALID_FORMATTER */
export function formatProblem (formatter: ProblemFormatter, document: string, reply: FastifyReply): string {
  const place = `the formatter of ${formatter.mediaType}`
  let body: unknown
  try {
    const context = new CallbackContext(reply.request, reply, reply.server)
    body = formatter.problem(JSON.parse(document) as ProblemDocument, context)
  } catch (error) {
    throw toError(place, error)
  }
  if (typeof body === 'string' && body !== '') return body
  const remedy = 'problem(document, context) returns the body of the response.'
  return fail(
    'FST_ERR_HYPER_INVALID_FORMATTER', place, `it returned ${body === '' ? 'an empty string' : kindOf(body)}`, remedy
  )
}
