import type { ComponentChildren } from 'preact'
import { Heading, type Level } from './Heading.tsx'

interface Props {
  readonly name: string
  /** The content of the heading. @default the name */
  readonly title?: ComponentChildren
  readonly level: Level
  readonly class?: string
  readonly children: ComponentChildren
}

/** A section of a resource. Sections of the current resource are landmarks; sections of embedded resources are not. */
export function Section ({ name, title = name, level, class: style = 'card', children }: Props) {
  return (
    <section class={style} aria-label={level === 2 ? name : undefined}>
      <Heading level={level}>{title}</Heading>
      {children}
    </section>
  )
}
