import type { FastifyRequest } from 'fastify'
import type { HrefContext } from '../../types/options.ts'
import { ignoreRejections } from '../async/promises.ts'
import { kindOf } from '../diagnostics/wording.ts'
import { called, fail } from '../errors.ts'
import { optionPlace } from '../options/checks.ts'
import type { Service } from '../options/services.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import type { Environment } from './environment.ts'

/** What URLs are made with: the origin of a request, or the origin of the app outside of one. */
export class UrlScope {
  readonly environment: Environment
  /** Undefined if a URL is made outside a request. */
  readonly request: FastifyRequest | undefined
  readonly #context: HrefContext
  #base: string | undefined

  /** @param context the second argument of the option `transformHref` */
  constructor (environment: Environment, request: FastifyRequest | undefined, context: HrefContext = { request }) {
    this.environment = environment
    this.request = request
    this.#context = context
  }

  /** The beginning of every generated href: an origin and a path prefix, or an empty string. */
  get base (): string {
    return (this.#base ??= this.#findBase())
  }

  /**
   * The href of a path; null if it would name another host, as a path that begins with `//` does without an origin.
   * @param service that has the path; null for a path of the app
   * @throws FST_ERR_HYPER_INVALID_OPTION for a base URL of the service that is not valid
   */
  reference (path: string, service: Service | null = null): string | null {
    if (service !== null) return service.base(this.request) + path
    if (this.base === '' && path.charCodeAt(1) === 47) return null
    return this.href(path)
  }

  /**
   * The href of a path that names no host.
   * @throws FST_ERR_HYPER_INVALID_OPTION for a result of `transformHref` that is no string
   */
  href (path: string): string {
    const { transformHref } = this.environment.settings
    const href = this.base + path
    if (transformHref === null) return href
    return transformed(transformHref, href, this.#context)
  }

  /** The route of a name, for the version and host of the request. */
  route (name: string): NamedRoute | undefined {
    return this.environment.routes.find(name, this.request)
  }

  #findBase (): string {
    const { origins, notices } = this.environment
    if (this.request === undefined) return origins.fallback
    const base = origins.of(this.request)
    if (typeof base === 'string') return base
    notices.report('HYPER007', base.place, () => [base.reason])
    return ''
  }
}

const PLACE = optionPlace('transformHref')

/**
 * Returns the result of the option `transformHref`.
 * @throws FST_ERR_HYPER_INVALID_OPTION if it is no string, or empty
 */
function transformed (
  transform: (href: string, context: HrefContext) => unknown, href: string, context: HrefContext
): string {
  const result = called(PLACE, () => transform(href, context))
  if (typeof result === 'string' && result !== '') return result
  ignoreRejections(result)
  const remedy = 'Return the href as a string; the function is synchronous.'
  return fail('FST_ERR_HYPER_INVALID_OPTION', PLACE, kindOf(result), remedy)
}
