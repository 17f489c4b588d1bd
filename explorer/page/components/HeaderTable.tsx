import type { HeaderPairs } from '../http/exchange.ts'
import { LongText } from '../../../views/components/LongText.tsx'

/** A list of headers. */
export function HeaderTable ({ headers, label }: { headers: HeaderPairs, label: string }) {
  if (headers.length === 0) return null
  return (
    <dl class='headers' aria-label={label}>
      {headers.map(([name, value], index) => (
        <div key={index}><dt>{name}: </dt><dd><LongText text={value} limit={300} /></dd></div>
      ))}
    </dl>
  )
}
