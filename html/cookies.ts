// The cookies of pages: the paths of the API, and no script.
import type { FastifyRequest } from 'fastify'

/** Where the pages of a registration are. */
export interface PagesPlace {
  locate (request: FastifyRequest): { readonly base: string, readonly prefix: string }
  entryPointOf (request: FastifyRequest): string
}

/** Returns the values that a browser sends for a cookie, the one with the longest path first. */
export function cookieValues ({ headers: { cookie = '' } }: FastifyRequest, name: string): string[] {
  return cookie.split(';').map(pair => pair.trim())
    .filter(pair => pair.startsWith(`${name}=`)).map(pair => pair.slice(name.length + 1))
}

/** Returns the `Set-Cookie` of a cookie. @param seconds how long it lasts; null for as long as the browser runs */
export function cookieLine (
  place: PagesPlace, request: FastifyRequest, name: string, value: string, seconds: number | null
): string {
  const { base, prefix } = place.locate(request)
  // A segment of the request may be a part of it.
  const path = (prefix + place.entryPointOf(request)).replaceAll(';', '%3B')
  const age = seconds === null ? '' : `; Max-Age=${seconds}`
  const secure = base.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=${path}${age}; HttpOnly; SameSite=Lax${secure}`
}
