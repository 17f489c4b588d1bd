import type { Session } from '../session.ts'
import type { Submission } from '../hypermedia/submission.ts'
import { isBelow } from './base.ts'
import type { Asked, HeaderPairs } from './exchange.ts'
import { sendable } from './request-headers.ts'

/**
 * The request for a submission, with the headers of the session; those that a person wrote replace ours, but for the If-Match of a form.
 *
 * @param base the folder that the headers of the session are for
 */
export function requestOf ({ method, path, contentType, body = null, ifMatch }: Partial<Submission> & Pick<Submission, 'method' | 'path'>, session: Session, base: string | null): Asked {
  const withheld = withheldFrom(path, session, base)
  const written = withheld.length > 0 ? [] : sendable(session.headers).filter(([name]) => ifMatch === undefined || name.toLowerCase() !== 'if-match')
  const names = new Set(written.map(([name]) => name.toLowerCase()))
  const own: HeaderPairs = [['Accept', session.accept], ...pair('Content-Type', contentType), ...pair('If-Match', ifMatch)]
  return {
    method,
    path,
    body,
    headers: [...own.filter(([name]) => !names.has(name.toLowerCase())), ...written],
    withheld,
    // The browser takes the headers along, and does not show where to.
    followsRedirects: written.length === 0 || base === '/'
  }
}

/** The names of the session's headers that do not go to a path. */
export function withheldFrom (path: string, { headers }: Session, base: string | null): readonly string[] {
  return isBelow(path, base) ? [] : sendable(headers).map(([name]) => name)
}

function pair (name: string, value: string | undefined): HeaderPairs {
  return value === undefined ? [] : [[name, value]]
}
