import { messageOf, type UnsafeSetting } from '../faults.ts'
import { findingTopic, productionTopic } from './inspection.ts'

/** Reports a setting that is not safe in production to `hyper-api check --production`; nothing is logged. */
export function reportUnsafe (app: { readonly server: object }, place: string, setting: UnsafeSetting): void {
  if (!productionTopic.isObserved) return
  findingTopic.publish({
    server: app.server, finding: { code: 'HYPER043', place, message: messageOf('HYPER043', [setting]) }
  })
}

// The key of HS256 (RFC 7518, section 3.2).
const SHORTEST_SECRET = 32

// From new projects of this package, and from the README of @fastify/session.
const PUBLISHED = new Set([
  'for development only: everyone knows this secret', 'a secret with minimum length of 32 characters'
])

/** Reports secrets that others know or can guess. What is neither text nor bytes, such as a function, is none. */
export function reportSecrets (app: { readonly server: object }, place: string, secrets: unknown): void {
  for (const secret of [secrets].flat()) {
    if (typeof secret !== 'string' && !(secret instanceof Uint8Array)) continue
    const bytes = Buffer.from(secret)
    if (PUBLISHED.has(bytes.toString())) reportUnsafe(app, place, 'publishedSecret')
    else if (bytes.length < SHORTEST_SECRET) reportUnsafe(app, place, 'shortSecret')
  }
}
