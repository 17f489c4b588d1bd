import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface Props {
  readonly summary: ComponentChildren
  readonly class?: string
  readonly open?: boolean
  /** Made when it is opened for the first time, so that what nests deeply costs nothing. */
  readonly children: () => ComponentChildren
}

/** Something that opens. */
export function Disclosure ({ summary, open = false, children, ...rest }: Props) {
  const [wasOpened, setOpened] = useState(open)
  return (
    <details {...rest} open={open} onToggle={event => { if (event.currentTarget.open) setOpened(true) }}>
      <summary>{summary}</summary>
      {wasOpened && children()}
    </details>
  )
}
