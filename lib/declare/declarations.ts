import type { BatchCallback, LinkCallback, Wording } from '../../types/callbacks.ts'
import type { FieldDeclaration } from '../../types/declarations.ts'
import type { LinkConfig } from '../../types/links.ts'
import type { PageScheme } from '../../types/pages.ts'
import type { LinkAttributes, ManyTargeting, Targeting } from '../../types/targets.ts'

export type Callback<V = unknown> = LinkCallback<unknown, V>

export type AnyCallback = Callback | BatchCallback<unknown, unknown>

export function isBatchCallback (value: unknown): value is BatchCallback<unknown, unknown> {
  return typeof value === 'object' && value !== null && 'many' in value
}

/** The attributes of a link object, in the order in which formats write them. */
export const LINK_ATTRIBUTES = ['title', 'name', 'type', 'profile', 'hreflang', 'deprecation'] as const

export type Condition =
  | { readonly kind: 'when', readonly predicate: Callback, readonly reason: Wording<unknown> | undefined }
  | { readonly kind: 'policy', readonly policy: string, readonly select: ((resource: unknown) => unknown) | null }

// The declarations that a configuration collects: checked, not interpreted.
// The chains in chains.ts are their public, writable side.

interface Declared {
  readonly conditions: readonly Condition[]
}

export interface DeclaredLink extends Declared {
  readonly relation: string
  readonly many: boolean
  readonly target: Targeting<unknown> | ManyTargeting<unknown>
  readonly attributes: Readonly<Omit<LinkAttributes, 'title'> & { title?: Wording<unknown> }>
}

export interface DeclaredEmbed extends Declared {
  readonly relation: string
  readonly many: boolean
  readonly child: AnyCallback
  /** Whether only requests that prefer it get it. */
  readonly onDemand: boolean
  readonly config: LinkConfig<never> | null
}

export interface DeclaredAction extends Declared {
  readonly name: string
  readonly target: Targeting<unknown>
  readonly method: string | null
  readonly title: Wording<unknown> | undefined
  readonly input: object | null
  readonly fields: Readonly<Record<string, FieldDeclaration<unknown>>>
  readonly prefill: Callback | null
  readonly isDefault: boolean
  /** Whether it cannot be undone. */
  readonly isDangerous: boolean
}

/** A member of the resource that contains resources. */
export interface DeclaredNested {
  readonly member: string
  /** The relation of a list in HAL; null for one resource, which stays where it is. */
  readonly relation: string | null
  /** Null where the class or the schema of each decides. */
  readonly config: LinkConfig<never> | null
  /** Whether they have links; false for rows that are data. */
  readonly linked: boolean
}

/** The declarations of one configuration, in their order. */
export interface Declarations {
  readonly links: readonly DeclaredLink[]
  readonly embeds: readonly DeclaredEmbed[]
  readonly nested: readonly DeclaredNested[]
  /** The links between pages; null for none. */
  readonly scheme: PageScheme<never> | null
  readonly actions: readonly DeclaredAction[]
  /** Templates by prefix. */
  readonly curies: ReadonlyMap<string, string>
}
