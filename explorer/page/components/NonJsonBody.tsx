import { LongText } from '../../../views/components/LongText.tsx'
import type { Body } from '../http/body.ts'

interface Props {
  readonly body: Exclude<Body, { kind: 'json' }>
  readonly url: string
}

/** A body that is not JSON. HTML is shown as plain text. */
export function NonJsonBody ({ body, url }: Props) {
  if (body.kind === 'empty') return <p class='card muted'>The response has no body.</p>
  const type = body.mediaType === '' ? 'unknown type' : body.mediaType
  return (
    <section class='card'>
      <h2>{body.kind === 'text' ? 'Text' : 'Binary data'} <span class='muted'>of {type}</span></h2>
      {body.kind === 'text'
        ? <pre class='source' tabIndex={0} aria-label='Text'><LongText text={body.text} limit={20_000} /></pre>
        : <p><a href={url} target='_blank' rel='noopener noreferrer'>Open it in a new tab</a></p>}
    </section>
  )
}
