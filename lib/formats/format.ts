import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LinkContext } from '../../types/callbacks.ts'
import type { Resolution } from '../context/resolution.ts'
import type {
  CompiledAction, CompiledConfig, CompiledCurie, CompiledEmbed, CompiledRelation, ResolvedResource
} from '../links/compiled.ts'
import type { ActionMember, ActionParts, LinkParts } from './templates.ts'

/** A list in a page or an envelope, if the format moves it to the embedded resources. */
export interface Items {
  readonly relation: string
  readonly json: readonly string[]
  /** Whether it is one resource, in a list of one. */
  readonly isOne: boolean
}

/** Writes resources of one type in one format. */
export interface ResourceWriter {
  /**
   * Returns the JSON of a whole resource.
   * @param body what the value is serialized to; always an object
   * @param items the lists to embed; empty for other resources
   * @param isWhole whether the response is the resource; `false` for embedded resources and elements
   */
  write (
    body: string, resource: ResolvedResource, items: readonly Items[], isWhole: boolean, resolution: Resolution
  ): string
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
  readonly version?: string
  /** Makes the body of a whole response from JSON; absent if the JSON is the body. */
  readonly document?: (content: string, context: LinkContext, isFormatted: boolean) => string | Promise<string>
  /** How many elements of a list its documents show: the others are only counted. @default all */
  readonly most?: number
  /** Throws for a request that it rejects; absent if there is none. */
  readonly check?: (request: FastifyRequest) => void
  /** Sets the headers of such a body, which its 304 has too (RFC 9110, section 15.4.5). */
  readonly setHeaders?: (reply: FastifyReply) => void
}

/** How a format writes its members. */
export interface Layout {
  /** Null for a format without actions. */
  readonly actions: ActionMember | null
  /** The name of one member that has all others, and is always there; null if they are members of the resource. */
  readonly container: string | null
}

/** What the members of a resource are written from, with what they are for it. */
export interface Shape extends Pick<CompiledConfig, 'subject' | 'nested' | 'paging'> {
  /** The name of the type; absent or null if nothing names it. */
  readonly name?: string | null
  readonly relations: readonly ShapedRelation[]
  /** The links of all relations. */
  readonly links: readonly (LinkParts & { readonly constant: boolean })[]
  readonly embeds: readonly Pick<CompiledEmbed, 'key' | 'relation' | 'curie'>[]
  readonly actions: readonly (ActionParts & { readonly constant: boolean } & Partial<Dangerous>)[]
  readonly curies: readonly CompiledCurie[]
  /** Whether all links and actions have their whole hrefs: nothing depends on the origin of a response. */
  readonly hasWholeHrefs?: true
}

/** What pages know of an action: problem documents do not have it. */
type Dangerous = Pick<CompiledAction, 'isDangerous' | 'name'>

/** A relation, and where its links are among the links of all relations. */
export interface ShapedRelation extends Pick<CompiledRelation, 'key' | 'curie' | 'array' | 'first'> {
  readonly links: { readonly length: number }
}
