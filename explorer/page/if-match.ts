import { useState } from 'preact/hooks'
import { useScope } from './explorer.ts'
import type { ReadTag } from './read-tag.ts'

interface Change {
  readonly isOn?: boolean
  readonly value?: string
}

/** The `If-Match` header of an action, with the changes of the user. */
export interface Condition {
  readonly tag: ReadTag
  /** Whether the target of the action is the resource that the tag belongs to. */
  readonly isOwn: boolean
  /** Whether the header is sent. */
  readonly isOn: boolean
  readonly value: string
  change (changed: Change): void
  /** Restores the tag that was read. */
  reset (): void
}

// `of` is the tag that the changes were made to.
interface Edited extends Change {
  readonly of: string
}

/**
 * Returns the condition of an action. It is on by default if the action targets the resource's own URL and
 * the tag is strong.
 * Returns null for safe methods, or if no tag was read.
 */
export function useCondition (method: string, path: string | null): Condition | null {
  const { tag } = useScope()
  const [edited, setEdited] = useState<Edited | null>(null)
  if (tag === null || path === null || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return null
  const isOwn = tag.paths.includes(path)
  // Changes end when the resource is read again with another tag.
  const current = edited?.of === tag.value ? edited : { of: tag.value }
  return {
    tag,
    isOwn,
    isOn: isOwn && !tag.isWeak,
    value: tag.value,
    ...current,
    change: changed => setEdited({ ...current, ...changed }),
    reset: () => setEdited(null)
  }
}

/** Returns the value of the header, or undefined if it is not sent. */
export function ifMatchOf (condition: Condition | null): string | undefined {
  const value = condition?.value.trim() ?? ''
  return condition?.isOn === true && value !== '' ? value : undefined
}
