import { useSender } from '../explorer.ts'

interface Props {
  readonly names: readonly string[]
  readonly path: string
  /** Whether the request was made already. */
  readonly isSent?: boolean
}

/** The headers of the session that do not go to a path, and why. */
export function Withheld ({ names, path, isSent = false }: Props) {
  const { settings: { base } } = useSender()
  return (
    <p class='withheld'>
      <strong>{isSent ? 'Sent without' : 'Sends no'} {[...new Set(names)].join(', ')}.</strong>{' '}
      {base === null
        ? 'The entry point of this page is no path.'
        : <><span class='path'>{path}</span> is not below <span class='path'>{base}</span>, and the headers of this session go nowhere else.</>}
    </p>
  )
}
