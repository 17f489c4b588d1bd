import { once } from 'node:events'
import { connect } from 'node:net'
import { HOST } from '../orders.js'

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

// Bodies are counted and thrown away, so all connections read into one place.
const landing = Buffer.allocUnsafe(256 * 1024)

/**
 * A keep-alive connection that requests one thing over and over, one request at a time.
 * It reads heads and counts bodies: a general client does more for a response than a fast server.
 */
export class Connection {
  #socket
  #request
  #pending
  /** Bytes of the current response that are still to come; NaN while its head is. */
  #missing = NaN
  #chunked = false
  bytes = 0

  constructor (socket, request) {
    this.#socket = socket
    this.#request = request
  }

  /**
   * @param {number} port
   * @param {{ path: string, accept?: string }} what
   */
  static async open (port, { path, accept }) {
    const request =
      `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\n${accept === undefined ? '' : `Accept: ${accept}\r\n`}\r\n`
    const socket = connect({
      port, host: '127.0.0.1', noDelay: true, onread: { buffer: landing, callback: length => connection.#read(length) }
    })
    const connection = new Connection(socket, Buffer.from(request))
    socket.on('error', error => connection.#fail(error))
    socket.on('close', () => connection.#fail(new Error('The server closed a connection')))
    await once(socket, 'connect')
    return connection
  }

  /** Sends the request; resolves when its response is there. */
  get () {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject }
      this.#missing = NaN
      this.#socket.write(this.#request)
    })
  }

  close () {
    this.#pending = undefined
    this.#socket.destroy()
  }

  #read (length) {
    this.bytes += length
    const received = landing.subarray(0, length)
    if (Number.isNaN(this.#missing)) this.#readHead(received)
    else this.#missing -= length
    // JSON has no line ends of its own, and nothing comes after a response that was not requested.
    const isComplete = this.#chunked ? received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) : this.#missing === 0
    if (isComplete) this.#pending?.resolve()
    return true
  }

  #readHead (received) {
    const end = received.indexOf(HEAD_END)
    if (end === -1) throw new Error('The head of a response came in parts')
    const head = received.latin1Slice(0, end)
    if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`Not a 200:\n${received}`)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)
    this.#chunked = length === null
    this.#missing = length === null ? Infinity : Number(length[1]) - (received.length - end - HEAD_END.length)
  }

  #fail (error) {
    this.#pending?.reject(error)
  }
}
