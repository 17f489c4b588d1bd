import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Exchange } from './http/exchange.ts'
import type { Curies } from './hypermedia/curie.ts'
import type { Submission } from './hypermedia/submission.ts'

/** What the parts of the page can ask for. */
export interface Explorer {
  /** Reads a path, and makes it the place where we are. */
  follow (path: string): void
  /** Makes the request of a form; the exchange comes back where it was refused. */
  perform (submission: Submission): Promise<Exchange | null>
  /** Reads something for a part of the page. */
  read (path: string): Promise<Exchange>
}

/** Where the parts of a resource stand. */
export interface Surroundings {
  /** The URL of the answer: relative hrefs begin there. */
  readonly base: string
  readonly curies: Curies
}

export const ExplorerContext = createContext<Explorer | null>(null)
export const SurroundingsContext = createContext<Surroundings>({ base: location.href, curies: new Map() })

export function useExplorer (): Explorer {
  return useContext(ExplorerContext)!
}

export function useSurroundings (): Surroundings {
  return useContext(SurroundingsContext)
}
