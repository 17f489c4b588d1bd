import type { FastifyRequest } from 'fastify'
import type { LinkContext } from '../../types/links.ts'
import { LinkResolutionError, toError } from '../errors.ts'
import { pathOf } from '../http/current-url.ts'
import type { Notices } from '../diagnostics/notices.ts'
import { isPromise } from '../async/promises.ts'
import type { Settings } from '../options/plugin-options.ts'
import type { KnownText, Languages, LanguageVariant } from './languages.ts'
import { abortError, isClosed } from './callback-context.ts'
import type { Origins } from './origin.ts'
import type { NamedRoute, RouteTable } from '../routes/named-routes.ts'

/** What all requests of an app share. */
export interface Environment {
  readonly settings: Settings
  readonly routes: RouteTable
  readonly notices: Notices
  readonly origins: Origins
  readonly languages: Languages
}

type UnresolvedCode = 'HYPER001' | 'HYPER005'

/** Something that stands on a link which cannot be resolved. */
interface Unresolved {
  readonly resourceType: string
  /** The relation, or the name of the action. */
  readonly relation: string
  /** Where it is declared, for messages. */
  readonly place: string
  readonly link: string
  /** What messages call the part that is omitted. */
  readonly named: string
  readonly reason: () => string
  readonly code: UnresolvedCode
  /** What the reason is about, for debug logs alone: messages contain no values. */
  readonly values?: () => unknown
}

// The levels of a log that contains debug lines.
const DEBUG_LEVELS = ['debug', 'trace']

type Admission = boolean | Promise<boolean>

/** What one request's links are resolved in: its base URL, and the answers of its policies. */
export class Resolution {
  /** What callbacks are told; null where a URL is made outside a request. */
  readonly context: LinkContext | null
  readonly environment: Environment
  readonly request: FastifyRequest | undefined
  /** Whether the format of the answer shows the fields of forms. */
  readonly showsForms: boolean
  #judged = false
  #denied = false
  #base: string | undefined
  #variant: LanguageVariant | undefined
  #currentPath: string | undefined
  #callers: Map<string, Admission> | undefined
  #resources: Map<string, Map<unknown, Admission>> | undefined

  constructor (environment: Environment, context: LinkContext | null, request = context?.request, showsForms = false, variant?: LanguageVariant) {
    this.environment = environment
    this.context = context
    this.request = request
    this.showsForms = showsForms
    this.#variant = variant
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
    return typeof text === 'string' || text === null ? text : this.environment.languages.wordsOf(text, this.variant) || null
  }

  /** The path and query that the client asked for; only in a request. */
  get currentPath (): string {
    return (this.#currentPath ??= pathOf(this.request!.originalUrl))
  }

  /** How many resources of one list may have asynchronous work at once. */
  get limit (): number {
    return this.environment.settings.concurrency
  }

  /** Throws where the client closed the connection, or the response was sent already. */
  throwIfAborted (): void {
    const raw = this.context?.reply.raw
    if (raw !== undefined && isClosed(raw)) throw abortError()
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
  unresolved (resourceType: string, relation: string, reason: () => string, code: UnresolvedCode = 'HYPER005', values?: () => unknown): null {
    const omitted = { resourceType, relation, place: `links of ${resourceType}`, link: relation, named: `'${relation}'`, reason, code }
    return this.leaveOut(values === undefined ? omitted : { ...omitted, values })
  }

  /**
   * Leaves out whatever stands on a link that cannot be resolved, said once and counted.
   * @throws LinkResolutionError in strict mode
   */
  leaveOut ({ resourceType, relation, place, link, named, reason, code, values }: Unresolved): null {
    const { settings, notices } = this.environment
    if (values !== undefined && DEBUG_LEVELS.includes(this.request?.log.level ?? '')) this.request!.log.debug({ link, values: values() }, `${place}: the values of a link that cannot be resolved`)
    if (settings.strict) throw new LinkResolutionError(place, link, reason())
    notices.count(resourceType, relation)
    notices.warn(code, place, () => [named, reason() + notices.placeOf(resourceType)], `${place} ${link}`)
    return null
  }

  /** Whether a policy was evaluated. */
  get judged (): boolean {
    return this.#judged
  }

  /** Whether a policy that was evaluated did not admit. */
  get denied (): boolean {
    return this.#denied
  }

  /** Whether a policy admits the caller; asked once per request. */
  admitsCaller (policy: string): Admission {
    this.#callers ??= new Map()
    return this.#remember(this.#callers, policy, () => this.#ask(policy))
  }

  /**
   * Whether a policy admits the caller to what `select` returns for a resource; a promise of that is awaited first.
   * A selector that fails counts as a policy that throws.
   */
  admitsSelected (policy: string, select: (resource: unknown) => unknown, resource: unknown): Admission {
    try {
      const selected = select(resource)
      if (!isPromise(selected)) return this.admits(policy, selected)
      return Promise.resolve(selected).then(value => this.admits(policy, value), error => this.#failed(policy, error, 'select of '))
    } catch (error) {
      return this.#failed(policy, error, 'select of ')
    }
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
    this.#judged = true
    answers.set(key, answer)
    // Once settled, later resources need no promise.
    if (isPromise(answer)) answer.then(admitted => this.#settle(answers, key, admitted), () => {})
    else this.#denied ||= !answer
    return answer
  }

  #settle<K> (answers: Map<K, Admission>, key: K, admitted: boolean): void {
    this.#denied ||= !admitted
    answers.set(key, admitted)
  }

  #ask (policy: string, ...resource: unknown[]): Admission {
    try {
      const judged: unknown = this.environment.settings.policies[policy]!(this.request!, ...resource)
      if (isPromise(judged)) return Promise.resolve(judged).then(admitted => admitted === true, error => this.#failed(policy, error, '', resource))
      return judged === true
    } catch (error) {
      return this.#failed(policy, error, '', resource)
    }
  }

  #failed (policy: string, error: unknown, part: 'select of ' | '', judged?: readonly unknown[]): false {
    const { settings, notices } = this.environment
    const named = `${part}the policy '${policy}'`
    if (settings.strict) throw toError(named, error)
    this.#judged = this.#denied = true
    this.request?.log.error({ err: error, policy }, `${named} threw; the links and actions that require it are omitted`)
    const lacksResource = judged?.length === 0 && settings.policies[policy]!.length > 1
    const remedy = lacksResource
      ? `it takes a resource and was evaluated without one. Pass a selector: requireAuthorization('${policy}', resource => resource)`
      : part === '' ? 'make it return false' : 'return the value to judge, or a promise of it'
    notices.warn('HYPER011', named, () => [remedy], part + policy)
    return false
  }

  #findBase (): string {
    const { origins, notices } = this.environment
    if (this.request === undefined) return origins.fallback
    const base = origins.of(this.request)
    if (typeof base === 'string') return base
    notices.warn('HYPER007', base.place, () => [base.reason], base.subject)
    return ''
  }
}
