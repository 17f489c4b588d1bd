import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useStatic } from '../static.ts'

interface Props {
  readonly summary: ComponentChildren
  readonly class?: string
  readonly open?: boolean
  /** Rendered when first opened, so deeply nested values are rendered on demand. */
  readonly children: () => ComponentChildren
}

/** A `details` element. */
export function Disclosure ({ summary, open = false, children, ...attributes }: Props) {
  const isStatic = useStatic()
  const [wasOpened, setOpened] = useState(open || isStatic)
  return (
    <details {...attributes} open={open} onToggle={event => { if (event.currentTarget.open) setOpened(true) }}>
      <summary>{summary}</summary>
      {wasOpened && children()}
    </details>
  )
}
