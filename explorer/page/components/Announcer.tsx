import type { View } from '../view.ts'
import { statusLine } from '../wording.ts'

/** Says to a screen reader what the page is doing, and shows everybody else that it is doing something. */
export function Announcer ({ view: { path, isLoading, shown } }: { view: View }) {
  return (
    <>
      <p class='unseen' role='status'>{isLoading || shown === null ? `Asking for ${path}` : `${shown.request.method} ${shown.request.path}: ${statusLine(shown)}`}</p>
      {isLoading && <div class='progress' />}
    </>
  )
}
