import type { FastifyRequest } from 'fastify'
import type { LinkConfig } from '../../types/links.ts'
import type { Hyper } from '../../types/options.ts'
import type { LinkTarget } from '../../types/targets.ts'
import type { Environment } from '../context/environment.ts'
import { UrlScope } from '../context/url-scope.ts'
import { checkTarget, targetParts } from '../declare/target.ts'
import { fail } from '../errors.ts'
import { ENVIRONMENT } from '../fastify/marks.ts'
import { ConfigSubjects } from '../links/config-type.ts'
import { findAction, isAllowed, outsideResponse } from '../links/offered.ts'
import type { Registry } from '../links/registry.ts'
import { checkConfig } from '../options/checks.ts'
import { resolveTarget } from '../targets/target.ts'
import { whyUnresolved } from '../targets/why-omitted.ts'

export class HyperDecorator implements Hyper {
  readonly #registry: Registry
  readonly #environment: Environment
  #ready = false

  constructor (registry: Registry, environment: Environment) {
    this.#registry = registry
    this.#environment = environment
  }

  /** What all requests of the app share. */
  get [ENVIRONMENT] (): Environment {
    return this.#environment
  }

  addLinks (...configs: LinkConfig<never>[]): void {
    const place = 'app.hyper.addLinks, argument '
    const checked = configs.map((config, index) => checkConfig(`${place}[${index}]`, config))
    if (this.#ready) {
      const names = checked.map(config => ConfigSubjects.before(config, null))
      fail('FST_ERR_HYPER_ALREADY_READY', 'app.hyper.addLinks', names.join(', '))
    }
    this.#registry.add(checked, place)
  }

  href (target: LinkTarget<never>, request?: FastifyRequest): string | null {
    checkTarget('app.hyper.href', target)
    const parts = targetParts(target)
    if (typeof parts.values === 'function' || typeof parts.query === 'function') {
      const remedy = 'There is no resource here: give the values themselves.'
      fail('FST_ERR_HYPER_INVALID_TARGET', 'app.hyper.href', 'a target with a function of a resource', remedy)
    }
    const scope = new UrlScope(this.#environment, request)
    const { href } = resolveTarget(parts, 'app.hyper.href', undefined, scope)
    if (href !== null || !this.#environment.settings.strict) return href
    return fail('FST_ERR_HYPER_LINK_UNRESOLVED', 'app.hyper.href', whyUnresolved(parts, undefined, scope))
  }

  async allowed (request: FastifyRequest, action: string, resource: object): Promise<boolean> {
    const found = findAction(resource, action, this.#registry)
    return isAllowed(found, resource, outsideResponse(request, this.#environment))
  }

  /** Closes a decorator: no more configurations can be added. */
  static close (hyper: HyperDecorator): void {
    hyper.#ready = true
  }
}
