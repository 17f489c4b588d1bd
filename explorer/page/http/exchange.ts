import type { Body } from './body.ts'

export type HeaderPairs = ReadonlyArray<readonly [name: string, value: string]>

/** A request as it was made. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: HeaderPairs
  readonly body: string | FormData | null
  /** The names of the session's headers that were not sent, since the path is not below the API's base. */
  readonly withheld: readonly string[]
  /** False where a redirect would take the headers of the session out of the API. */
  readonly followsRedirects: boolean
}

/** An answer that came back. */
export interface Answered {
  readonly status: number
  readonly reason: string
  /** Where it came from, after redirects. */
  readonly url: string
  readonly redirected: boolean
  readonly headers: HeaderPairs
  readonly body: Body
  /** Of the body as it was decoded, in bytes. */
  readonly size: number
  /** False where the body did not end, and was given up. */
  readonly isWhole: boolean
}

/** A request with what became of it: an answer, or the reason why there is none. */
export type Exchange = {
  /** Counts the exchanges of this page. */
  readonly id: number
  readonly request: Asked
  readonly milliseconds: number
} & ({ readonly answer: Answered } | { readonly answer: null, readonly reason: string, readonly isNetworkError: boolean })

/** Whether the request had no effect that it asked for. */
export function failed ({ answer }: Exchange): boolean {
  return answer === null || answer.status >= 400
}

/** The value of a header of an answer. */
export function headerOf ({ headers }: Answered, name: string): string | undefined {
  return headers.find(([known]) => known === name)?.[1]
}
