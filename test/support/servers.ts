import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Test } from 'tap'
import hyper, { type HyperOptions } from '../../lib/index.ts'
import { type RawRequest, type RawResponse, sendRaw } from './raw.ts'

export interface LogLine {
  readonly level: number
  readonly msg: string
  readonly code?: string
  readonly err?: unknown
}

export interface Server {
  readonly app: FastifyInstance
  readonly origin: string
  readonly log: readonly LogLine[]
  send (request: RawRequest): Promise<RawResponse>
}

export const WARN = 40

/** A new app that is closed when the test ends. */
export function newApp (t: Pick<Test, 'teardown'>, options: FastifyServerOptions = {}): FastifyInstance {
  // On a busy machine a start can take longer than ten seconds.
  const app = Fastify({ pluginTimeout: 0, ...options })
  t.teardown(() => app.close())
  return app
}

/** The same with the plugin. */
export async function hyperApp (
  t: Pick<Test, 'teardown'>, options: HyperOptions = {}, server: FastifyServerOptions = {}
): Promise<FastifyInstance> {
  const app = newApp(t, server)
  await app.register(hyper, options)
  return app
}

/** Server options that add what is logged from a level on to lines. */
export function logTo (lines: LogLine[], level: 'trace' | 'info' | 'warn' = 'warn'): {
  readonly logger: NonNullable<FastifyServerOptions['logger']>
} {
  return { logger: { level, stream: { write: (line: string) => { lines.push(JSON.parse(line) as LogLine) } } } }
}

/** Declares routes on a new app; a plugin that it registers is awaited. */
export type Declare = (app: FastifyInstance) => unknown

/** A server on loopback that is closed when the test ends; its log is collected. */
export async function serve (
  t: Pick<Test, 'teardown'>, declare: Declare, options: FastifyServerOptions = {}
): Promise<Server> {
  const lines: LogLine[] = []
  const app = newApp(t, { ...options, ...logTo(lines, 'info') })
  await declare(app)
  return listen(app, lines)
}

/** The same for an app that somebody else made; the caller closes it. */
export async function listen (app: FastifyInstance, log: readonly LogLine[] = []): Promise<Server> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  return { app, log, origin: `http://127.0.0.1:${port}`, send: request => sendRaw(port, request) }
}

/** What became of a start: a server, or the code of the rejection. */
export type Start = { readonly server: Server } | { readonly rejected: string }

/** Starts a server; a rejection by the plugin is an outcome, any other error is thrown. */
export async function tryServe (...args: Parameters<typeof serve>): Promise<Start> {
  try {
    return { server: await serve(...args) }
  } catch (error) {
    const code = String((error as { code?: unknown }).code)
    if (!code.startsWith('FST_ERR_HYPER_')) throw error
    return { rejected: code }
  }
}

/** Remembers what `make` gave for a key, so that rows of one configuration share a server. */
export function shared<V> (make: (key: string) => Promise<V>): (key: string) => Promise<V> {
  const made = new Map<string, Promise<V>>()
  return key => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}
