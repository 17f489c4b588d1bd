import type { ComponentChildren } from 'preact'

/** The level of a heading. The heading of the page has level 1. */
export type Level = 2 | 3 | 4 | 5 | 6

/** A heading of a level. */
export function Heading ({ level, children }: { level: Level, children: ComponentChildren }) {
  const Element = `h${level}` as const
  return <Element>{children}</Element>
}

/** Returns the next level, at most 6. */
export function below (level: Level): Level {
  return Math.min(level + 1, 6) as Level
}
