import type { FastifyInstance } from 'fastify'
import type { Awaitable } from './callbacks.ts'
import type { ProjectedField } from './forms.ts'

/** A link as it is in a representation (HAL, section 5). */
export interface LinkedResource {
  /** The URL as it was sent, or a URI template. */
  readonly href: string
  /** Whether the href is a URI template (RFC 6570). */
  readonly templated?: boolean
  /** A label for people. */
  readonly title?: string
  /** Distinguishes links of one relation. */
  readonly name?: string
  /** The media type to expect at the target. */
  readonly type?: string
  /** The language of the target, as a tag (RFC 5646). */
  readonly hreflang?: string
  /** A URI that identifies the profile of the target (RFC 6906). */
  readonly profile?: string
  /** A URL that describes the deprecation of the target. */
  readonly deprecation?: string
}

/** An action as it is in a representation. */
export interface OfferedAction {
  /** The name of the action. */
  readonly name: string
  /** The URL as it was sent. */
  readonly href: string
  /** In upper case. */
  readonly method: string
  /** A label for people. */
  readonly title?: string
  /** The media type of the request body. */
  readonly contentType?: string
}

/** An action with its form: a HAL-FORMS template. */
export interface OfferedForm extends OfferedAction {
  /** The fields, in the order of the form. */
  readonly fields: readonly ProjectedField[]
  /** Returns a field. @throws AssertionError that lists the fields */
  field (name: string): ProjectedField
}

/**
 * A problem document (RFC 9457) of any server as a test reads it: its members and extension members, without links and
 * actions. The type of this name in `fastify-hyper` is what the option `problems` gets.
 */
export interface ProblemDocument {
  /** A URI that identifies the type of problem. @default 'about:blank' */
  readonly type?: string
  /** A short summary of the type of problem. */
  readonly title?: string
  /** The status, 400 to 599. */
  readonly status?: number
  /** What went wrong in this case. */
  readonly detail?: string
  /** A URI that identifies this case. */
  readonly instance?: string
  readonly [extension: string]: unknown
}

/** The part of a response of `app.inject` that is read. */
export interface InjectedResponse {
  /** The status of the response. */
  readonly statusCode: number
  /** The headers, by name in lower case. */
  readonly headers: Readonly<Record<string, unknown>>
  /** The body as a string. */
  readonly body: string
}

/** The links and actions of a representation, without origins and identifiers, for snapshot tests. */
export interface HypermediaSnapshot {
  /** Relation to href: `/orders/:id`; an array if there are several links. */
  readonly links: Readonly<Record<string, string | readonly string[]>>
  /** Name to method and href: `POST /orders/:id/cancel`. */
  readonly actions: Readonly<Record<string, string>>
}

/** The links, actions and embedded resources of a representation in the default format, HAL or HAL-FORMS. */
export interface Hypermedia {
  /** The members that are no hypermedia. */
  readonly data: Readonly<Record<string, unknown>>
  /** Returns the first link of a relation. @throws AssertionError that lists the relations */
  link (rel: string): LinkedResource
  /** Returns all links of a relation. @throws AssertionError that lists the relations */
  links (rel: string): readonly LinkedResource[]
  /** Returns an action; in HAL-FORMS, a template. @throws AssertionError that lists the actions */
  action (name: string): OfferedAction
  /** Returns an action with its form; only HAL-FORMS has forms. @throws AssertionError that lists the forms */
  form (name: string): OfferedForm
  /**
   * Returns the embedded resources of a relation; an array for a single one too.
   * @throws AssertionError that lists the relations
   */
  embedded (rel: string): readonly Hypermedia[]
  /**
   * Returns the elements of a list, a page or an envelope with one list.
   * @throws AssertionError if it is none of these
   */
  items (): readonly Hypermedia[]
  /** Whether there is a link or an embedded resource of the relation. */
  has (rel: string): boolean
  /** Whether an action is offered. */
  can (name: string): boolean
  /** Returns the body as a problem document. @throws AssertionError if it is none */
  problem (): ProblemDocument
  /** Returns the links and actions without origins and identifiers. */
  snapshot (): HypermediaSnapshot
}

