/** A request without an answer. */
export function NoAnswer ({ reason }: { reason: string }) {
  return (
    <section class='card problem' role='alert'>
      <h2>The request got no answer</h2>
      <p>{reason}</p>
      <p class='muted'>The server may be down, a header may be one that browsers do not send, or a redirect led to another origin, which this page never asks.</p>
    </section>
  )
}
