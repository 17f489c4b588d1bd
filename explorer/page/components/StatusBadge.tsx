import type { Exchange } from '../http/exchange.ts'
import { statusLine } from '../wording.ts'

/** The status of an answer, in its colour. */
export function StatusBadge ({ exchange }: { exchange: Exchange }) {
  const { answer } = exchange
  return <span class={`status ${answer === null ? 'none' : `of-${Math.floor(answer.status / 100)}`}`}>{statusLine(exchange)}</span>
}
