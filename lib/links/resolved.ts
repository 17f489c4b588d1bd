// What a compiled configuration is for one resource.
import type { WrittenForm } from '../forms/fields/form-fields.ts'
import type { WholeLink } from '../targets/target.ts'

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
