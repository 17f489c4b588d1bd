import type { FastifyRequest } from 'fastify'

// On the raw request of Node.js: no client can send it, and two copies of this package share it.
const WANTED = Symbol.for('fastify-hyper.wanted')
const PROBLEM = Symbol.for('fastify-hyper.problem')

/** What a request that this package sends to the app asks for: content for pages and tools, or what clients get. */
export type Wanted = 'content' | 'response'

interface Marked {
  [WANTED]?: Wanted
  [PROBLEM]?: { readonly document: string, readonly body: unknown }
}

/** Marks a raw request that this package sends to the app. */
export function markRequest (raw: object, wanted: Wanted): void {
  (raw as Marked)[WANTED] = wanted
}

/** Whether pages or tools read the content of a response: what the plugin wrote is marked in it. */
export function readsContent ({ raw }: FastifyRequest): boolean {
  return (raw as Marked)[WANTED] === 'content'
}

/**
 * Remembers the problem document that the plugin wrote, and the body that is sent: the document,
 * or what the app made of it.
 */
export function rememberProblem ({ raw }: FastifyRequest, document: string, body: unknown): void {
  (raw as Marked)[PROBLEM] = { document, body }
}

/** Returns the problem document of the plugin that is sent with a body; null for none. */
export function problemDocumentOf (raw: object, body: string): string | null {
  const problem = (raw as Marked)[PROBLEM]
  return problem?.body === body ? problem.document : null
}
