import type { HttpException } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import { isSafe } from '../lib/http/methods.ts'
import { STATUS_CODES } from '../lib/node-modules.ts'
import { problem, withExtras } from '../lib/problems/problem.ts'
import type { HyperProblem, ProblemDetails } from '../types/problem.ts'

const MEMBERS = ['type', 'title', 'detail', 'instance'] as const
// Members of Nest's own responses, and those that a problem has methods for.
const OTHERS = ['statusCode', 'status', 'message', 'error', '_links', '_actions']

/**
 * Returns the problem document of an exception: its message as `detail`, and other members of its response as
 * extensions. If the response has several messages, as `ValidationPipe` sends, they are `errors`. Returns null for a
 * status that is no error.
 */
export function exceptionProblem (exception: HttpException, request: FastifyRequest): HyperProblem | null {
  const status = exception.getStatus()
  if (status < 400 || status > 599) return null
  const response = exception.getResponse()
  const body: Readonly<Record<string, unknown>> = typeof response === 'string' ? { message: response } : { ...response }
  const document = problem({ status, ...detailsOf(body, STATUS_CODES[status]) })
  const errors = body['errors'] ?? errorsOf(body)
  for (const [name, value] of Object.entries({ ...body, errors })) {
    if (value !== undefined && name !== '' && ![...MEMBERS, ...OTHERS].includes(name)) document.extension(name, value)
  }
  const retry = { rejected: isSafe(request.method) ? 'querystring' : 'body' }
  return errors === undefined ? document : withExtras(document, { retry })
}

function detailsOf (
  body: Readonly<Record<string, unknown>>, phrase: string | undefined
): Omit<ProblemDetails, 'status'> {
  const { message, error } = body
  const details: Omit<ProblemDetails, 'status'> = {}
  // Nest repeats the reason phrase, which is the default of the title.
  if (typeof error === 'string' && error !== phrase) details.title = error
  if (typeof message === 'string' && message !== phrase) details.detail = message
  if (Array.isArray(message)) details.detail = 'The input is not valid.'
  for (const name of MEMBERS) {
    const value = body[name]
    if (typeof value === 'string') details[name] = value
  }
  return details
}

function errorsOf ({ message }: Readonly<Record<string, unknown>>): object[] | undefined {
  return Array.isArray(message) ? message.map(text => ({ name: '', message: String(text) })) : undefined
}
