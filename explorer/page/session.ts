import type { Format } from '../format.ts'
import type { HeaderPairs } from './http/exchange.ts'

/** Settings of the user, kept until the tab is closed. The headers are sent only to paths below the API's base. */
export interface Session {
  readonly accept: string
  readonly headers: HeaderPairs
  /** A bearer token, or a whole value of `Authorization`; may be empty. */
  readonly token: string
}

const KEY = 'fastify-hyper-explorer'

/** Returns the stored session, or a new one with the first format. */
export function readSession ([format]: readonly Format[]): Session {
  const fresh: Session = { accept: format?.accept ?? '*/*', headers: [], token: '' }
  try {
    const { accept, headers, token } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Session>
    return { accept: accept ?? fresh.accept, headers: headers ?? fresh.headers, token: token ?? '' }
  } catch {
    return fresh
  }
}

/** Stores the session if the browser allows it. */
export function keepSession (session: Session): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(session))
  } catch {
    // Storage is disabled or full: the session ends with the page.
  }
}
