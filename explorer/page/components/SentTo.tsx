/** Which requests the headers of the session are sent with. */
export function SentTo ({ base }: { base: string | null }) {
  if (base === null) return <>Not sent, because the entry point is not a path. Kept until this tab is closed.</>
  return (
    <>
      {base === '/' ? 'Sent with every request.' : <>Sent with every request below <span class='path'>{base}</span>.</>}
      {' '}Kept until this tab is closed.
    </>
  )
}
