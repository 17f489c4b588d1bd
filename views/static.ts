import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** Whether the page has no script: components show a part of long content, and no buttons for more of it. */
export const StaticContext = createContext(false)

export function useStatic (): boolean {
  return useContext(StaticContext)
}
