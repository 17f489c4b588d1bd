import type { HeaderPairs } from './http/exchange.ts'
import { FORMATS } from './http/formats.ts'

/** What holds until the tab is closed. It leaves this page only as the headers of its requests. */
export interface Session {
  readonly accept: string
  readonly headers: HeaderPairs
}

const KEY = 'fastify-hyper-explorer'
const NEW: Session = { accept: FORMATS[0]!.accept, headers: [] }

/** The session as it was left, or a new one. */
export function readSession (): Session {
  try {
    const { accept, headers } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Session>
    return { accept: accept ?? NEW.accept, headers: headers ?? NEW.headers }
  } catch {
    return NEW
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
