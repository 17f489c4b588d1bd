import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Test } from 'tap'
import hyper, { type HyperOptions } from '../../../lib/index.ts'
import { mcp, type McpOptions } from '../../../mcp/index.ts'
import { newApp } from '../../support/servers.ts'

/** The tool result that a client gets. */
export interface Result {
  readonly isError: boolean
  readonly content: Json
  readonly text: string
}

/** JSON of an unknown API. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any

export interface Agent {
  readonly client: Client
  readonly call: (tool: string, input?: Record<string, unknown>) => Promise<Result>
}

type Mode = 'legacy' | 'auto'

/** Connects the official client over HTTP. The app must listen. */
export async function connect (
  origin: string, headers: Record<string, string> = {}, mode: Mode = 'auto'
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit: { headers } }))
  return {
    client,
    call: async (name, input = {}) => {
      const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: input })
      const [block] = content as { type: string, text: string }[]
      return { isError: isError === true, content: structuredContent, text: block!.text }
    }
  }
}

/** An agent at an app, which listens from now on; both are closed when the test ends. */
export async function agentAt (
  t: Test, app: FastifyInstance, headers: Record<string, string> = {}, mode: Mode = 'auto'
): Promise<Agent> {
  const agent = await connect(await app.listen({ port: 0, host: '127.0.0.1' }), headers, mode)
  t.teardown(() => Promise.all([agent.client.close(), app.close()]))
  return agent
}

interface Tools {
  readonly hyper?: HyperOptions
  readonly mcp?: Partial<McpOptions>
  readonly server?: FastifyServerOptions
}

/** An agent at a new app, whose tools are at `/mcp`. */
export async function serveTools (
  t: Test, declare: (app: FastifyInstance) => unknown, { hyper: options = {}, mcp: endpoint = {}, server }: Tools = {}
): Promise<Agent> {
  const app = newApp(t, server)
  await app.register(hyper, options)
  await app.register(mcp, { prefix: '/mcp', ...endpoint })
  await declare(app)
  return agentAt(t, app)
}
