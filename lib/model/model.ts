// The model of an API: what its configurations, routes and schemas declare, as plain data in a stable order. It is made
// once, when somebody reads it: hyper-api, mcp/, a crawl.
import type { ProjectedField } from '../../types/forms.ts'

/** The model of one registration of the plugin. */
export interface ApiModel {
  /** The prefix of the scope of the registration; empty for none. */
  readonly prefix: string
  /** The names of the formats that clients can request. */
  readonly formats: readonly string[]
  /** The name of the format for clients that request none. */
  readonly defaultFormat: string
  /** The URL that hrefs begin with; null if requests decide. */
  readonly baseUrl: string | null
  readonly types: readonly ModelType[]
  /** What the configurations declare, whatever types they apply to. */
  readonly configs: readonly ModelConfig[]
  /** Those that documents omit are the last, such as the endpoints of this package. */
  readonly routes: readonly ModelRoute[]
}

/** A schema with the shared schemas of its scope. JSON has the schema only. */
export interface ScopedSchema {
  /** A JSON schema, or a schema of another library. */
  readonly schema: unknown
  readonly shared: (id: string) => object | undefined
}

export interface ModelRoute {
  readonly name: string | null
  readonly methods: readonly string[]
  /** The full pattern, prefixes included. */
  readonly url: string
  /** The version or host that requests must have, for example; empty for none. */
  readonly constraints: Readonly<Record<string, string>>
  /** The names of the policies that must all allow a request. */
  readonly policies: readonly string[]
  /** Whether it has policies or a resource, so that a guard decides whether its handler runs. */
  readonly guarded: boolean
  /** Whether its handler runs also without a resource, whose state nothing checks then. */
  readonly missingPasses: boolean
  readonly requiresIfMatch: boolean
  readonly deprecated: boolean
  /** Whether documents omit it. */
  readonly hidden: boolean
  /** Null for a route that is neither read nor the target of an action of a type. */
  readonly output: ModelOutput | null
}

/** What the success responses of a route contain: the names of types; null is an unknown type. */
export interface ModelOutput {
  readonly types: readonly (string | null)[]
  /** Whether a response can be without content. */
  readonly empty: boolean
}

/** What a link configuration declares. */
export interface ModelConfig {
  /** What messages call it: no other configuration of the app is called so. */
  readonly subject: string
  readonly relations: readonly ModelRelation[]
  readonly embedded: readonly ModelEmbed[]
  readonly actions: readonly ModelAction[]
}

export interface ModelRelation {
  readonly relation: string
  /** The names of the routes that are its fixed targets. */
  readonly routes: readonly string[]
  /** The media type of the target, if it is declared. */
  readonly mediaType: string | null
  /** Whether JSON has an array of links. */
  readonly many: boolean
  /** The names of its policies, and of the policies of its routes. */
  readonly policies: readonly string[]
  /** Whether every resource has it. */
  readonly always: boolean
  /** Whether all its routes are deprecated. */
  readonly deprecated: boolean
}

export interface ModelEmbed {
  readonly relation: string
  readonly many: boolean
  readonly policies: readonly string[]
  readonly always: boolean
  /** Whether it is embedded only if the client prefers it. */
  readonly onDemand: boolean
}

export interface ModelAction {
  readonly name: string
  /** Its name in HAL-FORMS: its own, or `default`. */
  readonly templateName: string
  readonly title: string | null
  readonly method: string
  /** The route that is its fixed target, with the summary of its schema; null for another target. */
  readonly route: { readonly name: string, readonly url: string, readonly summary: string | null } | null
  /** The media type of its input; null for none. */
  readonly contentType: string | null
  /** Whether its target has values, which may be parameters of its query. */
  readonly hasValues: boolean
  /** The schema of its input; null for none, undefined if it is unknown. */
  readonly input: ScopedSchema | null | undefined
  /** The fields of its form, without the values of a resource. */
  readonly fields: readonly ProjectedField[]
  /** The names of its policies, and of the policies of its route. */
  readonly policies: readonly string[]
  readonly deprecated: boolean
  readonly always: boolean
  /** Whether it cannot be undone: a DELETE, or declared with `.danger()`. */
  readonly dangerous: boolean
}

/** A type of representations. Other types are named; null is an unknown one. */
export interface ModelType {
  readonly name: string
  readonly kind: 'resource' | 'list' | 'page'
  /** What representations call it; null if nothing names it. Several types of one configuration are called the same. */
  readonly label: string | null
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
  readonly relations: readonly TypeRelation[]
  readonly embedded: readonly TypeEmbed[]
  readonly actions: readonly TypeAction[]
  /** The type of the items of a list, a page or an envelope of one list; undefined for a resource. */
  readonly item: string | null | undefined
  /** The relations that a response embeds on demand, including the relations of its items. */
  readonly onDemand: readonly string[]
  /** Whether each GET response with it has an entity tag. */
  readonly tagged: boolean
  /** The query parameter that has the number of items on a page; null if there is none. */
  readonly pageSize: ModelPageSize | null
}

export interface ModelPageSize {
  /** The name of the query parameter. */
  readonly name: string
  readonly default: number | null
  readonly maximum: number | null
}

export interface TypeRelation extends ModelRelation {
  readonly target: string | null
  /** The patterns of its routes, and its targets that are URLs or URI templates. */
  readonly urls: readonly string[]
  /** The variables of its URI template; undefined if it is not known whether it is a template. */
  readonly variables: readonly ModelVariable[] | undefined
}

/** A variable of a URI template. */
export interface ModelVariable {
  readonly name: string
  /** False for one with a default. */
  readonly required: boolean
  /** Null for a variable without a schema. */
  readonly schema: ScopedSchema | null
}

/** An embedded relation of a type; for a resource that stays in a member of the data, the name of the member. */
export interface TypeEmbed extends ModelEmbed {
  readonly target: string | null
}

export interface TypeAction extends ModelAction {
  readonly output: ModelOutput
  readonly requiresIfMatch: boolean
}
