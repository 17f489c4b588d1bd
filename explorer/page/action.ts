import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Submission } from '../../hypermedia/encode.ts'
import { type Condition, ifMatchOf, useCondition } from './if-match.ts'
import { type Sending, useSending } from './sending.ts'

/** Returns the request of a form. */
export type SubmissionOf = (form: HTMLFormElement, path: string) => Submission

/** The form of an action: its check, its condition and its request. */
export interface Action {
  readonly form: RefObject<HTMLFormElement | null>
  readonly condition: Condition | null
  readonly sending: Sending
  /** Whether the form was submitted, and its own check failed. It ends when the fields are valid. */
  readonly isInvalid: boolean
  /** Sends the request if the form's own check succeeds. */
  submit (event: SubmitEvent): void
  /** Sends the request without a check. */
  send (): void
  /** Checks an invalid form again, after a change. */
  check (): void
  /** Reads the resource again, and restores the tag that was read. */
  reload (): void
}

/** @param path the target of the action, or null if the page does not send requests to it */
export function useAction (method: string, path: string | null, submission: SubmissionOf): Action {
  const form = useRef<HTMLFormElement>(null)
  const [isInvalid, setInvalid] = useState(false)
  const condition = useCondition(method, path)
  const sending = useSending()
  const send = () => {
    setInvalid(false)
    if (path !== null) sending.send({ ...submission(form.current!, path), ifMatch: ifMatchOf(condition) })
  }
  return {
    form,
    condition,
    sending,
    isInvalid,
    send,
    submit (event) {
      event.preventDefault()
      if (form.current!.reportValidity()) send()
      else setInvalid(true)
    },
    check: () => setInvalid(isInvalid && !form.current!.matches(':valid')),
    reload () {
      condition?.reset()
      sending.reload()
    }
  }
}
