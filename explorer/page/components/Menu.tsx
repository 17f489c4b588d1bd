import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface Props {
  readonly name: string
  /** Shown beside the name. */
  readonly mark?: ComponentChildren
  readonly children: ComponentChildren
}

/** A button of the toolbar that opens a panel. One panel is open at a time; Escape and a click elsewhere close it. */
export function Menu ({ name, mark, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (!details.current!.contains(target as Node)) details.current!.open = false
    }
    addEventListener('pointerdown', closeOutside)
    return () => removeEventListener('pointerdown', closeOutside)
  }, [])
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || details.current?.open !== true) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  }
  return (
    <details class='menu' name='toolbar' ref={details} onKeyDown={closeOnEscape}>
      <summary>{name}{mark}</summary>
      <div class='panel'>{children}</div>
    </details>
  )
}
