import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface Props<I> {
  readonly items: readonly I[]
  readonly limit?: number
  readonly children: (item: I, index: number) => ComponentChildren
  /** Puts the items in their place. */
  readonly within: (items: ComponentChildren) => ComponentChildren
}

/** The first items of a list, and more of them on demand. */
export function Limited<I> ({ items, limit = 50, children, within }: Props<I>) {
  const [shown, setShown] = useState(limit)
  const left = items.length - shown
  return (
    <>
      {within(items.slice(0, shown).map(children))}
      {left > 0 && <button type='button' class='more' onClick={() => setShown(shown + limit)}>Show {Math.min(limit, left)} more of {left.toLocaleString('en')}</button>}
    </>
  )
}
