// The types of `fastify-hyper/client`. They do not refer to Fastify.

/** What the client knows of a type of resource. `hyper-api client` generates one interface for each type. */
export interface ResourceType {
  /** The members that are not hypermedia. */
  readonly data: unknown
  /** A `LinkTo` for each relation. */
  readonly links: object
  /** The type of the embedded resources of each relation. */
  readonly embedded: object
  /** An `ActionTo` for each action. */
  readonly actions: object
  /** The type of the items of a list or a page; `never` if it is neither. */
  readonly items: unknown
}

/** A relation: the type of its target, and the variables of its URI template. */
export interface LinkTo<Target extends ResourceType, Variables = unknown> {
  /** The type of the resource that the relation leads to. */
  readonly target: Target
  /** The variables of the URI template, by name. */
  readonly variables: Variables
}

/** An action: its input, the type of the resource it results in, and whether it requires `If-Match`. */
export interface ActionTo<Input, Output extends ResourceType | null, Requires extends 'ifMatch' | 'nothing' = 'nothing'> {
  /** What is sent. */
  readonly input: Input
  /** The type of the resource that the action results in; null for none. */
  readonly output: Output
  /** `'ifMatch'` if the route rejects requests without `If-Match` (RFC 6585, section 3). */
  readonly requires: Requires
}

/** The input of an action without input. */
export type NoInput = Readonly<Record<string, never>>

/** A resource of which nothing is known when the program is compiled. */
export interface Untyped {
  /** The members that are not hypermedia. */
  readonly data: Readonly<Record<string, unknown>>
  /** Any relation. */
  readonly links: Readonly<Record<string, LinkTo<Untyped, TemplateVariables>>>
  /** Any relation. */
  readonly embedded: Readonly<Record<string, Untyped>>
  /** Any action. */
  readonly actions: Readonly<Record<string, ActionTo<Readonly<Record<string, unknown>>, Untyped | null>>>
  /** Items of which nothing is known. */
  readonly items: Untyped
}

/** An API: the type of its entry point. `hyper-api client` generates it. */
export interface ApiType {
  /** The type of the entry point. */
  readonly start: ResourceType
}

/** An API of which nothing is known. */
export interface UntypedApi {
  /** The entry point. */
  readonly start: Untyped
}

/** The value of a template variable (RFC 6570, section 2.3). A list or a map is expanded as the template specifies. */
export type VariableValue =
  string | number | boolean | readonly (string | number | boolean)[] | Readonly<Record<string, string | number | boolean>>

/** The values of template variables by name. A variable without a value is omitted. */
export type TemplateVariables = Readonly<Record<string, VariableValue | null | undefined>>

/** The type of the target of a relation. */
export type TargetOf<T extends ResourceType, R> =
  R extends keyof T['links']
    ? NonNullable<T['links'][R]> extends { readonly target: infer Target extends ResourceType } ? Target : Untyped
    : R extends keyof T['embedded'] ? EmbeddedOf<T, R> : Untyped

/** The type of the embedded resources of a relation. */
export type EmbeddedOf<T extends ResourceType, R extends keyof T['embedded']> =
  NonNullable<T['embedded'][R]> extends infer Child extends ResourceType ? Child : Untyped

/** The type of the items of a list or a page. */
export type ItemOf<T extends ResourceType> = T['items'] extends infer Item extends ResourceType ? Item : never

/** The arguments for the variables of a relation: none, or an object that is optional if every variable is. */
export type VariableArguments<T extends ResourceType, R> =
  R extends keyof T['links']
    ? NonNullable<T['links'][R]> extends { readonly variables: infer Variables } ? OptionalIfEmpty<Variables> : []
    : []

type OptionalIfEmpty<Variables> =
  unknown extends Variables ? [] : Record<never, never> extends Variables ? [variables?: Variables] : [variables: Variables]

/** The arguments of an action: its input and the options. */
export type ActArguments<A> =
  A extends { readonly input: infer Input, readonly requires: infer Requires }
    ? Requires extends 'ifMatch' ? [input: Input, options: ConditionalActOptions]
      : Record<never, never> extends Input ? [input?: Input, options?: ActOptions] : [input: Input, options?: ActOptions]
    : never

/** The resource that an action results in. */
export type OutputOf<A> =
  A extends { readonly output: infer Output } ? Output extends ResourceType ? Resource<Output> : null : never

