// What a link configuration becomes at start.
import type { LinkConfig } from '../../types/links.ts'
import type { Declarations, DeclaredNested } from '../declare/declarations.ts'
import type { ActionPart } from './action.ts'
import type { CompiledCurie } from './curies.ts'
import type { EmbedPart } from './embed.ts'
import type { LinkPart } from './link.ts'
import type { Part } from './part.ts'

export type { ActionState } from './action-state.ts'
export type { CompiledCurie } from './curies.ts'
export type { SharedAttributes } from './link.ts'
export type { EmbeddedJson, ResolvedAction, ResolvedLink, ResolvedResource, WholeAction } from './resolved.ts'

/** One declared link, action or embedded relation. Only the start changes it. */
export type CompiledLink = Omit<Readonly<LinkPart>, 'ofReturned'>
export type CompiledAction = Readonly<ActionPart>
export type CompiledEmbed = Readonly<EmbedPart>

/** A part of a configuration with the place of its results among the parts of a resource. */
export interface Column {
  readonly part: Readonly<Part>
  readonly index: number
  /** Which levels evaluate it: an embed on demand only where it is demanded, an action where the format shows it. */
  readonly kind: 'link' | 'embed' | 'on demand' | 'action'
}

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
  /** Its links, embeds and actions in the order in which they are evaluated, except those that are known. */
  readonly columns: readonly Column[]
  /** What its parts are for a resource before they are evaluated: those without a column keep it. */
  readonly initial: readonly (string | null)[]
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

/** One relation. */
export interface CompiledRelation {
  readonly relation: string
  /** The relation type in a `Link` header: the expanded CURIE, which may be a relative reference, else the relation. */
  readonly type: string
  /** Whether JSON has an array of links: for `linkMany`, and for a relation that is declared twice. */
  readonly array: boolean
  /** Whether it leads from one page to another: it has the URL of the request, with another number or cursor. */
  readonly isPaging: boolean
  /** The index of its first link among the links of the configuration. */
  readonly first: number
  readonly links: readonly CompiledLink[]
}
