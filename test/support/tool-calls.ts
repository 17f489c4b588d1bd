import type { FastifyInstance, InjectOptions } from 'fastify'

// Calls of the tools of mcp/ without a client.

/** The headers of a call. */
export const TOOL_HEADERS = {
  accept: 'application/json, text/event-stream', 'content-type': 'application/json'
} as const

/** A call as a client of the version 2025-11-25 sends it. */
export function toolCall (name: string, input: object = {}): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
}

/** The request of a call. */
export function toolRequest (
  name: string, input: object = {}, headers: Readonly<Record<string, string>> = {}, url = '/mcp'
): InjectOptions {
  return { method: 'POST', url, headers: { ...TOOL_HEADERS, ...headers }, payload: toolCall(name, input) }
}

/** The result of a call: JSON, or an event. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export function toolResult (body: string): any {
  return JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body).result
}

/** Calls a tool; returns its result. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export async function callTool (app: FastifyInstance, ...call: Parameters<typeof toolRequest>): Promise<any> {
  return toolResult((await app.inject(toolRequest(...call))).body)
}