/** The options of one action. */
export interface ActOptions {
  /**
   * Sends `If-Match` (RFC 9110, section 13.1.1): `true` for the tag that was read with this resource, or a tag.
   * @default the strong tag of the resource, if the target of the action is the resource's own URL
   */
  ifMatch?: true | string
}

/** The options of an action that requires `If-Match`. */
export interface ConditionalActOptions extends ActOptions {
  /** Sends `If-Match`: `true` for the tag that was read with this resource, or a tag. */
  ifMatch: true | string
}

/** The resources that have items. */
export interface ListOrPage {
  /** The type of the items. */
  readonly items: never
}

/** A link (HAL, section 5). */
export interface Link {
  /** The relation type (RFC 8288, section 3.3). */
  readonly relation: string
  /** An absolute URL, or a URI template. */
  readonly href: string
  /** Whether the href is a URI template (RFC 6570). */
  readonly templated: boolean
  /** Distinguishes links of one relation. */
  readonly name?: string
  /** A label for people. */
  readonly title?: string
  /** The media type to expect at the target. */
  readonly type?: string
  /** The language of the target, as a tag (RFC 5646). */
  readonly hreflang?: string
  /** A URI that identifies the profile of the target (RFC 6906). */
  readonly profile?: string
  /** A page about the deprecation of the target. */
  readonly deprecation?: string
}

/** The form of an action. In the default format and in problem documents it has no fields. */
export interface Form {
  /** The name of the action. */
  readonly name: string
  /** A label for people. */
  readonly title?: string
  /** The method, in upper case. */
  readonly method: string
  /** An absolute URL. */
  readonly href: string
  /** The media type of the body. @default 'application/json' */
  readonly contentType?: string
  /** The fields of the input. */
  readonly fields: readonly FormField[]
  /** A page about the deprecation of the action. */
  readonly deprecation?: string
}

/** A field of a form (HAL-FORMS, `properties`). */
export interface FormField {
  /** The name under which the value is sent; `address.street` for a nested one. */
  readonly name: string
  /** The label for people. @default the name */
  readonly prompt?: string
  /** The control, as in HTML. @default 'text' */
  readonly type?: string
  /** A value must be sent. @default false */
  readonly required?: boolean
  /** The value cannot be changed. @default false */
  readonly readOnly?: boolean
  /** The value that the form starts with. */
  readonly value?: unknown
  /** An example, shown while the field is empty. */
  readonly placeholder?: string
  /** A regular expression that matches the whole value. */
  readonly regex?: string
  /** The least number that is accepted. */
  readonly min?: number
  /** The largest number that is accepted. */
  readonly max?: number
  /** Numbers are multiples of it, counted from `min`. */
  readonly step?: number
  /** The least number of characters. */
  readonly minLength?: number
  /** The largest number of characters. */
  readonly maxLength?: number
  /** The choices; absent if any value of the type is accepted. */
  readonly options?: FieldChoices
}

/** The choices of a field: inline, or behind a link. */
export interface FieldChoices {
  /** The choices themselves. */
  readonly inline?: readonly unknown[]
  /** The resource that lists the choices; `type` is the media type to expect there. */
  readonly link?: { readonly href: string, readonly templated?: boolean, readonly type?: string }
  /** The member of a choice that is displayed. @default 'prompt' */
  readonly promptField?: string
  /** The member of a choice that is sent. @default 'value' */
  readonly valueField?: string
  /** The least number of choices. */
  readonly minItems?: number
  /** The largest number of choices; 1 for a single value, which is not sent as an array. */
  readonly maxItems?: number
  /** The values that are chosen initially. */
  readonly selectedValues?: readonly unknown[]
}

