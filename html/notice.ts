// What the form of the page before has done, in a cookie: the pages are rendered without a session.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieLine, cookieValues } from './cookies.ts'
import type { Site } from './site.ts'

const NAME = 'fastify-hyper-notice'
const LONGEST = 200
// A character is at most four bytes, percent-encoded.
const LONGEST_ENCODED = 12 * LONGEST

/** Sets what the next page shows as done. */
export function setNotice (site: Site, reply: FastifyReply, text: string): void {
  reply.header('set-cookie', cookieLine(site, reply.request, NAME, encodeURIComponent(cut(text)), 60))
}

/**
 * Returns what the form of the page before has done, once; null for nothing. A page with it is not stored: another
 * request for it has no notice.
 */
export function takeNotice (site: Site, reply: FastifyReply): string | null {
  const text = noticeIn(reply.request)
  if (text === null) return null
  reply.header('set-cookie', cookieLine(site, reply.request, NAME, '', 0))
    .header('cache-control', 'private, no-store')
  return text
}

/** Whether the page of a request is to show a notice. */
export function hasNotice (request: FastifyRequest): boolean {
  return noticeIn(request) !== null
}

function noticeIn (request: FastifyRequest): string | null {
  const [value = ''] = cookieValues(request, NAME)
  if (value === '' || value.length > LONGEST_ENCODED) return null
  try {
    return cut(decodeURIComponent(value))
  } catch {
    return null
  }
}

// By characters: half a surrogate pair cannot be encoded.
function cut (text: string): string {
  return [...text].slice(0, LONGEST).join('')
}
