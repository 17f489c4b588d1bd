import type { FastifyRequest } from 'fastify'
import type { Location, Site } from './site.ts'

/** Returns where hrefs begin in responses within the process. These requests have no TLS, so the scheme of their hrefs differs. */
export function injectedLocation (site: Site, request: FastifyRequest): Location {
  const location = site.locate(request)
  const isEncrypted = (request.raw.socket as { encrypted?: boolean }).encrypted === true
  if (!isEncrypted || site.environment.settings.baseUrl !== null) return location
  return { ...location, base: location.base.replace('https:', 'http:') }
}
