import {
  type CallToolResult, createMcpHandler, fromJsonSchema, McpServer, type StandardSchemaWithJSON
} from '@modelcontextprotocol/server'
import type { FastifyInstance, HTTPMethods } from 'fastify'

// What is compared with: one tool for each operation of an OpenAPI document. A tool sends the request of its operation,
// and returns the body of the response as text.

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: ObjectSchema }>> }
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly schema: object
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
}

type Input = Readonly<Record<string, unknown>>

interface Tool {
  readonly name: string
  readonly config: { readonly description: string, readonly inputSchema: StandardSchemaWithJSON<Input> }
  readonly send: (input: Input) => Promise<CallToolResult>
}

/** Adds an endpoint to an API that is not ready. @param path of the endpoint */
export function declareOperationTools (app: FastifyInstance, path: string): void {
  let tools: readonly Tool[] | undefined
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'operations', version: '1.0.0' })
    tools ??= toolsOf(app)
    for (const { name, config, send } of tools) server.registerTool(name, config, send)
    return server
  })
  app.addHook('onClose', () => handler.close())
  app.post(path, { schema: { hide: true } }, async ({ headers, body }, reply) => {
    const request = new Request(`http://localhost${path}`, {
      method: 'POST', headers: headers as Record<string, string>
    })
    return reply.send(await handler.fetch(request, { parsedBody: body }))
  })
}

function toolsOf (app: FastifyInstance): Tool[] {
  const { paths = {} } = app.swagger() as unknown as { paths?: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([url, operations]) =>
    Object.entries(operations).map(([method, operation]) => toolOf(app, method, url, operation)))
}

function toolOf (
  app: FastifyInstance, method: string, url: string,
  { operationId, summary, description = '', parameters = [], requestBody }: Operation
): Tool {
  const body = requestBody?.content['application/json']?.schema
  const described = parameters.map(({ name, description, schema }) => [name, { description, ...schema }])
  const properties = { ...Object.fromEntries(described), ...body?.properties }
  const inPath = parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name)
  const required = [...inPath, ...body?.required ?? []]
  return {
    name: operationId,
    config: {
      description: `${summary}. ${description}`,
      inputSchema: fromJsonSchema<Input>({ type: 'object', properties, required } as never)
    },
    send: async input => {
      const valuesIn = (place: string) => parameters.filter(({ name, in: own }) => own === place && name in input)
        .map(({ name }): [string, string] => [name, String(input[name])])
      const query = String(new URLSearchParams(valuesIn('query')))
      const target = valuesIn('path').reduce((path, [name, value]) => path.replace(`{${name}}`, value), url)
      const payload = Object.fromEntries(Object.entries(input).filter(([name]) => name in (body?.properties ?? {})))
      const response = await app.inject({
        method: method.toUpperCase() as HTTPMethods,
        url: query === '' ? target : `${target}?${query}`,
        ...(body === undefined ? {} : { payload })
      })
      return { content: [{ type: 'text', text: response.payload }], isError: response.statusCode >= 400 }
    }
  }
}
