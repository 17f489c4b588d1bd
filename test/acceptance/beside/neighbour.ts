import { createRequire } from 'node:module'
import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { Test } from 'tap'
import type { HeaderPair } from '../../support/raw.ts'
import type { Server } from '../../support/servers.ts'

/** A caller who may cancel orders. */
export interface Caller {
  readonly isClerk: (request: FastifyRequest) => boolean | Promise<boolean>
  /** The credentials that a client sends. */
  readonly headers: (server: Server) => Promise<readonly HeaderPair[]>
}

/** A plugin that apps use beside fastify-hyper. */
export interface Neighbour {
  /** Its npm name. */
  readonly name: string
  /** What is tested, for the table of docs/beside-other-plugins.md. */
  readonly shows: string
  readonly register: (app: FastifyInstance) => unknown
  /** Routes that use it, declared after both plugins. */
  readonly routes?: (app: FastifyInstance) => unknown
  /** Whether it does what it is for. */
  readonly works: (t: Test, server: Server) => Promise<unknown>
  /** How it identifies the callers that the policy `clerk` allows. */
  readonly clerk?: Caller
  /** Headers of the API's responses whose values are its own. */
  readonly sets?: readonly string[]
  /** What it adds to `Vary`, in lower case. */
  readonly vary?: readonly string[]
  /** What users should know. */
  readonly note?: string
}

const tools = `${process.cwd()}/test/acceptance/beside/tools/package.json`

/** Loads a module of that folder, which `npm run test:apart -- beside` installs. */
export const load = createRequire(tools) as (name: string) => unknown

type Plugin = FastifyPluginCallback<Record<string, unknown>>

/** The plugin that a package exports. */
export function pluginOf (name: string): Plugin {
  const module = load(name) as Plugin & { default?: Plugin }
  return module.default ?? module
}

/** A function that registers a plugin. */
export function registering (name: string, options: Record<string, unknown> = {}): (app: FastifyInstance) => unknown {
  return app => app.register(pluginOf(name), options)
}

/** An app, a request or a reply with what a plugin decorates it with. */
export function decorated<D> (value: object): D {
  return value as D
}

/** Sends a request with fetch, which follows no redirect. */
export function send ({ origin }: Server, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(origin + path, { redirect: 'manual', ...init })
}

/** The cookies that a response sets, as a client returns them. */
export function cookiesOf (response: Response): string {
  return response.headers.getSetCookie().map(cookie => cookie.split(';')[0]).join('; ')
}
