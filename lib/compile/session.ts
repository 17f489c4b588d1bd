import type { FastifyRequest } from 'fastify'
import type { LinkContext } from '../../types/links.ts'
import { LinkResolutionError } from '../errors.ts'
import { pathOf } from '../http/current-url.ts'
import type { NoticeCode, Notices } from '../notices.ts'
import { isPromise } from '../promises.ts'
import type { Settings } from '../settings.ts'
import type { FormUse } from './form-use.ts'
import type { KnownText, Languages, LanguageVariant } from './languages.ts'
import type { Origins } from './origin.ts'
import type { NamedRoute, RouteTable } from './route-table.ts'

/** What all requests of an app share. */
export interface Environment {
  readonly settings: Settings
  readonly routes: RouteTable
  readonly notices: Notices
  readonly origins: Origins
  readonly languages: Languages
  /** The forms of fixed actions, as they were compiled. */
  readonly forms: FormUse[]
}

/** Something that stands on a link which cannot be resolved. */
interface Unresolved {
  readonly resourceType: string
  /** The relation, or the name of the action. */
  readonly relation: string
  /** Where it is declared, for messages. */
  readonly place: string
  readonly link: string
  /** What messages call the part that is left out. */
  readonly named: string
  readonly reason: () => string
  readonly code: NoticeCode
}

type Admission = boolean | Promise<boolean>

/** What one request's links are resolved in: its base URL, and the answers of its policies. */
export class Session {
  /** What callbacks are told; null where a URL is made outside a request. */
  readonly context: LinkContext | null
  readonly environment: Environment
  readonly request: FastifyRequest | undefined
  /** Whether the format of the answer shows the fields of forms. */
  readonly showsForms: boolean
  #base: string | undefined
  #variant: LanguageVariant | undefined
  #currentPath: string | undefined
  #callers: Map<string, Admission> | undefined
  #resources: Map<string, Map<unknown, Admission>> | undefined

  constructor (environment: Environment, context: LinkContext | null, request = context?.request, showsForms = false) {
    this.environment = environment
    this.context = context
    this.request = request
    this.showsForms = showsForms
  }

  /** What stands before a generated path. */
  get base (): string {
    return (this.#base ??= this.#findBase())
  }

  /** The languages of this answer. */
  get variant (): LanguageVariant {
    return (this.#variant ??= this.environment.languages.variant(this.request))
  }

  /** A text in the language of this answer. */
  words (text: KnownText): string | null {
    return typeof text === 'string' || text === null ? text : this.environment.languages.wordsOf(text, this.variant)
  }

  /** The path and query that the client asked for; only in a request. */
  get currentPath (): string {
    return (this.#currentPath ??= pathOf(this.request!.originalUrl))
  }

  /** The href of a path; null where it would name another host. */
  reference (path: string): string | null {
    const base = this.base
    return base === '' && path.charCodeAt(1) === 47 ? null : base + path
  }

  route (name: string): NamedRoute | undefined {
    return this.environment.routes.find(name, this.request)
  }

  /**
   * Leaves out a link or an action, said once and counted.
   * @throws LinkResolutionError in strict mode
   */
  unresolved (resourceType: string, relation: string, reason: () => string, code: NoticeCode = 'HYPER005'): null {
    return this.leaveOut({ resourceType, relation, place: `links of ${resourceType}`, link: relation, named: `'${relation}'`, reason, code })
  }

  /**
   * Leaves out whatever stands on a link that cannot be resolved, said once and counted.
   * @throws LinkResolutionError in strict mode
   */
  leaveOut ({ resourceType, relation, place, link, named, reason, code }: Unresolved): null {
    const { settings, notices } = this.environment
    if (settings.strict) throw new LinkResolutionError(place, link, reason())
    notices.count(resourceType, relation)
    notices.say(code, `${place} ${link}`, () => `${place}: ${named} was left out, because ${reason()}`, place)
    return null
  }

  /** Whether a policy admits the caller; asked once per request. */
  admitsCaller (policy: string): Admission {
    this.#callers ??= new Map()
    return this.#remember(this.#callers, policy, () => this.#ask(policy))
  }

  /** Whether a policy admits the caller to a value; asked once per value and request. */
  admits (policy: string, value: unknown): Admission {
    this.#resources ??= new Map()
    let answers = this.#resources.get(policy)
    if (answers === undefined) this.#resources.set(policy, answers = new Map())
    return this.#remember(answers, value, () => this.#ask(policy, value))
  }

  #remember<K> (answers: Map<K, Admission>, key: K, ask: () => Admission): Admission {
    let answer = answers.get(key)
    if (answer !== undefined) return answer
    answer = ask()
    answers.set(key, answer)
    // Once settled, later resources need no promise.
    if (isPromise(answer)) answer.then(admitted => answers.set(key, admitted), () => {})
    return answer
  }

  #ask (policy: string, ...resource: unknown[]): Admission {
    try {
      const judged: unknown = this.environment.settings.policies[policy]!(this.request!, ...resource)
      if (isPromise(judged)) return judged.then(admitted => admitted === true, error => this.#failed(policy, error))
      return judged === true
    } catch (error) {
      return this.#failed(policy, error)
    }
  }

  #failed (policy: string, error: unknown): false {
    const { settings, notices } = this.environment
    if (settings.strict) throw error
    this.request?.log.error({ err: error, policy }, `the policy '${policy}' threw; what it guards was left out`)
    notices.say('HYPER011', policy, () => `the policy '${policy}' threw, and the links and actions that it guards were left out: make it return false`)
    return false
  }

  #findBase (): string {
    const { origins, notices, settings } = this.environment
    if (this.request === undefined) return origins.fallback
    const base = origins.of(this.request)
    if (base !== null) return base
    notices.say('HYPER007', 'host', () => typeof settings.baseUrl === 'function'
      ? 'hrefs are path-relative because the function baseUrl returned no absolute http or https URL'
      : 'hrefs are path-relative in answers to requests without a usable origin: the scheme is not http or https, or the Host is no plain host name. Set the option baseUrl to be independent of what clients send')
    return ''
  }
}
