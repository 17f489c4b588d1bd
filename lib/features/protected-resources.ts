// The metadata of endpoints that need a login (RFC 9728): where an app has them. They are of the whole app, because
// clients look for them at paths of its root.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addMark, type Marked, SERVER } from '../fastify/marks.ts'

/** Where the metadata of a path are (RFC 9728, section 3). */
export const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** The metadata of one endpoint. */
export interface ProtectedResource {
  /** The full path of the endpoint, with the parameters of its prefix. */
  readonly path: string
  /** Whether the endpoint serves its metadata itself: its scope has no prefix. */
  readonly isServed: boolean
  /** Returns the document. @param path of the endpoint, with the values of a request */
  readonly document: (path: string) => object
}

/** The metadata of an app. */
interface ProtectedResources {
  readonly all: ProtectedResource[]
  /** Whether the root serves what endpoints do not serve themselves. */
  isServed: boolean
}

/** Returns the metadata of an app. All its scopes share them, and so do copies of this package. */
export function protectedResourcesOf ({ server }: FastifyInstance): ProtectedResources {
  const known = (server as Marked)[SERVER]?.protectedResources as ProtectedResources | undefined
  if (known !== undefined) return known
  const protectedResources: ProtectedResources = { all: [], isServed: false }
  addMark(server, SERVER, { protectedResources })
  return protectedResources
}

/** Returns the metadata of the endpoint that a request for metadata is about; null for none. */
export function resourceAt ({ all }: ProtectedResources, path: string): object | null {
  const segments = path.split('/')
  const found = all.find(resource => {
    const pattern = resource.path.split('/')
    return pattern.length === segments.length &&
      pattern.every((segment, index) => segment.includes(':') ? segments[index] !== '' : segment === segments[index])
  })
  return found === undefined ? null : found.document(path)
}

/** Returns the path that a request for metadata is about. */
export function pathOfMetadata ({ url }: FastifyRequest): string {
  return url.split('?', 1)[0]!.slice(WELL_KNOWN.length)
}
