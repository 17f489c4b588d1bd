import { Catch, Inject, Optional, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common'
import type { FastifyReply } from 'fastify'
import type { HyperProblem } from '../types/problem.ts'
import { fail } from '../lib/errors.ts'
import { isProblem } from '../lib/features/problem/problem.ts'

/** The token of the module, which every use of `@HyperLinks` needs. */
export const HYPER_MODULE = Symbol('fastify-hyper.module')

/** Sends problems that controllers, guards, pipes and interceptors throw. */
export class ThrownProblemFilter implements ExceptionFilter<HyperProblem> {
  /** @throws FST_ERR_HYPER_NO_MODULE when Nest makes it for a controller of an app without the module */
  constructor (module: object | undefined) {
    if (module === undefined) fail('FST_ERR_HYPER_NO_MODULE', '@HyperLinks', 'a controller')
  }

  catch (problem: HyperProblem, host: ArgumentsHost): void {
    problem.send(host.switchToHttp().getResponse<FastifyReply>())
  }
}

// Nest compares exceptions by `instanceof`.
class ThrownProblem {
  static [Symbol.hasInstance] (exception: unknown): boolean {
    return isProblem(exception)
  }
}

Catch(ThrownProblem)(ThrownProblemFilter)
Optional()(ThrownProblemFilter, undefined, 0)
Inject(HYPER_MODULE)(ThrownProblemFilter, undefined, 0)