// The relations and actions are not named by an alias: compilers then list them in errors.
/** A resource as it was read. It does not change: `refresh` returns another. */
export interface Resource<T extends ResourceType = Untyped> {
  /** The members that are not hypermedia, as the response has them. */
  readonly data: T['data']
  /** The absolute URL of its `self` link, else the URL it was read from; null for an embedded resource without `self`. */
  readonly href: string | null
  /** The entity tag that was read with it; null for none, and for embedded resources. */
  readonly etag: string | null
  /** The names of the relations that are present. */
  readonly relations: readonly string[]
  /** The names of the actions that are offered now. */
  readonly actions: readonly string[]
  /** Whether a relation is present, as a link or as an embedded resource. */
  has (relation: (keyof T['links'] | keyof T['embedded']) & string): boolean
  /** The links of a relation. */
  links (relation: keyof T['links'] & string): readonly Link[]
  /**
   * Reads the first target of a relation. A target that is embedded needs no request.
   * @throws NotOffered, NotAllowed, HypermediaError
   */
  follow<R extends (keyof T['links'] | keyof T['embedded']) & string> (
    relation: R,
    ...variables: VariableArguments<T, R>
  ): Promise<Resource<TargetOf<T, R>>>
  /** Reads all targets of a relation; none if it is absent. @throws NotAllowed, HypermediaError */
  followAll<R extends (keyof T['links'] | keyof T['embedded']) & string> (relation: R): Promise<Resource<TargetOf<T, R>>[]>
  /** The embedded resources of a relation; none if it is absent. */
  embedded<R extends keyof T['embedded'] & string> (relation: R): readonly Resource<EmbeddedOf<T, R>>[]
  /**
   * The items of a list or a page, and of all pages that follow. Embedded items need no request.
   * @throws NotAllowed, HypermediaError
   */
  items (this: [T['items']] extends [never] ? ListOrPage : Resource<T>): AsyncGenerator<Resource<ItemOf<T>>, void, undefined>
  /** Whether an action is offered now. */
  can (action: keyof T['actions'] & string): boolean
  /** The form of an action; null if the action is not offered now. */
  form (action: keyof T['actions'] & string): Form | null
  /**
   * Runs an action.
   * @returns the resource in the response, else the one at its `Location`, else null
   * @throws NotOffered, InvalidInput and NotAllowed before anything is sent; HypermediaError
   */
  act<A extends keyof T['actions'] & string> (action: A, ...args: ActArguments<T['actions'][A]>): Promise<OutputOf<T['actions'][A]>>
  /** Reads the resource again, and returns this one if it has not changed. @throws HypermediaError */
  refresh (): Promise<Resource<T>>
}

/** A problem document (RFC 9457); for an error without one, its status and reason phrase. */
export interface ClientProblem {
  /** The status of the response, 400 to 599. */
  readonly status: number
  /** A short summary of the type of problem. */
  readonly title?: string
  /** What went wrong in this case. */
  readonly detail?: string
  /** A URI that identifies the type of problem. @default 'about:blank' */
  readonly type?: string
  /** A URI that identifies this case. */
  readonly instance?: string
  readonly [extension: string]: unknown
}

/** One fault of an input. */
export interface InputFault {
  /** The name of the field. */
  readonly name: string
  /** What the form requires of it. */
  readonly message: string
}

/** A client of one API. */
export interface Client<Api extends ApiType = UntypedApi> {
  /** Reads the entry point. @throws HypermediaError */
  start (): Promise<Resource<Api['start']>>
  /** Reads a URL that an earlier session stored, relative to the entry point. @throws NotAllowed, HypermediaError */
  open<T extends ResourceType = Untyped> (href: string): Promise<Resource<T>>
}

/** Request headers, as `fetch` accepts them. */
export type RequestHeaders = NonNullable<RequestInit['headers']>

/** The options of `createClient`. */
export interface ClientOptions {
  /** Request headers, such as `authorization`: an object, or a function that is called for each request. @default none */
  headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>)
  /**
   * Whether requests may go to another origin than that of the entry point: `true` without credentials, `'credentials'` with
   * `headers` and cookies. Called for links, actions, forms and redirects before anything is sent.
   * @default no other origin
   */
  allowOrigin?: (url: URL) => boolean | 'credentials'
  /** Aborts all requests. @default none */
  signal?: AbortSignal
  /** Sends the requests. @default the global `fetch` */
  fetch?: typeof fetch
  /** Called before a link or an action with a `deprecation` is used; awaited. @default nothing */
  onDeprecated?: (link: DeprecatedLink) => unknown
}

/** A link or an action that is deprecated. */
export interface DeprecatedLink {
  /** The relation, or the name of the action. */
  readonly relation: string
  /** The absolute URL that is requested. */
  readonly href: string
  /** A page about the deprecation. */
  readonly deprecation: string
}
