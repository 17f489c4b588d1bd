import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, FastifyServerOptions } from 'fastify'
import type { Test } from 'tap'
import hyper, { defineLinks, type HyperOptions, type HyperRouteOptions, type LinkBuilder } from '../../lib/index.ts'
import { bodyText, member, readDocument } from './documents.ts'
import { header, type HeaderPair } from './raw.ts'
import { type LogLine, serve, type Server } from './servers.ts'

/** The media type of each format in Accept; a fifth is sent as it is. */
export const ACCEPT: Readonly<Record<string, string>> = {
  default: 'application/json',
  vendor: 'application/vnd.hyper+json',
  hal: 'application/hal+json',
  'hal-forms': 'application/prs.hal-forms+json'
}

export interface Setup {
  /** Options of the plugin; hrefs are path-relative unless set otherwise. */
  readonly options?: HyperOptions
  /** Routes beside `/value`. */
  readonly routes?: (app: FastifyInstance) => unknown
  readonly schema?: FastifySchema
  readonly server?: FastifyServerOptions
}

export interface Projected {
  readonly status: number
  readonly type: string | null
  readonly text: string
  /** The text as strict JSON. */
  readonly document: unknown
  /** The lines of a header as one list; null where there is none. */
  header (name: string): string | null
}

export interface Projection extends Server {
  /** The response of a path in a format. */
  get (format?: string, path?: string, headers?: readonly HeaderPair[]): Promise<Projected>
  /** A member of the document at `/value`. */
  read (...path: readonly string[]): Promise<unknown>
  /** The warnings of a code. */
  logged (code: string): string[]
}

/** A value, or the handler of `/value`. */
export type Value = object | ((request: FastifyRequest, reply: FastifyReply) => unknown)

/** The options of a route, or what declares its links. */
export type Route<Resource> = HyperRouteOptions | ((links: LinkBuilder<Resource>) => unknown)

/** A server whose route `/value` is opted in and sends a value. */
export async function project<Resource = { id: number }> (
  t: Pick<Test, 'teardown'>, given: Route<Resource>, value: Value, setup: Setup = {}
): Promise<Projection> {
  const route =
    typeof given === 'function' ? { links: defineLinks<Resource>(links => { given(links) }) } : given
  return projection(t, async app => {
    await app.register(hyper, { hrefs: 'path', ...setup.options })
    await setup.routes?.(app)
    const options = { ...(setup.schema === undefined ? {} : { schema: setup.schema }), config: { hyper: route } }
    // A reply that is sent: Fastify would look for `then` on a value that is returned.
    app.get('/value', options, (request, reply) => {
      reply.send(typeof value === 'function' ? value(request, reply) : value)
    })
  }, setup.server)
}

/** A server with the helpers of a projection. */
export async function projection (
  t: Pick<Test, 'teardown'>, declare: (app: FastifyInstance) => unknown, options?: FastifyServerOptions
): Promise<Projection> {
  const server = await serve(t, declare, options)
  const get: Projection['get'] = async (format = 'default', path = '/value', headers = []) => {
    const response = await server.send({
      method: 'GET', path, headers: [['Accept', ACCEPT[format] ?? format], ...headers]
    })
    return {
      status: response.status,
      type: header(response, 'content-type'),
      text: bodyText(response),
      get document () { return readDocument(response) },
      header: name => header(response, name)
    }
  }
  const read: Projection['read'] = async (...path) => member((await get()).document, ...path)
  return { ...server, get, read, logged: code => warnings(server.log, code) }
}

/** The warnings of a code in a log. */
export function warnings (log: readonly LogLine[], code: string): string[] {
  return log.filter(line => line.code === code).map(line => line.msg)
}
