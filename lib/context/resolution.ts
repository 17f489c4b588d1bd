import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LinkContext } from '../../types/callbacks.ts'
import type { Work } from '../async/promises.ts'
import { Turns } from '../async/turns.ts'
import { abortError, isClosed, type RawReply } from '../fastify/closed-reply.ts'
import { originFormOf } from '../http/urls.ts'
import type { ConditionScope } from '../policies/conditions.ts'
import { Decisions } from '../policies/decisions.ts'
import type { Environment } from './environment.ts'
import type { ChosenLanguages, LocalizedString } from './languages.ts'
import { UrlScope } from './url-scope.ts'

/** What callbacks get beside the resource. */
export class CallbackContext implements LinkContext {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly server: FastifyInstance
  #signal: AbortSignal | undefined

  constructor (reply: FastifyReply) {
    this.request = reply.request
    this.reply = reply
    this.server = reply.server
  }

  // Most callbacks do not read it.
  get signal (): AbortSignal {
    return (this.#signal ??= signalOf(this.reply.raw))
  }
}

function signalOf (raw: RawReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(abortError())
  if (isClosed(raw)) abort()
  // Not `close` of the request, which Node emits while the response is still being made.
  else raw.once('close', abort).once('finish', abort)
  return controller.signal
}

// No relations are embedded on demand.
const NOTHING: ReadonlySet<string> = new Set()

/** What the links of one response are resolved with: the origin, the languages and the policies of its request. */
export class Resolution extends UrlScope implements ConditionScope, Work {
  /** The second argument of callbacks. */
  readonly context: LinkContext
  declare readonly request: FastifyRequest
  /** Whether the format of the response shows the fields of forms. */
  showsForms: boolean
  /** The relations that are embedded on demand, in lower case. */
  demanded: ReadonlySet<string>
  #languages: ChosenLanguages | undefined
  #currentPath: string | undefined
  #decisions: Decisions | undefined
  #once: Map<object, object> | undefined
  #turns: Turns | undefined

  constructor (environment: Environment, context: LinkContext, showsForms = false) {
    super(environment, context.request, context)
    this.context = context
    this.showsForms = showsForms
    this.demanded = NOTHING
  }

  /** The languages of the response. */
  get languages (): ChosenLanguages {
    return (this.#languages ??= this.environment.languages.choose(this.request))
  }

  /** A string in a language of the response; null if it is empty or missing. */
  localize (string: LocalizedString): string | null {
    if (typeof string === 'string' || string === null) return string
    return this.environment.languages.localize(string, this.languages) || null
  }

  /** The path and query that the router got: of the request, or what `rewriteUrl` of Fastify made of it. */
  get currentPath (): string {
    return (this.#currentPath ??= originFormOf(this.request.url))
  }

  /** Whether the client prefers to get the resources of a relation embedded. */
  demands (relation: string): boolean {
    return this.demanded.has(relation.toLowerCase())
  }

  /** The policies of the request. */
  get decisions (): Decisions {
    return (this.#decisions ??= Decisions.of(this.environment, this.request))
  }

  /** Whether a policy was evaluated. */
  get decided (): boolean {
    return this.#decisions?.any === true
  }

  /** Whether a policy did not allow the caller. */
  get denied (): boolean {
    return this.#decisions?.denied === true
  }

  /** What is made once for the whole response, by the object that it is made for: one kind of value for each. */
  once<T extends object> (key: object, make: () => T): T {
    const all = this.#once ??= new Map<object, object>()
    let value = all.get(key)
    if (value === undefined) all.set(key, value = make())
    return value as T
  }

  /** How many resources of one list may have asynchronous work at once. */
  get limit (): number {
    return this.environment.settings.concurrency
  }

  /** When other requests have their turn. */
  get turns (): Turns {
    return (this.#turns ??= new Turns())
  }

  /** Throws if the client closed the connection, or a response was sent already. */
  throwIfAborted (): void {
    const { context } = this
    if (context instanceof CallbackContext && isClosed(context.reply.raw)) throw abortError()
  }
}
