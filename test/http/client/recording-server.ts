import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

/** A request as a server received it. */
export interface Received {
  /** The method and the path: `GET /orders?page=2`. */
  readonly line: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What a server sends: a document is sent as HAL, with the status 200. */
export interface Sent {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
}

/** A server on loopback that knows neither this package nor Fastify. */
export interface RecordingServer {
  readonly origin: string
  readonly received: Received[]
  /** The method and the path of each request. */
  readonly lines: () => string[]
}

type Routes = Readonly<Record<string, Sent | ((request: Received) => Sent)>>

/**
 * Serves documents by method and path; `*` serves any request. Requests are recorded. A tag is compared with
 * `If-None-Match`.
 */
export async function serveDocuments (
  t: Pick<Test, 'teardown'>, routes: (origin: string) => Routes
): Promise<RecordingServer> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const record = {
        line: `${request.method} ${request.url}`, headers: request.headers, body: Buffer.concat(chunks).toString()
      }
      received.push(record)
      const found = table[record.line] ?? table['*'] ?? { status: 404 }
      const { status = 200, headers = {}, json, text } = typeof found === 'function' ? found(record) : found
      const isCurrent = headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag']
      const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/hal+json' }
      response.writeHead(isCurrent ? 304 : status, { ...type, ...headers })
      response.end(isCurrent ? undefined : json === undefined ? text : JSON.stringify(json))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => { server.closeAllConnections(); server.close() })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const table = routes(origin)
  return { origin, received, lines: () => received.map(({ line }) => line) }
}
