import type { ComponentChildren } from 'preact'
import { useExplorer } from '../explorer.ts'
import { hashOf } from '../hash.ts'

interface Props {
  readonly path: string
  readonly class?: string | undefined
  /** The accessible name, if it differs from the content. */
  readonly label?: string
  readonly children: ComponentChildren
}

/** A link to a resource of this API. It is a plain anchor, so users can copy it and open it in a new tab. */
export function InternalLink ({ path, label, children, ...attributes }: Props) {
  const explorer = useExplorer()
  // The browser ignores a link to the current hash, so the page loads the resource again.
  const reload = () => { if (location.hash === hashOf(path)) explorer.follow(path) }
  return <a {...attributes} href={hashOf(path)} aria-label={label} onClick={reload}>{children}</a>
}
