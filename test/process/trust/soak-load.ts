import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { flawOf, type Known, readingOf, requestOf } from './crowd.ts'
import type { Reading } from './foreign.ts'
import { sequence } from './tenants.app.ts'

// Of a hundred requests, so many are aborted, and so many read slowly; the others are measured.
const ABORTED = 0.05
const SLOW = 0.05

/** Mixed load: users, formats, conditional requests, aborts and slow readers; each request is sent when it is due. */
export class Soak {
  readonly errors: string[] = []
  readonly counts: Record<string, number> = {}
  readonly #port: number
  readonly #rate: number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 })
  readonly #random = sequence(11)
  // The last tag of each URL and format, and whose it is.
  readonly #last = new Map<string, Known>()

  constructor (port: number, rate: number) {
    this.#port = port
    this.#rate = rate
  }

  /**
   * Sends requests for so many seconds. Returns milliseconds from when each measured request was due to its response.
   */
  async run (seconds: number): Promise<number[]> {
    const waits: number[] = []
    const pending = new Set<Promise<void>>()
    const begin = performance.now()
    for (let due = begin; due < begin + seconds * 1000; due += 1000 / this.#rate) {
      const early = due - performance.now()
      if (early > 0) await sleep(early)
      const exchange = this.#exchange(due, waits)
        .catch((error: unknown) => { this.errors.push(String(error)) })
        .finally(() => { pending.delete(exchange) })
      pending.add(exchange)
    }
    await Promise.all(pending)
    return waits
  }

  async #exchange (due: number, waits: number[]): Promise<void> {
    const reading = readingOf(this.#random)
    const place = `${reading.url} ${reading.accept}`
    const known = this.#random() < 0.5 ? this.#last.get(place) : undefined
    const kind = this.#random()
    if (kind < ABORTED) return this.#abort(reading)
    const response = await this.#send(reading, known?.tag)
    const body = await (kind < ABORTED + SLOW ? readSlowly(response) : readAll(response))
    const status = response.statusCode!
    if (kind >= ABORTED + SLOW) waits.push(performance.now() - due)
    this.#count(kind < ABORTED + SLOW ? 'slow' : String(status))
    const flaw = flawOf(reading, { status, headers: response.headers, body }, known)
    if (flaw !== null) this.errors.push(`${JSON.stringify(reading)}: ${flaw}`)
    const { etag } = response.headers
    if (status === 200 && etag !== undefined) this.#last.set(place, { user: reading.user, tag: etag })
  }

  #request (reading: Reading, tag?: string) {
    const { method, url, headers, body } = requestOf(reading, tag)
    return request({ agent: this.#agent, host: '127.0.0.1', port: this.#port, method, path: url, headers }).end(body)
  }

  async #send (reading: Reading, tag?: string): Promise<IncomingMessage> {
    const [response] = await once(this.#request(reading, tag), 'response') as [IncomingMessage]
    return response
  }

  // At any time: before the request is read, while links are resolved, or while the response is sent.
  async #abort (reading: Reading): Promise<void> {
    const sent = this.#request(reading)
    sent.on('error', () => {}).on('response', response => { response.on('error', () => {}).resume() })
    await sleep(this.#random() * 10)
    sent.destroy()
    this.#count('aborted')
  }

  #count (kind: string): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1
  }
}

async function readAll (response: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += chunk
  return body
}

// The socket is paused: the server keeps what the client has not read.
async function readSlowly (response: IncomingMessage): Promise<string> {
  response.pause()
  response.socket.pause()
  await sleep(500)
  response.socket.resume()
  return readAll(response)
}
