import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useStatic } from '../static.ts'

interface Props<I> {
  readonly items: readonly I[]
  readonly limit?: number
  readonly children: (item: I, index: number) => ComponentChildren
  /** Renders the element that contains the items. */
  readonly container: (items: ComponentChildren) => ComponentChildren
}

/** The first items of a list, with a button to show more. */
export function Limited<I> ({ items, limit = 50, children, container }: Props<I>) {
  const isStatic = useStatic()
  const [shown, setShown] = useState(limit)
  const remaining = items.length - shown
  return (
    <>
      {container(items.slice(0, shown).map(children))}
      {remaining > 0 && isStatic && <p class='muted'>{remaining.toLocaleString('en')} more in the JSON</p>}
      {remaining > 0 && !isStatic && (
        <button type='button' class='more' onClick={() => setShown(shown + limit)}>
          Show {Math.min(limit, remaining)} more of {remaining.toLocaleString('en')}
        </button>
      )}
    </>
  )
}
