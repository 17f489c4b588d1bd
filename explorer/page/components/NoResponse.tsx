import type { Exchange } from '../http/exchange.ts'

/** The reason why a request has no response. */
export function NoResponse (
  { exchange: { reason, isNetworkError } }: { exchange: Extract<Exchange, { response: null }> }
) {
  return (
    <section class='card problem' role='alert'>
      <h2>The request got no response</h2>
      <p>{reason}</p>
      {isNetworkError && (
        <p class='muted'>
          Possible causes: the server is down, a header is not allowed in browsers, or the server redirected to another
          origin, which this page does not send requests to.
        </p>
      )}
    </section>
  )
}
