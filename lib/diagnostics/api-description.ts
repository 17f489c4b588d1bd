// What an API offers, as far as its declarations have it: read by `hyper-api client` and `fastify-hyper/mcp`.

/** The description of one registration of the plugin. */
export interface ApiDescription {
  /** The prefix of the scope of the registration; empty for none. */
  readonly prefix: string
  readonly types: readonly DescribedType[]
  /** The name of the type that a GET route responds with, by the URL of the route; null if it is unknown. */
  readonly entries: ReadonlyMap<string, string | null>
}

/** A schema with the shared schemas of its scope. */
export interface ScopedSchema {
  /** A JSON schema, or a schema of another library. */
  readonly schema: unknown
  readonly shared: (id: string) => object | undefined
}

/** A type of representations. Other types are named; null is an unknown one. */
export interface DescribedType {
  readonly name: string
  /** The routes that respond with it: `GET /orders/:id`. */
  readonly routes: readonly string[]
  /** The schema of its data; null for none. */
  readonly data: ScopedSchema | null
  /**
   * The members of the data that HAL moves to the embedded resources: the items of a page, the lists of an envelope.
   */
  readonly movedMembers: readonly string[]
  /** Whether links and actions depend on the value, so that they are unknown. */
  readonly open: boolean
  readonly relations: readonly DescribedRelation[]
  readonly embedded: readonly DescribedEmbed[]
  readonly actions: readonly DescribedAction[]
  /** The type of the items of a list, a page or an envelope of one list; undefined for a resource. */
  readonly item: string | null | undefined
  /** The relations that a response embeds on demand, those of its items included. */
  readonly onDemand: readonly string[]
}

/** A relation of a type. */
export interface DescribedRelation {
  readonly relation: string
  readonly target: string | null
  readonly always: boolean
  readonly deprecated: boolean
  /** The variables of its URI template; undefined if it is not known whether it is a template. */
  readonly variables: readonly DescribedVariable[] | undefined
}

/** A variable of a URI template. */
export interface DescribedVariable {
  readonly name: string
  /** False for one with a default. */
  readonly required: boolean
  /** Null for a variable without a schema. */
  readonly schema: ScopedSchema | null
}

/** An embedded relation; for a resource that stays in a member of the data, the name of the member. */
export interface DescribedEmbed {
  readonly relation: string
  readonly target: string | null
  readonly always: boolean
  /** Whether it is embedded only if the client prefers it. */
  readonly onDemand: boolean
}

/** An action of a type. */
export interface DescribedAction {
  /** As HAL-FORMS has it, if the app has that format. */
  readonly name: string
  readonly title: string | null
  /** Its method and the URL of its route; null for another target. */
  readonly route: string | null
  /** The schema of its input; null for none, undefined if it is unknown. */
  readonly input: ScopedSchema | null | undefined
  readonly output: DescribedOutput
  readonly requiresIfMatch: boolean
  readonly deprecated: boolean
  readonly always: boolean
}

/** What the success responses of a route contain. */
export interface DescribedOutput {
  readonly types: readonly (string | null)[]
  /** Whether a response can be without content. */
  readonly empty: boolean
}
