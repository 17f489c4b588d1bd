import { useRef } from 'preact/hooks'
import { pathOf } from '../../../hypermedia/destination.ts'
import { MethodBadge } from '../../../views/components/MethodBadge.tsx'
import { useExplorer } from '../explorer.ts'

/** The path of the current resource, in a form that opens other paths. */
export function AddressBar ({ path }: { path: string }) {
  const explorer = useExplorer()
  const input = useRef<HTMLInputElement>(null)

  const go = (event: Event) => {
    event.preventDefault()
    const target = pathOf(input.current!.value.trim(), `${location.origin}/`)
    if (target !== null) return explorer.follow(target)
    input.current!.setCustomValidity('Enter a path of this API. The page sends requests to its own origin only.')
    input.current!.reportValidity()
  }

  return (
    <form class='address' role='search' aria-label='Address' onSubmit={go}>
      <MethodBadge method='GET' />
      <input
        ref={input} aria-label='Path' defaultValue={path} spellcheck={false} autocomplete='off' autocapitalize='off'
        onInput={() => input.current!.setCustomValidity('')}
      />
      <button type='submit'>Go</button>
    </form>
  )
}
