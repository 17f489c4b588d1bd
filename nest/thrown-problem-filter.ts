import { type ArgumentsHost, Catch, type ExceptionFilter, Inject, Optional } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import type { FastifyReply } from 'fastify'
import { fail } from '../lib/errors.ts'
import { HYPER_MODULE } from '../lib/fastify/marks.ts'
import { isProblem } from '../lib/problems/problem.ts'
import type { HyperProblem } from '../types/problem.ts'
import { isApp, warnWithoutModule } from './without-module.ts'

/** Sends problems that controllers, guards, pipes and interceptors throw. */
export class ThrownProblemFilter implements ExceptionFilter<HyperProblem> {
  /** Nest calls it for each module with decorated controllers. */
  constructor (module: object | undefined, host: HttpAdapterHost) {
    if (module === undefined) warnWithoutModule(host)
  }

  catch (problem: HyperProblem, host: ArgumentsHost): void {
    problem.send(host.switchToHttp().getResponse<FastifyReply>())
  }
}

/** The filter of a decorator with a policy or a resource: without the module, every caller would be allowed. */
export class GuardedProblemFilter extends ThrownProblemFilter {
  /** @throws FST_ERR_HYPER_NO_MODULE in an app without the module */
  constructor (module: object | undefined, host: HttpAdapterHost) {
    if (module === undefined && isApp(host)) fail('FST_ERR_HYPER_NO_MODULE', '@HyperLinks', 'a policy or resource')
    super(module, host)
  }
}

// Nest compares exceptions by `instanceof`.
class ThrownProblem {
  static [Symbol.hasInstance] (exception: unknown): boolean {
    return isProblem(exception)
  }
}

for (const filter of [ThrownProblemFilter, GuardedProblemFilter]) {
  Catch(ThrownProblem)(filter)
  Optional()(filter, undefined, 0)
  Inject(HYPER_MODULE)(filter, undefined, 0)
  Inject(HttpAdapterHost)(filter, undefined, 1)
}
