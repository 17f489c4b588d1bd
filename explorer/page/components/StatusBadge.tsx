import type { Exchange } from '../http/exchange.ts'
import { statusLine } from '../wording.ts'

/** The status of a response, colored. */
export function StatusBadge ({ exchange }: { exchange: Exchange }) {
  const { response } = exchange
  return (
    <span class={`status ${response === null ? 'none' : `of-${Math.floor(response.status / 100)}`}`}>
      {statusLine(exchange)}
    </span>
  )
}
