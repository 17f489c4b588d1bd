// What a link configuration becomes at start, and what it becomes for one resource.
import type { LinkConfig } from '../../types/links.ts'
import type { LinkAttributes } from '../../types/targets.ts'
import type { Steps } from '../async/steps.ts'
import type { LocalizedString } from '../context/languages.ts'
import type { Resolution } from '../context/resolution.ts'
import type { Declarations, DeclaredNested } from '../declare/declarations.ts'
import type { FormFields, WrittenForm } from '../forms/fields/form-fields.ts'
import type { Check } from '../policies/conditions.ts'
import type { NamedRoute } from '../routes/named-route.ts'
import type { WholeLink } from '../targets/target.ts'
import type { Columns, Part } from './columns.ts'

/** A link configuration, compiled. */
export interface CompiledConfig {
  /** The name of the resource type, which several configurations can have; null if nothing names it. */
  readonly name: string | null
  /** What messages call it: no other configuration of the app is called so. */
  readonly subject: string
  /** Grouped by relation, in the order of their first declaration. */
  readonly relations: readonly CompiledRelation[]
  /** The links of all relations. */
  readonly links: readonly CompiledLink[]
  readonly embeds: readonly CompiledEmbed[]
  /** The members that contain resources. */
  readonly nested: readonly DeclaredNested[]
  readonly actions: readonly CompiledAction[]
  readonly curies: readonly CompiledCurie[]
  /** Whether policies may decide on its links or embedded resources. */
  readonly linksByPolicy: boolean
  /** Whether policies may decide on its actions. */
  readonly actionsByPolicy: boolean
  /** Its links, embeds and actions in the order in which they are evaluated. */
  readonly columns: Columns
  /** The configuration itself; null for one that the plugin declares. */
  readonly source: LinkConfig<never> | null
  /** What it declares: the targets of links, as they were before they were compiled. */
  readonly declared: Pick<Declarations, 'links' | 'scheme'>
  /** Absent for a type that is no page. */
  readonly paging?: PagingMembers | undefined
}

/** What describes the list of a page. */
export interface PagingMembers {
  /** The path of the total count; null if the page has none. */
  readonly total: string | null
  /** The first names of all paths. */
  readonly members: readonly string[]
  /** The query parameters that the links between its pages set. */
  readonly parameters: readonly string[]
}

/** A link, an embedded relation or an action. */
export interface CompiledPart<R> extends Part<R> {
  /** Whether every resource has it: it has no condition, and its target is the same for all. */
  readonly always: boolean
  /** The names of the policies that it declares. */
  readonly policies: readonly string[]
  /** Whether policies may decide on it: its own, or the policies of its target. */
  readonly byPolicy: boolean
}

/** One relation. */
export interface CompiledRelation {
  readonly relation: string
  /** The relation type in a `Link` header: the expanded CURIE, which may be a relative reference, else the relation. */
  readonly type: string
  /** The member in JSON: `"self":`. */
  readonly key: string
  /** The index of its CURIE; -1 for none. */
  readonly curie: number
  /** Whether JSON has an array of links: for `linkMany`, and for a relation that is declared twice. */
  readonly array: boolean
  /** Whether it leads from one page to another: it has the URL of the request, with another number or cursor. */
  readonly isPaging: boolean
  /** The index of its first link among the links of the configuration. */
  readonly first: number
  readonly links: readonly CompiledLink[]
}

/** One declared link. */
export interface CompiledLink extends CompiledPart<ResolvedLink> {
  /** The attributes if `resolve` returns a string; a `WholeLink` has its own. */
  readonly attributes: SharedAttributes
  readonly templated: boolean
  /** The path that hrefs begin with, after the origin. */
  readonly hrefPrefix: string
  /** Whether it resolves to an empty string for every resource: `hrefPrefix` is the whole path. */
  readonly constant: boolean
  readonly many: boolean
  /** The named routes of its fixed targets. */
  readonly routes: readonly NamedRoute[]
  /** Whether no resource has it, since its fixed targets never work. */
  readonly never: boolean
}

