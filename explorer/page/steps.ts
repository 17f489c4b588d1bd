import { useRef } from 'preact/hooks'

/** Navigation steps of the user, one at a time: a new step aborts the previous one. */
export interface Steps {
  /** Returns the signal of the current step. */
  current (): AbortSignal
  /** Begins a step, and aborts the previous one. */
  begin (): AbortSignal
}

export function useSteps (): Steps {
  const last = useRef(new AbortController())
  return {
    current: () => last.current.signal,
    begin () {
      last.current.abort()
      last.current = new AbortController()
      return last.current.signal
    }
  }
}
