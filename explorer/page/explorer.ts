import { createContext, type ComponentType } from 'preact'
import { useContext } from 'preact/hooks'
import type { Level } from './components/Heading.tsx'
import type { Exchange } from './http/exchange.ts'
import type { Curies } from './hypermedia/curie.ts'
import type { Submission } from './hypermedia/submission.ts'
import type { JsonObject } from './hypermedia/members.ts'
import type { ReadTag } from './read-tag.ts'
import type { Session } from './session.ts'
import type { PageSettings } from './settings.ts'

/** What the parts of the page can ask for. */
export interface Explorer {
  /** Reads a path, and makes it the place where we are. */
  follow (path: string): void
  /** Reads the place where we are again. What was typed into its forms stays. */
  reload (refused: Exchange): Promise<void>
  /** Ends the request that the page waits for. */
  cancel (): void
  /** Makes the request of a form; the exchange comes back where it was refused. */
  perform (submission: Submission, signal: AbortSignal): Promise<Exchange | null>
  /** Reads something for a part of the page. */
  read (path: string): Promise<Exchange>
}

/** How the page sends requests. */
export interface Sender {
  readonly settings: PageSettings
  readonly session: Session
}

/** Where the parts of a resource stand. */
export interface Surroundings {
  /** The URL of the answer: relative hrefs begin there. */
  readonly base: string
  readonly curies: Curies
  /** The entity tag of the resource that the page shows; null for what is embedded in it. */
  readonly tag: ReadTag | null
  /** What offers the actions, where it is not the resource itself: it makes the names of their forms unique. */
  readonly offeredBy?: string
}

/** Shows a resource. A problem within a resource is one, too: modules cannot import each other in a circle. */
export type ResourceComponent = ComponentType<{ readonly value: JsonObject, readonly level: Level }>

export const ExplorerContext = createContext<Explorer | null>(null)
export const SenderContext = createContext<Sender | null>(null)
export const ResourceContext = createContext<ResourceComponent>(() => null)
export const SurroundingsContext = createContext<Surroundings>({ base: location.href, curies: new Map(), tag: null })

export function useExplorer (): Explorer {
  return useContext(ExplorerContext)!
}

export function useSender (): Sender {
  return useContext(SenderContext)!
}

export function useSurroundings (): Surroundings {
  return useContext(SurroundingsContext)
}
