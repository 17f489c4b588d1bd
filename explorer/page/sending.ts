import { useState } from 'preact/hooks'
import type { Submission } from '../../hypermedia/encode.ts'
import { useExplorer } from './explorer.ts'
import type { Exchange } from './http/exchange.ts'

const CANCELLED = 'You cancelled the request. The server may have processed it.'

/** The request of a form: one at a time. */
export interface Sending {
  readonly isSending: boolean
  /** The exchange of the last request, if it failed. */
  readonly failure: Exchange | null
  send (submission: Submission): void
  cancel (): void
  /** Removes the failure and reads the resource again. */
  reload (): void
}

export function useSending (): Sending {
  const explorer = useExplorer()
  const [controller, setController] = useState<AbortController | null>(null)
  const [failure, setFailure] = useState<Exchange | null>(null)
  const perform = async (submission: Submission) => {
    const started = new AbortController()
    setController(started)
    setFailure(await explorer.perform(submission, started.signal))
    setController(null)
  }
  return {
    isSending: controller !== null,
    failure,
    send (submission) {
      if (submission.method === 'GET') explorer.follow(submission.path)
      else if (controller === null) perform(submission)
    },
    cancel: () => controller?.abort(new Error(CANCELLED)),
    reload () {
      setFailure(null)
      if (failure !== null) explorer.reload(failure)
    }
  }
}
