import type { Format } from '../format.ts'
import type { HeaderPairs } from './http/exchange.ts'

/** What holds until the tab is closed. It leaves this page only as the headers of requests to paths below the API's base. */
export interface Session {
  readonly accept: string
  readonly headers: HeaderPairs
}

const KEY = 'fastify-hyper-explorer'

/** The session as it was left, or a new one, which asks for the first format. */
export function readSession ([format]: readonly Format[]): Session {
  const fresh: Session = { accept: format?.accept ?? '*/*', headers: [] }
  try {
    const { accept, headers } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Session>
    return { accept: accept ?? fresh.accept, headers: headers ?? fresh.headers }
  } catch {
    return fresh
  }
}

/** Keeps the session, where the browser lets us. */
export function keepSession (session: Session): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(session))
  } catch {
    // Storage is forbidden or full: the session ends with the page.
  }
}
