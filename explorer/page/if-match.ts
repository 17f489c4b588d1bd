import { useState } from 'preact/hooks'
import { useSurroundings } from './explorer.ts'
import type { ReadTag } from './read-tag.ts'

/** The condition that an action is sent with, as a person left it. */
export interface Condition {
  readonly tag: ReadTag
  /** Whether the action goes to the resource that the tag was read with. */
  readonly isOwn: boolean
  readonly isOn: boolean
  readonly value: string
  change (changed: { readonly isOn?: boolean, readonly value?: string }): void
  /** Back to the tag that was read. */
  reset (): void
}

/**
 * The If-Match of an action: with the tag that was read where the action goes to the resource's own URL, else on demand.
 * Null where there is none to send: the method changes nothing, or no tag was read.
 */
export function useCondition (method: string, path: string | null): Condition | null {
  const { tag } = useSurroundings()
  const [edited, setEdited] = useState<{ readonly of: string, readonly isOn?: boolean, readonly value?: string } | null>(null)
  if (tag === null || path === null || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return null
  const isOwn = tag.paths.includes(path)
  // What was changed of another tag is over: the resource was read again.
  const current = edited?.of === tag.value ? edited : { of: tag.value }
  return { tag, isOwn, isOn: isOwn && !tag.isWeak, value: tag.value, ...current, change: changed => setEdited({ ...current, ...changed }), reset: () => setEdited(null) }
}

/** The value of the header; undefined where it is not sent. */
export function ifMatchOf (condition: Condition | null): string | undefined {
  const value = condition?.value.trim() ?? ''
  return condition?.isOn === true && value !== '' ? value : undefined
}
