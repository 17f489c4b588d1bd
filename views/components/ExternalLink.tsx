import type { ComponentChildren } from 'preact'

interface Props {
  /** An http or https URL. */
  readonly href: string
  readonly class?: string
  readonly label?: string
  readonly children: ComponentChildren
}

/** A link to another site or a document for people. Opens in a new tab, without opener and referrer. */
export function ExternalLink ({ href, label, children, ...attributes }: Props) {
  const name = label === undefined ? undefined : `${label} (new tab)`
  return (
    <a {...attributes} href={href} target='_blank' rel='noopener noreferrer' aria-label={name}>
      {children}<span class='away' aria-hidden='true'> ↗</span>
    </a>
  )
}
