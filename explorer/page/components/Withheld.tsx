import { useSender } from '../explorer.ts'

interface Props {
  readonly names: readonly string[]
  readonly path: string
  /** Whether the request was sent already. */
  readonly isSent?: boolean
}

/** The headers of the session that are not sent to a path, with the reason. */
export function Withheld ({ names, path, isSent = false }: Props) {
  const { settings: { base } } = useSender()
  return (
    <p class='withheld'>
      <strong>{isSent ? 'Sent without' : 'Sends no'} {[...new Set(names)].join(', ')}.</strong>{' '}
      {base === null
        ? 'The entry point of this page is not a path.'
        : (
          <>
            <span class='path'>{path}</span> is not below <span class='path'>{base}</span>, the only folder that
            they are sent to.
          </>
          )}
    </p>
  )
}
