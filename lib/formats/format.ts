import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkContext } from '../../types/callbacks.ts'
import type { Resolution } from '../context/resolution.ts'
import type { CompiledConfig, ResolvedResource, WholeAction } from '../links/compiled.ts'
import type { WholeLink } from '../targets/target.ts'

/** A list in a page or an envelope, if the format moves it to the embedded resources. */
export interface Items {
  readonly relation: string
  readonly json: readonly string[]
  /** Whether it is one resource, in a list of one. */
  readonly isOne: boolean
}

/** A resource of a response, to be written. */
export interface EvaluatedResource extends ResolvedResource {
  /** What the value is serialized to; always an object. */
  readonly body: string
  /** The lists to embed; empty for other resources. */
  readonly items: readonly Items[]
  /** Whether the response is the resource; `false` for embedded resources and elements. */
  readonly isWhole: boolean
}

/** Writes resources of one type in one format. */
export interface ResourceWriter {
  /** Returns the JSON of a whole resource. */
  write (resource: EvaluatedResource, resolution: Resolution): string
}

/** A relation that a resource has. */
export interface PresentRelation {
  readonly relation: string
  readonly isArray: boolean
  /** A string stands for the JSON of a link, or of the links of `linkMany`. */
  readonly links: readonly (WholeLink | string)[]
}

/** An action that a resource offers. A string stands for its JSON. */
export interface PresentAction {
  readonly name: string
  readonly action: WholeAction | string
}

/** A resource as a format gets it: its links and actions have their whole hrefs. */
export interface PresentResource extends Pick<EvaluatedResource, 'body' | 'items' | 'isWhole'> {
  /** What the format made of the body, or what stands for it; null for a format that has the body only. */
  readonly data: string | null
  readonly relations: readonly PresentRelation[]
  readonly actions: readonly PresentAction[]
  /** By relation, as JSON: the lists of a page or an envelope come first. */
  readonly embedded: ReadonlyMap<string, string | readonly string[]>
}

/** How a format writes the resources of one configuration. */
export interface ResourceFormat {
  /** Returns the JSON of a whole resource. */
  format (resource: PresentResource, resolution: Resolution): string
  /**
   * Returns a function that writes the data of resources that have the same links and actions. It returns null for data
   * that is not written apart from the rest. Absent if each resource is formatted by itself.
   */
  dataOf? (kind: PresentResource, resolution: Resolution): (body: string) => string | null
  /** How parts with their own attributes are written, if they can be written apart from the rest. */
  readonly parts?: PartsFormat
}

/** How links and actions are written. */
export interface PartsFormat {
  link (link: WholeLink): string
  action (action: WholeAction): string
}

/** A wire format, built-in or a formatter of the app. */
export interface WireFormat {
  /** The name that `config.hyper.format` takes. */
  readonly name: string
  readonly mediaType: string
  /** Whether it adds nothing. */
  readonly bare: boolean
  /** Whether it shows actions. */
  readonly actions: boolean
  /** Whether it shows the fields of forms. */
  readonly forms: boolean
  /** Whether it moves the lists in pages and envelopes to the embedded resources. */
  readonly embedsItems: boolean
  /** Whether it moves all that is a resource in an envelope, also single ones. */
  readonly embedsMembers?: true
  /** Whether only its documents may be sent: its JSON has a name that no client may know. */
  readonly isPrivate?: true
  writerFor (compiled: CompiledConfig): ResourceWriter
  /** Writes an embedded resource or an item without a configuration; absent if its JSON stays. */
  readonly writePlain?: (body: string, resolution: Resolution) => string
  /** A part of its entity tags. */
  readonly version?: string | undefined
  /** Makes the body of a whole response from JSON; absent if the JSON is the body. */
  readonly document?:
    ((content: string, context: LinkContext, isFormatted: boolean) => string | Promise<string>) | undefined
  /** How many elements of a list its documents show: the others are only counted. @default all */
  readonly most?: number
  /** Throws for a request that it rejects; absent if there is none. */
  readonly check?: ((request: FastifyRequest) => void) | undefined
  /** Sets the headers of such a body, which its 304 has too (RFC 9110, section 15.4.5). */
  readonly setHeaders?: ((reply: FastifyReply) => void) | undefined
}
