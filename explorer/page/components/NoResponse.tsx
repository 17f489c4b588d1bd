import type { Exchange } from '../http/exchange.ts'

/** A request without an answer. */
export function NoAnswer ({ exchange: { reason, isNetworkError } }: { exchange: Extract<Exchange, { answer: null }> }) {
  return (
    <section class='card problem' role='alert'>
      <h2>The request got no answer</h2>
      <p>{reason}</p>
      {isNetworkError && <p class='muted'>The server may be down, a header may be one that browsers do not send, or a redirect led to another origin, which this page never asks.</p>}
    </section>
  )
}
