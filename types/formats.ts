import type { ProjectedField } from './forms.ts'
import type { LinkAttributes, LinkContext } from './links.ts'

/** The built-in formats; everything else is a media type. */
export type HypermediaFormat = 'default' | 'hal' | 'hal-forms' | 'none'

/** A link as it stands in an answer: resolved and allowed. */
export interface ProjectedLink extends LinkAttributes {
  readonly rel: string
  readonly href: string
  /** The href is an RFC 6570 template. */
  readonly templated?: true
}

/** An action as it stands in an answer: resolved, allowed and possible now. */
export interface ProjectedAction {
  readonly name: string
  readonly href: string
  readonly method: string
  readonly title?: string
  readonly contentType?: string
  /** The route of the action is going away; a URL with more about it. */
  readonly deprecation?: string
  readonly fields?: readonly ProjectedField[]
}

/** A resource with all that a format may write about it. */
export interface ProjectedResource {
  /** The value's own JSON text; what its schema hides is not in it. */
  readonly body: string
  readonly links: readonly ProjectedLink[]
  readonly actions: readonly ProjectedAction[]
  /** Relation to the text, or the texts, of the children in this format. */
  readonly embedded: ReadonlyMap<string, string | readonly string[]>
}

/** A wire format of your own: register it with the option `formatters`. */
export interface HypermediaFormatter {
  /** Concrete and without parameters: `application/vnd.siren+json`. */
  readonly mediaType: string
  /** The JSON text of the whole resource. */
  format (resource: ProjectedResource, context: LinkContext): string
}
