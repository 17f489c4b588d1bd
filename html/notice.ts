// What the form of the page before has done, in a cookie: the pages are rendered without a session.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from './site.ts'

const SECONDS = 60
const LONGEST = 200
// A character is at most four bytes, percent-encoded.
const LONGEST_ENCODED = 12 * LONGEST

/** Sets what the next page shows as done. */
export function setNotice ({ notice }: Site, reply: FastifyReply, text: string): void {
  reply.header('set-cookie', notice.lines(reply.request, encodeURIComponent(cut(text)), SECONDS))
}

/**
 * Returns what the form of the page before has done, once; null for nothing. A page with it is not stored: another
 * request for it has no notice.
 */
export function takeNotice (site: Site, reply: FastifyReply): string | null {
  const text = noticeIn(site, reply.request)
  if (text === null) return null
  reply.headers({ 'set-cookie': site.notice.lines(reply.request, null), 'cache-control': 'private, no-store' })
  return text
}

/** Whether the page of a request is to show a notice. */
export function hasNotice (site: Site, request: FastifyRequest): boolean {
  return noticeIn(site, request) !== null
}

function noticeIn ({ notice }: Site, request: FastifyRequest): string | null {
  const content = notice.read(request) ?? ''
  if (content === '' || content.length > LONGEST_ENCODED) return null
  try {
    return cut(decodeURIComponent(content))
  } catch {
    return null
  }
}

// By characters: half a surrogate pair cannot be encoded.
function cut (text: string): string {
  return [...text].slice(0, LONGEST).join('')
}