/** A caller of the API. */
export interface CrawlCaller {
  /** How findings name it. */
  readonly name: string
  /**
   * The request headers that identify it; a function is called with each app that is crawled, and may log in there.
   * @default {}
   */
  readonly headers?: Readonly<Record<string, string>>
    | ((app: FastifyInstance) => Awaitable<Readonly<Record<string, string>>>)
}

/** The options of `crawl`. */
export interface CrawlOptions {
  /** The path of the entry point. @default '/' */
  start?: string
  /** The callers. Each crawls separately, and their responses are compared. @default one anonymous caller */
  as?: readonly CrawlCaller[]
  /** Names of formats, or media types. @default ['default', 'hal', 'hal-forms'] */
  formats?: readonly string[]
  /**
   * Whether unsafe actions are tried. `'each'` requires the function form: each is tried in an app in which only the
   * steps that lead to it changed anything.
   * @default 'none'
   */
  actions?: 'none' | 'each'
  /**
   * How often each action of a kind of state is tried as each caller; `Infinity` for all. A kind is the route, the
   * relations and actions that the resource offers, and the action that led there.
   * @default 3
   */
  sample?: number
  /** The number of states after which no further one is entered. @default 2000 */
  maxStates?: number
  /** The number of steps from the entry point after which no link is followed. @default 100 */
  maxDepth?: number
  /** By route name: the input of an action, in place of values that the form allows. @default {} */
  fill?: Readonly<Record<string, (fields: readonly ProjectedField[]) => Awaitable<object>>>
}

/** An app, or a function that returns a new one for each call. */
export type CrawlApp = FastifyInstance | (() => Awaitable<FastifyInstance>)

/** Several apps by origin: links between them are followed. The crawl starts in the first. */
export interface CrawlApps {
  /** By origin: `{ 'http://orders.test': orders, 'http://billing.test': billing }`. */
  readonly apps: Readonly<Record<string, CrawlApp>>
}

/** What is crawled: one app, or several by origin. */
export type CrawlTarget = CrawlApp | CrawlApps

/** The code of a finding. */
export type CrawlCode =
  | 'CRAWL001' | 'CRAWL002' | 'CRAWL003' | 'CRAWL004' | 'CRAWL005' | 'CRAWL006' | 'CRAWL007' | 'CRAWL008'
  | 'HYPER010' | 'HYPER014'

/** A fault of the API, reported once per caller and place. */
export interface CrawlFinding {
  /** The kind of finding: `CRAWL001` to `CRAWL008`; `HYPER010` and `HYPER014` for forms that no caller has to read. */
  readonly code: CrawlCode
  /** The format, as the option `formats` names it; empty for a form. */
  readonly format: string
  /** The name of the caller; empty for a form. */
  readonly caller: string
  /** The route and the member: `GET /orders/:id, link 'up'`. */
  readonly place: string
  /** The request that shows it: `GET /orders/42`. */
  readonly request: string
  /**
   * The requests from the entry point to that one, with the reason of each: `POST /orders/42/cancel (action 'cancel')`.
   */
  readonly steps: readonly string[]
  /** What contradicts what. */
  readonly message: string
}

/** An action that was offered and not tried. */
export interface UntriedAction {
  /** The name of the caller that the action is offered to. */
  readonly caller: string
  /** The route and the action. */
  readonly place: string
  /** The reason and the remedy. */
  readonly message: string
}

/** The result of `crawl`. */
export interface CrawlReport {
  /** What was found, once for each caller and place. */
  readonly findings: readonly CrawlFinding[]
  /** The number of requests. */
  readonly requests: number
  /** The number of states: distinct combinations of caller, format, URL, and what is offered there. */
  readonly states: number
  /** The number of links to other origins. They are not followed. */
  readonly external: number
  /** Whether everything was reached: neither `maxStates` nor `maxDepth` ended the crawl. */
  readonly complete: boolean
  /** Actions for which no input was found; give it with `fill`. Empty unless actions are tried. */
  readonly untried: readonly UntriedAction[]
  /** Returns the state map: Mermaid or Graphviz source. It contains only what was reached. @default 'mermaid' */
  map (kind?: 'mermaid' | 'dot'): string
}
