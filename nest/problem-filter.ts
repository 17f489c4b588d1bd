import { type ArgumentsHost, Catch, HttpException, Logger } from '@nestjs/common'
import { BaseExceptionFilter } from '@nestjs/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isProblem, problem } from '../lib/problems/problem.ts'
import type { HyperProblem } from '../types/problem.ts'
import { exceptionProblem } from './exception-problem.ts'

/**
 * Sends exceptions and errors as problem documents. With `problemFilter: true`, `HyperModule` adds it to the app,
 * behind all filters of the app; otherwise it can be used on controllers: `@UseFilters(ProblemFilter)`.
 */
export class ProblemFilter extends BaseExceptionFilter {
  /** Sends an exception as a problem document. */
  override catch (exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp()
    const reply = http.getResponse<FastifyReply>()
    // Middleware has a response of Node.js, and other transports have none.
    if (host.getType() !== 'http' || typeof reply.code !== 'function' || reply.sent) return super.catch(exception, host)
    const found = this.#problemOf(exception, http.getRequest<FastifyRequest>())
    if (found === null) return super.catch(exception, host)
    found.send(reply)
  }

  #problemOf (exception: unknown, request: FastifyRequest): HyperProblem | null {
    if (isProblem(exception)) return exception
    if (exception instanceof HttpException) return exceptionProblem(exception, request)
    const known = this.isHttpError(exception) ? exception : null
    if (known !== null && known.statusCode < 500) {
      return problem({ status: known.statusCode, detail: this.getHttpErrorMessage(known) })
    }
    logger.error(exception)
    return problem({ status: known?.statusCode ?? 500 })
  }
}

// The name that Nest's own filter logs by.
const logger = new Logger('ExceptionsHandler')

Catch()(ProblemFilter)
