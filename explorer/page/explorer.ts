import { type ComponentType, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Submission } from '../../hypermedia/encode.ts'
import type { JsonObject } from '../../hypermedia/read.ts'
import type { Curies } from '../../hypermedia/relations.ts'
import type { Level } from '../../views/components/Heading.tsx'
import type { Exchange } from './http/exchange.ts'
import type { ReadTag } from './read-tag.ts'
import type { Session } from './session.ts'
import type { PageSettings } from './settings.ts'

/** The functions of the page that components call. */
export interface Explorer {
  /** Reads a path and shows its resource. */
  follow (path: string): void
  /** Reads the current resource again after a failure. Its forms keep their values. */
  reload (failure: Exchange): Promise<void>
  /** Aborts the request that the page waits for. */
  cancel (): void
  /** Sends the request of a form. Resolves to null, or to the exchange if it failed and the form is still shown. */
  perform (submission: Submission, signal: AbortSignal): Promise<Exchange | null>
  /** Sends a GET request for a component, and does not change what the page shows. */
  read (path: string): Promise<Exchange>
}

/** The settings that requests are sent with. */
export interface Sender {
  readonly settings: PageSettings
  readonly session: Session
}

/** An action whose form is opened for the user: another object each time. */
export interface Opened {
  readonly action: string
}

/** The document that a resource is part of. */
export interface Scope {
  /** The URL of the response, which relative hrefs are resolved against. */
  readonly base: string
  readonly curies: Curies
  /** The entity tag of the resource that the page shows; null for embedded resources. */
  readonly tag: ReadTag | null
  /**
   * The source of the actions, if it is not the resource itself. It is added to the accessible names of their forms.
   */
  readonly offeredBy?: string
  readonly opened?: Opened | null
}

/** Shows a resource. A context provides it to forms, whose errors can contain resources: an import would be a cycle. */
export type ResourceComponent = ComponentType<{ readonly value: JsonObject, readonly level: Level }>

export const ExplorerContext = createContext<Explorer | null>(null)
export const SenderContext = createContext<Sender | null>(null)
export const ResourceContext = createContext<ResourceComponent>(() => null)
export const ScopeContext = createContext<Scope>({ base: location.href, curies: new Map(), tag: null })

export function useExplorer (): Explorer {
  return useContext(ExplorerContext)!
}

export function useSender (): Sender {
  return useContext(SenderContext)!
}

export function useScope (): Scope {
  return useContext(ScopeContext)
}
