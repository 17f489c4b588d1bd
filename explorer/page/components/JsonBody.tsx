import { useMemo } from 'preact/hooks'
import { LongText } from '../../../views/components/LongText.tsx'
import { JsonTree } from './JsonTree.tsx'

/** A body that is JSON by its media type. Invalid JSON, which a user can send, is shown as it is. */
export function JsonBody ({ json }: { json: string }) {
  const isValid = useMemo(() => isJson(json), [json])
  return isValid
    ? <JsonTree json={json} />
    : <pre class='source' tabIndex={0} aria-label='Body'><LongText text={json} limit={5000} /></pre>
}

function isJson (text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
