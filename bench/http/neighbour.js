import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from './connection.js'

// So many requests are on their way while a server is busy for a second;
// more connections are opened when these are not enough.
const OPENED = 200

/**
 * Many users of one route, who do not wait for each other: each request is sent when it is due, however many responses
 * are still to come.
 */
export class Neighbour {
  #open
  #free

  constructor (open, free) {
    this.#open = open
    this.#free = free
  }

  /**
   * Opens connections and sends one request over each, while no other client does: neither is a wait for a response.
   * @param {number} port
   * @param {{ path: string }} what
   */
  static async connect (port, what) {
    const open = () => Connection.open(port, what)
    const free = await Promise.all(Array.from({ length: OPENED }, open))
    await Promise.all(free.map(connection => connection.get()))
    return new Neighbour(open, free)
  }

  /**
   * Sends requests for so many seconds.
   * @param {{ seconds: number, every: number }} pace `every` in milliseconds
   * @returns {Promise<number[]>} milliseconds from when each request was due, even if this process was
   * late, to its response
   */
  async get ({ seconds, every }) {
    const waits = []
    const begin = performance.now()
    for (let due = begin; due < begin + seconds * 1000; due += every) {
      await until(due)
      waits.push(this.#waitFrom(due))
    }
    return Promise.all(waits)
  }

  close () {
    for (const connection of this.#free) connection.close()
  }

  async #waitFrom (due) {
    const begin = performance.now()
    const connection = this.#free.pop() ?? await this.#open()
    const opening = performance.now() - begin
    await connection.get()
    const wait = performance.now() - due - opening
    this.#free.push(connection)
    return wait
  }
}

// A timer may be early by a part of a millisecond.
async function until (time) {
  for (let early = time - performance.now(); early > 0; early = time - performance.now()) await sleep(early)
}
