import type { CrawlCode } from '../../../types/testing.ts'
import type { Exchange } from '../exchange.ts'
import type { Match } from '../session.ts'

/** A link that was followed, or the `Location` of a response. */
export interface LinkEvent extends Match {
  readonly kind: 'link'
  /** Whether the href is a template: its optional variables have no value. */
  readonly templated: boolean
  readonly target: Exchange
}

/** An action that is offered, and its response if it was tried. */
export interface ActionEvent extends Match {
  readonly kind: 'action'
  readonly method: string
  readonly path: string
  /** Whether the input was made of the fields of its form. */
  readonly filled: boolean
  /** Whether `If-Match` has a tag that was just read. */
  readonly tagged: boolean
  /** Null if it was not tried. */
  readonly response: Exchange | null
}

/** A document that was read. */
export interface DocumentEvent {
  readonly kind: 'document'
  readonly document: Exchange
}

/** A representation that differs from an earlier one of the same URL, which has an entity tag. */
export interface ChangeEvent {
  readonly kind: 'change'
  readonly earlier: Exchange
  readonly now: Exchange
  /** Repeats the request with `If-None-Match` and the earlier tag. */
  readonly revalidate: () => Promise<Exchange>
}

/** A URL that two callers read in one format. */
export interface CallersEvent {
  readonly kind: 'callers'
  readonly one: Exchange
  readonly other: Exchange
  /** Repeats the request of the first caller. */
  readonly again: () => Promise<Exchange>
}

/** A guarded route that allowed a caller to an action that no representation offers that caller. */
export interface AdmissionEvent {
  readonly kind: 'admission'
  /** Where the action is declared or offered. */
  readonly action: string
  readonly response: Exchange
}

/** What a crawl observes. */
export type CrawlEvent = LinkEvent | ActionEvent | DocumentEvent | ChangeEvent | CallersEvent | AdmissionEvent

/** One of the checks. */
export interface Check {
  readonly code: CrawlCode
  /** Returns the message of a finding, or null. */
  inspect (event: CrawlEvent): string | null | Promise<string | null>
}
