import { connect } from 'node:net'
import { checkHal } from './documents.ts'
import { deprecationDate, headerLines, type HeaderPair } from './headers.ts'
import { linkValues } from './link-values.ts'

export { header, headerLines, type HeaderPair } from './headers.ts'

// One HTTP/1.1 exchange over a socket of its own: no client that resolves dot segments,
// joins header lines or repairs bytes.

export interface RawRequest {
  readonly method: string
  readonly path: string
  /** In the order of the wire; values are byte strings (latin1). */
  readonly headers?: readonly HeaderPair[]
  /** @default '1.1' */
  readonly httpVersion?: string
  readonly body?: string
  /** Leave `Host` to the pairs, even where they hold none. @default false */
  readonly exactHost?: boolean
}

export interface RawResponse {
  readonly status: number
  /** Names and lines as they came. */
  readonly headers: readonly HeaderPair[]
  readonly body: Buffer
}

const TIMEOUT = 10_000
const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/
const CRLF = '\r\n'

/** Sends one request to a server on loopback and parses its response strictly: dates, links and HAL must be valid. */
export async function sendRaw (port: number, request: RawRequest): Promise<RawResponse> {
  const response = parseResponse(await exchange(port, requestBytes(port, request)), request.method)
  checkResponse(response)
  return response
}

/** @throws Error for a header or a document that breaks its own specification */
export function checkResponse (response: Pick<RawResponse, 'headers' | 'body'>): void {
  deprecationDate(response)
  linkValues(response)
  checkHal(response)
}

/** @throws Error for anything but one complete response and nothing after it */
export function parseResponse (bytes: Buffer, method: string): RawResponse {
  const end = bytes.indexOf(CRLF + CRLF)
  if (end < 0) throw new Error(`no complete response head: ${JSON.stringify(bytes.toString('latin1'))}`)
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split(CRLF)
  const status = parseStatus(statusLine)
  const headers = lines.map(parseHeaderLine)
  return { status, headers, body: readBody(bytes.subarray(end + 4), headers, status, method) }
}

function requestBytes (port: number, request: RawRequest): Buffer {
  const { method, path, headers = [], httpVersion = '1.1', body = '', exactHost = false } = request
  const has = (name: string) => headers.some(([given]) => given.toLowerCase() === name)
  const added: HeaderPair[] = []
  if (!exactHost && !has('host')) added.push(['Host', `127.0.0.1:${port}`])
  if (body !== '' && !has('content-length')) added.push(['Content-Length', String(Buffer.byteLength(body, 'latin1'))])
  if (!has('connection')) added.push(['Connection', 'close'])
  const lines = [...headers, ...added].map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`${method} ${path} HTTP/${httpVersion}`, ...lines, '', body].join(CRLF), 'latin1')
}

function exchange (port: number, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(bytes))
    let failure: Error | undefined
    socket.setTimeout(TIMEOUT, () => socket.destroy(new Error(`no response within ${TIMEOUT} ms`)))
    socket.on('data', chunk => chunks.push(chunk))
    socket.on('error', error => { failure = error })
    // A server that rejects a request may reset the connection after its response: the received bytes are checked.
    socket.on('close', () =>
      chunks.length > 0 ? resolve(Buffer.concat(chunks)) : reject(failure ?? new Error('closed without a response')))
  })
}

function parseStatus (line: string): number {
  const match = /^HTTP\/1\.[01] ([2-5]\d\d) [\t\x20-\x7e\x80-\xff]*$/.exec(line)
  if (match === null) throw new Error(`not a final status line: ${JSON.stringify(line)}`)
  return Number(match[1])
}

function parseHeaderLine (line: string): HeaderPair {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(colon, 0))
  const value = line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')
  if (!TOKEN.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw new Error(`not a header line: ${JSON.stringify(line)}`)
  }
  return [name, value]
}

function readBody (rest: Buffer, headers: readonly HeaderPair[], status: number, method: string): Buffer {
  const lengths = headerLines({ headers }, 'content-length')
  const codings = headerLines({ headers }, 'transfer-encoding')
  if (lengths.length + codings.length > 1) {
    throw new Error(`more than one framing: ${[...lengths, ...codings].join(' and ')}`)
  }
  if (method === 'HEAD' || status === 204 || status === 304) return ofLength(rest, '0')
  if (codings[0] !== undefined) return dechunked(rest, codings[0])
  return lengths[0] === undefined ? rest : ofLength(rest, lengths[0])
}

function ofLength (rest: Buffer, length: string): Buffer {
  if (!/^\d+$/.test(length) || rest.length !== Number(length)) {
    throw new Error(`${rest.length} body bytes where ${length} were announced`)
  }
  return rest
}

function dechunked (rest: Buffer, coding: string): Buffer {
  if (coding.toLowerCase() !== 'chunked') throw new Error(`unknown transfer coding ${coding}`)
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const end = rest.indexOf(CRLF, at)
    const size = rest.toString('latin1', at, Math.max(end, at))
    if (!/^[\dA-Fa-f]+$/.test(size)) throw new Error(`not a chunk size: ${JSON.stringify(size)}`)
    const from = end + 2
    const to = from + parseInt(size, 16)
    if (rest.toString('latin1', to, to + 2) !== CRLF) throw new Error('a chunk has another length than declared')
    if (to === from) return endOfChunks(rest, to + 2, chunks)
    chunks.push(rest.subarray(from, to))
    at = to + 2
  }
}

function endOfChunks (rest: Buffer, at: number, chunks: readonly Buffer[]): Buffer {
  if (at !== rest.length) throw new Error(`${rest.length - at} bytes after the last chunk`)
  return Buffer.concat(chunks)
}
