import type { ComponentChildren } from 'preact'
import { Heading, type Level } from './Heading.tsx'

interface Props {
  readonly name: string
  /** What stands for the name in the heading. */
  readonly title?: ComponentChildren
  readonly level: Level
  readonly class?: string
  readonly children: ComponentChildren
}

/** A part of a resource. Those of the resource that the page shows are landmarks; those of embedded ones would be too many. */
export function Part ({ name, title = name, level, class: style = 'card', children }: Props) {
  return (
    <section class={style} aria-label={level === 2 ? name : undefined}>
      <Heading level={level}>{title}</Heading>
      {children}
    </section>
  )
}
