import type { ComponentChildren } from 'preact'

/** How deep in the document a part stands: 2 below the page's own heading. */
export type Level = 2 | 3 | 4 | 5 | 6

/** A heading of that level. */
export function Heading ({ level, children }: { level: Level, children: ComponentChildren }) {
  const Element = `h${level}` as const
  return <Element>{children}</Element>
}

/** One level deeper, as far as there are headings. */
export function below (level: Level): Level {
  return Math.min(level + 1, 6) as Level
}
