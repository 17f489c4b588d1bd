import type { Body } from './body.ts'

export type HeaderPairs = ReadonlyArray<readonly [name: string, value: string]>

/** A request as it was sent. */
export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly headers: HeaderPairs
  readonly body: string | FormData | null
  /** The names of the session's headers that were not sent, because the path is not below the API's base. */
  readonly withheld: readonly string[]
  /** False if a redirect could send the headers of the session to a path outside the API. */
  readonly followsRedirects: boolean
}

/** A response as it was received. */
export interface ReceivedResponse {
  readonly status: number
  readonly reason: string
  /** The final URL, after redirects. */
  readonly url: string
  readonly redirected: boolean
  readonly headers: HeaderPairs
  readonly body: Body
  /** The size of the decoded body, in bytes. */
  readonly size: number
  /** False if the body did not end within the time limit. */
  readonly isComplete: boolean
}

/** A request with its response, or with the reason for a missing response. */
export type Exchange = {
  /** Unique in this page, in increasing order. */
  readonly id: number
  readonly request: SentRequest
  readonly milliseconds: number
} & ({ readonly response: ReceivedResponse } | NoResponse)

interface NoResponse {
  readonly response: null
  readonly reason: string
  /** Whether the browser reported a network error, which has no details. */
  readonly isNetworkError: boolean
}

/** Returns whether a request has no response, or an error status. */
export function failed ({ response }: Exchange): boolean {
  return response === null || response.status >= 400
}

/** Returns the value of a response header. The name is in lower case. */
export function headerOf ({ headers }: ReceivedResponse, name: string): string | undefined {
  return headers.find(([known]) => known === name)?.[1]
}
