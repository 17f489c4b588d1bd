import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { problem, validationProblem } from 'fastify-hyper'
import fp from 'fastify-plugin'
import { Routes } from '../route-names.ts'

/** Sends every error as a problem document (RFC 9457). Handlers throw `problem({ status, detail })`. */
export default fp(async app => {
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(({ method, url }, reply) =>
    problem({ status: 404, detail: `There is no ${method} ${url}.` }).link('start', Routes.GetRoot()).send(reply))
}, { name: 'errors' })

// Of PostgreSQL.
const DATABASE_ERRORS: Readonly<Record<string, [status: number, detail: string]>> = {
  22021: [400, 'A string contains the character U+0000, which the database cannot store.'],
  23503: [409, 'A number refers to a resource that does not exist.'],
  23505: [409, 'There is such a resource already.']
}

/** Also the option `frameworkErrors` of Fastify: errors of requests that reach no route, such as malformed URLs. */
export function sendError (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A problem that was thrown is complete.
  if (!(error instanceof Error)) return reply.send(error)
  if (error.validation !== undefined) return validationProblem(error).send(reply)
  const [status, detail] = DATABASE_ERRORS[error.code] ?? [error.statusCode ?? 500, error.message]
  if (status >= 400 && status < 500) return problem({ status, detail }).send(reply)
  // What failed in the server is for its log only.
  request.log.error(error)
  return problem({ status: 500 }).send(reply)
}
