// How clients find where to log in: the metadata of the endpoint (RFC 9728), and the challenge that leads to them.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { publicOrigin, scopePath } from '../lib/context/app-urls.ts'
import type { Environment } from '../lib/context/environment.ts'
import { fail } from '../lib/errors.ts'
import { outerScope } from '../lib/fastify/internals.ts'
import { endpointRoute } from '../lib/features/forward.ts'
import {
  pathOfMetadata, type ProtectedResource, protectedResourcesOf, resourceAt, WELL_KNOWN
} from '../lib/features/protected-resources.ts'
import { problem } from '../lib/problems/problem.ts'
import type { HyperProblem } from '../types/problem.ts'
import type { AuthorizationSettings, McpSettings } from './options.ts'

/** The metadata of an endpoint, and its challenges. */
export class Authorization {
  readonly #settings: AuthorizationSettings
  /** The full path of the endpoint, with the parameters of its prefix. */
  readonly #mount: string
  readonly #name: string
  /** The URL that the path of the endpoint follows. */
  readonly #base: string

  constructor (settings: AuthorizationSettings & Pick<McpSettings, 'name'>, mount: string, environment: Environment) {
    this.#settings = settings
    this.#mount = mount
    this.#name = settings.name
    this.#base = publicOrigin(environment) === null ? baseOf(settings.resource!, mount) : baseUrlOf(environment)
  }

  /** Declares the metadata of an endpoint whose scope has no prefix; the root declares all others. */
  declare (own: FastifyInstance, { notices }: Environment): void {
    const outer = outerScope(own) as FastifyInstance
    const isServed = outer.prefix === ''
    const resource: ProtectedResource = { path: this.#mount, isServed, document: path => this.#document(path) }
    protectedResourcesOf(own).all.push(resource)
    if (isServed) serve(outer, [WELL_KNOWN, WELL_KNOWN + this.#mount], path => this.#document(path || this.#mount))
    else {
      own.addHook('onReady', async () => {
        if (!protectedResourcesOf(own).isServed) notices.report('HYPER044', this.#place, () => [NOT_SERVED])
      })
    }
  }

  /** Returns the problem of a request without a token; null for none. */
  missing ({ headers }: FastifyRequest): HyperProblem | null {
    if (!this.#settings.isRequired || (headers.authorization ?? '') !== '') return null
    return problem({ status: 401, detail: 'The endpoint needs a token: log in, and send it in Authorization.' })
  }

  /** Adds where to log in to what a 401 has (RFC 9110, section 11.6.1). */
  challenge (reply: FastifyReply): void {
    const parameter = `resource_metadata="${this.#metadataUrl(reply.request)}"`
    const given = [reply.getHeader('www-authenticate') ?? []].flat().join(', ')
    if (given.includes('resource_metadata=')) return
    // Clients read the first challenge.
    const [, parameters] = /^Bearer(?:\s+|$)(.*)$/is.exec(given) ?? [null, given]
    reply.header('www-authenticate', `Bearer ${parameter}${parameters === '' ? '' : `, ${parameters}`}`)
  }

  get #place (): string {
    return `mcp ${this.#mount}, authorization`
  }

  #metadataUrl (request: FastifyRequest): string {
    return new URL(`${this.#base}${WELL_KNOWN}${scopePath(this.#mount, request)}`).href
  }

  // RFC 9728, section 2.
  #document (path: string): object {
    const { servers, scopes, resource } = this.#settings
    return {
      resource: resource ?? new URL(this.#base + path).href,
      authorization_servers: servers,
      ...(scopes === null ? {} : { scopes_supported: scopes }),
      bearer_methods_supported: ['header'],
      resource_name: this.#name
    }
  }
}

const NOT_SERVED = 'the scope of the endpoint has a prefix, and clients look for the metadata at the root. ' +
  'Register them there: await app.register(protectedResource), of fastify-hyper/mcp'

function baseUrlOf ({ settings: { baseUrl } }: Environment): string {
  return String(baseUrl).replace(/\/$/, '')
}

// Behind a proxy with a prefix, the URL of the endpoint is longer than its path.
function baseOf (resource: string, mount: string): string {
  const { href, origin } = new URL(resource)
  return href.endsWith(mount) ? href.slice(0, -mount.length) : origin
}

/**
 * Serves the metadata of endpoints in scopes with a prefix, which clients look for at the root of the app (RFC 9728,
 * section 3). Register it there.
 */
export const protectedResource: FastifyPluginAsync = async app => {
  if (app.prefix !== '') {
    fail(
      'FST_ERR_HYPER_INVALID_OPTION', 'app.register(protectedResource), prefix', `'${app.prefix}'`,
      'Register it in a scope without a prefix.'
    )
  }
  const resources = protectedResourcesOf(app)
  resources.isServed = true
  serve(app, [`${WELL_KNOWN}/*`], path => resourceAt(resources, path))
}

function serve (app: FastifyInstance, urls: readonly string[], documentAt: (path: string) => object | null): void {
  const route = endpointRoute(app)
  for (const url of urls) {
    // Of several endpoints, the first one is what clients find that know only the origin.
    if (url === WELL_KNOWN && app.hasRoute({ method: 'GET', url })) continue
    app.get(url, route, (request, reply) => {
      const document = documentAt(pathOfMetadata(request))
      return document === null ? reply.callNotFound() : reply.send(document)
    })
  }
}
