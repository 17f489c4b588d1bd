import type { View } from '../navigation.ts'
import { statusLine } from '../wording.ts'

/** Announces the state of the page to screen readers, and shows a progress bar. */
export function Announcer ({ view: { path, isLoading, shown } }: { view: View }) {
  return (
    <>
      <p class='unseen' role='status'>
        {isLoading || shown === null
          ? `Loading ${path}`
          : `${shown.request.method} ${shown.request.path}: ${statusLine(shown)}`}
      </p>
      {isLoading && <div class='progress' />}
    </>
  )
}
