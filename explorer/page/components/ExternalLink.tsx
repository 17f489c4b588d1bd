import type { ComponentChildren } from 'preact'

interface Props {
  /** An http or https URL. */
  readonly href: string
  readonly class?: string
  readonly label?: string
  readonly children: ComponentChildren
}

/** A link to somewhere that is not for this page to ask: it opens in a new tab, which learns nothing of this one. */
export function OutsideLink ({ href, label, children, ...rest }: Props) {
  return <a {...rest} href={href} target='_blank' rel='noopener noreferrer' aria-label={label === undefined ? undefined : `${label} (new tab)`}>{children}<span class='away' aria-hidden='true'> ↗</span></a>
}
