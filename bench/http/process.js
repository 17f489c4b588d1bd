import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A program of this directory in a process of its own, fresh and without a loader. */
export class Program {
  #child

  constructor (child, ready) {
    this.#child = child
    /** Its first message, when it was ready. */
    this.ready = ready
  }

  /**
   * Starts it; resolves when it is ready.
   * @param {string} file
   * @param {string[]} args
   * @param {string[]} [flags] of Node
   */
  static async start (file, args, flags = []) {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { execArgv: flags })
    const [ready] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])])
    if (ready === null) throw new Error(`${file} ${args.join(' ')} ended before it was ready`)
    return new Program(child, ready)
  }

  /** What the process has used so far, in microseconds; the delays since the last time. */
  async usage () {
    this.#child.send('usage')
    const [usage] = await once(this.#child, 'message')
    return usage
  }

  /** @throws where it has ended by itself, so that what was measured with it is worth nothing */
  async stop () {
    if (!this.#child.connected) throw new Error(`${this.#child.spawnargs.join(' ')} ended before it was stopped`)
    const ended = once(this.#child, 'exit')
    this.#child.disconnect()
    await ended
  }
}

/** A server; it is ready with its port. */
export function startServer ({ variant, fixture = {} }, size, flags) {
  return Program.start('server.js', [variant, String(size), JSON.stringify(fixture)], flags)
}

/** A client that requests one thing in a loop; it is ready when it has sent so many requests. */
export function startLooper (port, what, requests) {
  return Program.start('looper.js', [String(port), JSON.stringify(what), String(requests)])
}
