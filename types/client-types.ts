// What the types that `hyper-api client` generates consist of.

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
  /** The relations that a response embeds on demand, the relations of its items included. @default none */
  readonly onDemand?: string
}

/** A relation: the type of its target, and the variables of its URI template. */
export interface LinkTo<Target extends ResourceType, Variables = unknown> {
  /** The type of the resource that the relation leads to. */
  readonly target: Target
  /** The variables of the URI template, by name. */
  readonly variables: Variables
}

/** An action: its input, the type of the resource it results in, and whether it requires `If-Match`. */
export interface ActionTo<
  Input, Output extends ResourceType | null, Requires extends 'ifMatch' | 'nothing' = 'nothing'
> {
  /** What is sent. */
  readonly input: Input
  /** The type of the resource that the action results in; null for none. */
  readonly output: Output
  /** `'ifMatch'` if the route rejects requests without `If-Match` (RFC 6585, section 3). */
  readonly requires: Requires
}

// Interfaces, so that editors show their names.
/** The input of an action without input. */
export interface NoInput {
  readonly [name: string]: never
}

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
  /** Any relation. */
  readonly onDemand: string
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
  | string | number | boolean | readonly (string | number | boolean)[]
  | Readonly<Record<string, string | number | boolean>>

/** The values of template variables by name. A variable without a value is omitted. */
export interface TemplateVariables {
  readonly [name: string]: VariableValue | null | undefined
}
