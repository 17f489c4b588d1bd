// What the form of the page before has done, in a cookie: the pages are rendered without a session.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from './site.ts'

const NAME = 'fastify-hyper-notice'
const LONGEST = 200

/** Sets what the next page shows as done. */
export function setNotice (site: Site, reply: FastifyReply, text: string): void {
  reply.header('set-cookie', cookie(site, reply, encodeURIComponent(text.slice(0, LONGEST)), 60))
}

/**
 * Returns what the form of the page before has done, once; null for nothing. A page with it is not stored: another
 * request for it has no notice.
 */
export function takeNotice (site: Site, reply: FastifyReply): string | null {
  const text = noticeIn(reply.request)
  if (text === null) return null
  reply.header('set-cookie', cookie(site, reply, '', 0)).header('cache-control', 'private, no-store')
  return text
}

/** Whether the page of a request is to show a notice. */
export function hasNotice (request: FastifyRequest): boolean {
  return noticeIn(request) !== null
}

function noticeIn ({ headers: { cookie = '' } }: FastifyRequest): string | null {
  const [, value] = /(?:^|;\s*)fastify-hyper-notice=([^;]{1,600})/.exec(cookie) ?? []
  if (value === undefined) return null
  try {
    return decodeURIComponent(value).slice(0, LONGEST)
  } catch {
    return null
  }
}

function cookie (site: Site, { request }: FastifyReply, value: string, seconds: number): string {
  const { base, prefix } = site.locate(request)
  // A segment of the request may be a part of it.
  const path = (prefix + site.entryPointOf(request)).replaceAll(';', '%3B')
  const secure = base.startsWith('https:') ? '; Secure' : ''
  return `${NAME}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
