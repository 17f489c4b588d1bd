import { useCallback, useEffect, useState } from 'react'

/** A value that is read, and how to read it again. */
export interface Reading<V> {
  readonly value: V | null
  readonly error: Error | null
  readonly reload: () => void
}

/** Reads a value when the component is mounted, and on each `reload`. `read` must be stable: see useCallback. */
export function useReading<V> (read: () => Promise<V>): Reading<V> {
  const [state, setState] = useState<Omit<Reading<V>, 'reload'>>({ value: null, error: null })
  const [count, setCount] = useState(0)
  useEffect(() => {
    let isCurrent = true
    read().then(
      value => { if (isCurrent) setState({ value, error: null }) },
      (error: Error) => { if (isCurrent) setState(({ value }) => ({ value, error })) }
    )
    return () => { isCurrent = false }
  }, [read, count])
  return { ...state, reload: useCallback(() => setCount(count => count + 1), []) }
}

/** Runs an action at most once at a time. */
export function useAction (act: () => Promise<unknown>, done: () => void) {
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const run = () => {
    setRunning(true)
    act().then(() => setError(null), setError).finally(() => { setRunning(false); done() })
  }
  return { run, isRunning, error }
}
