// Whether an action is offered to a caller, outside a response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LinkContext } from '../../types/callbacks.ts'
import { run } from '../async/steps.ts'
import type { Environment } from '../context/environment.ts'
import { Resolution } from '../context/resolution.ts'
import { describe, kindOf, suggestion } from '../diagnostics/wording.ts'
import { fail } from '../errors.ts'
import { isObjectOrArray } from '../options/checks.ts'
import { Decisions } from '../policies/decisions.ts'
import type { CompiledAction, CompiledConfig } from './compiled.ts'
import { offered } from './part.ts'
import type { Registry } from './registry.ts'

const PLACE = 'app.hyper.allowed'

/**
 * Finds the action that a name has for a resource: in the configuration of its class,
 * else in the only one that declares it.
 * @throws FST_ERR_HYPER_UNKNOWN_ACTION
 */
export function findAction (resource: unknown, name: string, registry: Registry): CompiledAction {
  const compiled = isObjectOrArray(resource) ? registry.match(resource).compiled : null
  if (compiled !== null) return actionOf(compiled, name) ?? unknown(name, whyUndeclared(name, compiled))
  const declaring = [...registry.all].filter(config => actionOf(config, name) !== undefined)
  if (declaring.length === 1) return actionOf(declaring[0]!, name)!
  return unknown(name, whyUndecided(resource, declaring))
}

/** Whether an action is offered for a resource now. @param resolution of `outsideResponse` */
export async function isAllowed (action: CompiledAction, resource: object, resolution: Resolution): Promise<boolean> {
  return await run(offered(action, { value: resource, shown: undefined }, resolution)) !== null
}

/** What actions are resolved with outside a response. The response of the request evaluates no policy again. */
export function outsideResponse (request: FastifyRequest, environment: Environment): Resolution {
  Decisions.share(environment, request)
  return new Resolution(environment, new RequestContext(request))
}

/** What callbacks get outside a response. */
class RequestContext implements LinkContext {
  readonly request: FastifyRequest
  #signal: AbortSignal | undefined

  constructor (request: FastifyRequest) {
    this.request = request
  }

  get server (): FastifyInstance {
    return this.request.server
  }

  // Never aborts: there is no response whose end it could signal.
  get signal (): AbortSignal {
    return (this.#signal ??= new AbortController().signal)
  }

  get reply (): FastifyReply {
    return fail(
      'FST_ERR_HYPER_INVALID_OPTION', `${PLACE}, context.reply`, 'undefined',
      'There is no response here: use context.request.'
    )
  }
}

function actionOf ({ actions }: CompiledConfig, name: string): CompiledAction | undefined {
  return actions.find(action => action.name === name)
}

function unknown (name: string, remedy: string): never {
  return fail('FST_ERR_HYPER_UNKNOWN_ACTION', PLACE, describe(name), remedy)
}

function whyUndeclared (name: string, { subject, actions }: CompiledConfig): string {
  const near = suggestion(name, actions.map(({ name }) => name))
  return `The configuration of ${describe(subject)} has no such action.${near}`
}

function whyUndecided (resource: unknown, declaring: readonly CompiledConfig[]): string {
  if (declaring.length === 0) {
    return `No link configuration declares it for ${kindOf(resource)}: register one for its class.`
  }
  const subjects = declaring.map(({ subject }) => describe(subject)).join(' and ')
  return `The configurations of ${subjects} declare it, and the resource has no class that decides: ` +
    'register one for its class.'
}
