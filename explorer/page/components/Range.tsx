import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Field } from '../../../hypermedia/form.ts'

/** A slider with its value. */
export function Range ({ id, field: { name, value, limits: { min, max, step } } }: { id: string, field: Field }) {
  const slider = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState('')
  const show = () => setShown(slider.current!.value)
  useLayoutEffect(show, [])
  return (
    <div class='range'>
      {/* The bounds come first, because the browser clamps the value to the bounds that are set so far. */}
      <input
        ref={slider} id={id} name={name} type='range' min={min} max={max} step={step ?? 'any'} defaultValue={value}
        onInput={show}
      />
      <output for={id}>{shown}</output>
    </div>
  )
}
