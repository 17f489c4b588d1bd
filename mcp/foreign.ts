import type { FastifyRequest } from 'fastify'
import { publicOrigin } from '../lib/context/app-urls.ts'
import type { Environment } from '../lib/context/environment.ts'
import { Location } from './location.ts'
import type { McpSettings } from './options.ts'

/**
 * Returns why a request is not accepted, or null. A browser sends `Origin` with every POST, and no page can change it
 * (RFC 6454), so pages of other sites cannot use the caller's cookies. A page whose own name resolves to this machine,
 * at whatever address (DNS rebinding), has the `Origin` of its `Host`: only names that the app knows are accepted.
 */
export function foreignFault (
  request: FastifyRequest, environment: Environment, { allowedHosts }: McpSettings
): string | null {
  const { origin } = request.headers
  const isAllowed = allowedHosts === null || allowedHosts.has(hostName(`http://${request.host}`))
  if (!isAllowed) return 'The Host of the request is not one of allowedHosts.'
  if (origin === undefined) return null
  if (!new Location(request, environment, []).isOwnOrigin(origin)) return 'The Origin of the request is another site.'
  const host = hostName(origin)
  const own = publicOrigin(environment)
  if (own !== null && host === hostName(own)) return null
  if (allowedHosts?.has(host) === true) return null
  return isLoopback(request.socket.localAddress) && isLoopback(host) ? null : UNKNOWN_HOST
}

const UNKNOWN_HOST = 'The Origin of the request has a host that the app does not know. Set the option baseUrl, or ' +
  'allowedHosts of mcp.'

/** Returns the host of a URL, lower case and without port; `''` if it is no URL. */
function hostName (url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

// A request within the process has no address, nor has one over a Unix domain socket.
function isLoopback (host = ''): boolean {
  return /^(localhost|.+\.localhost|(::ffff:)?127(\.\d+){3}|\[?::1\]?)$/.test(host)
}
