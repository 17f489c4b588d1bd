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
  const configs =
    compiled === null ? [...registry.all].filter(config => actionOf(config, name) !== undefined) : [compiled]
  const action = configs.length === 1 ? actionOf(configs[0]!, name) : undefined
  return action ??
    fail('FST_ERR_HYPER_UNKNOWN_ACTION', PLACE, describe(name), remedyFor(resource, name, compiled, configs))
}

/** Whether an action is offered for a resource now. */
export async function isAllowed (
  action: CompiledAction, resource: object, request: FastifyRequest, environment: Environment
): Promise<boolean> {
  // The response of the request evaluates no policy again.
  Decisions.share(environment, request)
  const resolution = new Resolution(environment, new RequestContext(request))
  return await run(offered(action, { value: resource, shown: undefined }, resolution)) !== null
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

function remedyFor (
  resource: unknown, name: string, compiled: CompiledConfig | null, declaring: readonly CompiledConfig[]
): string {
  if (compiled !== null) {
    const near = suggestion(name, compiled.actions.map(({ name }) => name))
    return `The configuration of ${describe(compiled.subject)} has no such action.${near}`
  }
  if (declaring.length === 0) {
    return `No link configuration declares it for ${kindOf(resource)}: register one for its class.`
  }
  const subjects = declaring.map(({ subject }) => describe(subject)).join(' and ')
  return `The configurations of ${subjects} declare it, and the resource has no class that decides: ` +
    'register one for its class.'
}
