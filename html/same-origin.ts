import type { FastifyRequest } from 'fastify'

/**
 * Returns why a form is not accepted, or null if a page of this site sent it: by `Sec-Fetch-Site` (Fetch Metadata) and
 * `Origin` (RFC 6454). Browsers set both, and no page can change them. A request without either is not accepted.
 * @param publicOrigin the origin of the option `baseUrl`; null if hrefs begin with the origin of the request
 */
export function originFault ({ headers, protocol, host }: FastifyRequest, publicOrigin: string | null): string | null {
  const { origin, 'sec-fetch-site': site } = headers
  if (site === undefined && origin === undefined) {
    return 'The request has neither Origin nor Sec-Fetch-Site, so its site is not known.'
  }
  if (site !== undefined && site !== 'same-origin') return 'The form is on a page of another site.'
  if (origin === undefined) return null
  const own = [`${protocol}://${host}`, ...(publicOrigin === null ? [] : [publicOrigin])]
  // The browser knows the scheme; a server behind a proxy may not.
  if (site === 'same-origin') own.push(`https://${host}`)
  return own.includes(origin)
    ? null
    : 'The form is on a page of another origin. Behind a proxy, set trustProxy or the option baseUrl.'
}