/** Attributes that are the same for every resource. */
export type SharedAttributes = Omit<LinkAttributes, 'title'> & { readonly title?: LocalizedString }

/** One declared embedded relation. It resolves to the resources, which are serialized later. */
export interface CompiledEmbed extends CompiledPart<unknown> {
  readonly relation: string
  readonly key: string
  readonly curie: number
  readonly many: boolean
  /** The configuration of the embedded resources; null if their class decides. */
  readonly config: LinkConfig<never> | null
  /** Whether only requests that prefer it get it. */
  readonly onDemand: boolean
  /** Whether it has a condition, or is embedded on demand. */
  readonly conditional: boolean
}

/** One declared action. */
export interface CompiledAction extends CompiledPart<ResolvedAction> {
  readonly name: string
  readonly key: string
  readonly curie: number
  /** The name in HAL-FORMS: its own, or `default`. */
  readonly templateName: string
  readonly templateKey: string
  readonly templateCurie: number
  /** The path that hrefs begin with, after the origin, if the action resolves to a string. */
  readonly hrefPrefix: string
  /** Whether it resolves to an empty string for every resource: `hrefPrefix` is the whole path. */
  readonly constant: boolean
  /** Whether its fixed target has values, which may be parameters of its query. */
  readonly hasValues: boolean
  readonly method: string
  readonly title: LocalizedString
  readonly contentType: string | null
  readonly deprecation: string | null
  /** Its form. */
  readonly form: FormFields
  /** The named route of its fixed target. */
  readonly route: NamedRoute | null
  /** The schema of its input; undefined for none. */
  readonly inputSchema: unknown
  /** Whether its target is fixed, so that the method is known. */
  readonly fixed: boolean
  /** Whether no resource has it, since its fixed target never works. */
  readonly never: boolean
  /** Whether the state of a resource allows it; null if its target is a URL, or chosen by a callback. */
  readonly state: ActionState | null
  /** Whether it cannot be undone. */
  readonly isDangerous: boolean
}

/** Whether the state of a resource allows an action, for the guard of the action's route. */
export interface ActionState {
  /** The name of the route of its fixed target. */
  readonly routeName: string
  /** The declared method; null for the first of the route. */
  readonly method: string | null
  /** Whether every state allows it: the action has no `.when` condition. */
  readonly always: boolean
  /** Whether the `.when` conditions hold for a resource. Policies are not evaluated. */
  readonly holds: Check
  /** Returns the reason of the first condition that does not hold; null if it has none. */
  readonly reason: (resource: unknown, resolution: Resolution) => Steps<string | null>
  /** Whether the other conditions hold: the policies of the action and of its route. */
  readonly permits: Check
}

/** One CURIE. Relations and actions refer to it by its index. */
export interface CompiledCurie {
  readonly prefix: string
  readonly template: string
  readonly json: string
}

/**
 * A link for one resource. A string is the end of the href, after the origin and `hrefPrefix`:
 * it needs no escaping in JSON.
 * An array is for `linkMany`. Null omits the link.
 */
export type ResolvedLink = string | WholeLink | readonly WholeLink[] | null

/** An action for one resource. A string is the end of the href, as of a link. Null omits the action. */
export type ResolvedAction = string | WholeAction | null

/** An action with its whole href. */
export interface WholeAction {
  readonly href: string
  readonly method: string
  readonly title: string | null
  readonly contentType: string | null
  /** A page about the deprecation of its route. */
  readonly deprecation: string | null
  readonly form: WrittenForm
}

/** JSON of the embedded resources of one relation: of one, or of each. Null omits the relation. */
export type EmbeddedJson = string | readonly string[] | null

/** What a compiled configuration is for one resource. */
export interface ResolvedResource {
  /** Its links, then its actions, in the order of the configuration. Formats without actions read links only. */
  readonly parts: readonly (ResolvedLink | ResolvedAction)[]
  /** In the order of its embeds. */
  readonly embedded: readonly EmbeddedJson[]
}
