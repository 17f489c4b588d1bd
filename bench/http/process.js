import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('server.js', import.meta.url))

/** A server in a process of its own, fresh and without a loader. */
export class ServerProcess {
  #child

  constructor (child, port) {
    this.#child = child
    this.port = port
  }

  /**
   * @param {string} variant
   * @param {number} size
   * @param {string[]} [flags] of Node
   */
  static async start (variant, size, flags = []) {
    const child = fork(program, [variant, String(size)], { execArgv: flags })
    const [message] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])])
    if (message === null) throw new Error(`The server of ${variant} ended before it listened`)
    return new ServerProcess(child, message.port)
  }

  /** What the process has used so far, in microseconds; the delays since the last time. */
  async usage () {
    this.#child.send('usage')
    const [usage] = await once(this.#child, 'message')
    return usage
  }

  async stop () {
    const ended = once(this.#child, 'exit')
    this.#child.disconnect()
    await ended
  }
}
