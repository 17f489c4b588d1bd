import type { ComponentChildren } from 'preact'
import { useExplorer } from '../explorer.ts'
import { hashOf } from '../history.ts'

interface Props {
  readonly path: string
  readonly class?: string
  /** The accessible name, where the content does not say it. */
  readonly label?: string
  readonly children: ComponentChildren
}

/** A link to a resource of this API. A plain anchor, so that it opens in a new tab and can be copied. */
export function InsideLink ({ path, label, children, ...rest }: Props) {
  const explorer = useExplorer()
  // The browser does nothing for a link to where we are; we ask again.
  const reload = () => { if (location.hash === hashOf(path)) explorer.follow(path) }
  return <a {...rest} href={hashOf(path)} aria-label={label} onClick={reload}>{children}</a>
}
