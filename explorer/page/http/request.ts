import type { Submission } from '../../../hypermedia/encode.ts'
import type { Session } from '../session.ts'
import { isBelow } from './base.ts'
import type { HeaderPairs, SentRequest } from './exchange.ts'
import { sendableHeaders } from './request-headers.ts'
import { authorizationOf } from './token.ts'

/** The parts of a request that its sender chooses. */
export type RequestFields = Pick<Submission, 'method' | 'path'> & Partial<Submission> & {
  /** @default the format of the session */
  readonly accept?: string | undefined
}

/**
 * Returns the request for a submission, with the headers of the session.
 * A session header replaces the page's header of the same name, except for the `If-Match` of a form.
 *
 * @param base the folder that the headers of the session are sent to
 */
export function requestOf (fields: RequestFields, session: Session, base: string | null): SentRequest {
  const { method, path, contentType, body = null, ifMatch, accept = session.accept } = fields
  const withheld = withheldFrom(path, session, base)
  const added = withheld.length > 0 ? [] : sessionHeaders(session, ifMatch)
  const names = new Set(added.map(([name]) => name.toLowerCase()))
  const own: HeaderPairs = [['Accept', accept], ...pair('Content-Type', contentType), ...pair('If-Match', ifMatch)]
  return {
    method,
    path,
    body,
    headers: [...own.filter(([name]) => !names.has(name.toLowerCase())), ...added],
    withheld,
    // The browser sends the headers to the target of a redirect too, and the page cannot see the target first.
    followsRedirects: added.length === 0 || base === '/'
  }
}

/** Returns the names of the session's headers that are not sent to a path. */
export function withheldFrom (path: string, session: Session, base: string | null): readonly string[] {
  return isBelow(path, base) ? [] : headersOf(session).map(([name]) => name)
}

function sessionHeaders (session: Session, ifMatch: string | undefined): HeaderPairs {
  return headersOf(session).filter(([name]) => ifMatch === undefined || name.toLowerCase() !== 'if-match')
}

// The token replaces a header of the same name.
function headersOf ({ headers, token }: Session): HeaderPairs {
  const authorization = authorizationOf(token)
  if (authorization === null) return sendableHeaders(headers)
  return sendableHeaders([authorization, ...headers.filter(([name]) => name.toLowerCase() !== 'authorization')])
}

function pair (name: string, value: string | undefined): HeaderPairs {
  return value === undefined ? [] : [[name, value]]
}
