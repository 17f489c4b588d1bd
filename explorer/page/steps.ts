import { useRef } from 'preact/hooks'

/** What a person does, one step after the other. A later step wins: it aborts the one before. */
export interface Steps {
  /** The step that was begun last. */
  current (): AbortSignal
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
