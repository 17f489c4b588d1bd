import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem, validationProblem } from 'fastify-hyper'
import { Routes } from './routes.ts'

/** Sends every error as a problem document (RFC 9457). Handlers throw `problem({ status, detail })`. */
export function handleErrors (app: FastifyInstance): void {
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(({ method, url }, reply) => {
    return problem({ status: 404, detail: `There is no ${method} ${url}.` }).link('start', Routes.GetRoot()).send(reply)
  })
}

/** Also the option `frameworkErrors` of Fastify: errors of requests that reach no route, such as malformed URLs. */
export function sendError (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A problem that was thrown is complete.
  if (!(error instanceof Error)) return reply.send(error)
  if (error.validation !== undefined) return validationProblem(error).send(reply)
  // PostgreSQL: a string has the character U+0000, which JSON and URLs may contain, and the database cannot store.
  if (error.code === '22021') {
    return problem({ status: 400, detail: 'A string contains the character U+0000.' }).send(reply)
  }
  const { statusCode: status = 500 } = error
  if (status >= 400 && status < 500) return problem({ status, detail: error.message }).send(reply)
  // What failed in the server is for its log only.
  request.log.error(error)
  return problem({ status: 500 }).send(reply)
}
