import type { Session } from '../session.ts'
import type { Submission } from '../hypermedia/submission.ts'
import type { Asked, HeaderPairs } from './exchange.ts'
import { sendable } from './request-headers.ts'

/** The request for a submission, with the headers of the session; those that a person wrote replace ours. */
export function requestOf ({ method, path, contentType, body = null }: Partial<Submission> & Pick<Submission, 'method' | 'path'>, { accept, headers }: Session): Asked {
  const own: HeaderPairs = [['Accept', accept], ...(contentType === undefined ? [] : [['Content-Type', contentType] as const])]
  const written = sendable(headers)
  const names = new Set(written.map(([name]) => name.toLowerCase()))
  return { method, path, body, headers: [...own.filter(([name]) => !names.has(name.toLowerCase())), ...written] }
}
