import type { Body } from '../http/body.ts'
import { LongText } from './LongText.tsx'

interface Props {
  readonly body: Exclude<Body, { kind: 'json' }>
  readonly url: string
}

/** A body that is no JSON. HTML is shown as the text that it is. */
export function Foreign ({ body, url }: Props) {
  if (body.kind === 'empty') return <p class='card muted'>The answer has no body.</p>
  const type = body.mediaType === '' ? 'an unknown type' : body.mediaType
  return (
    <section class='card'>
      <h2>{body.kind === 'text' ? 'A text' : 'Binary data'} <span class='muted'>of {type}</span></h2>
      {body.kind === 'text'
        ? <pre class='source' tabIndex={0} aria-label='Text'><LongText text={body.text} limit={20_000} /></pre>
        : <p><a href={url} target='_blank' rel='noopener noreferrer'>Open it in a new tab</a></p>}
    </section>
  )
}
