import { IncomingMessage, ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { HOST } from '../orders.js'

// As large as the largest response: a socket, too, has to turn every string into bytes.
const wire = Buffer.allocUnsafe(16 * 1024 * 1024)

class Wire extends Writable {
  bytes = 0

  constructor () {
    super({ decodeStrings: false })
  }

  _write (chunk, encoding, done) {
    this.bytes += typeof chunk === 'string' ? wire.write(chunk, 0, encoding) : chunk.copy(wire)
    done()
  }
}

/**
 * Sends a request to a server without a network: Node's own request and response, and bytes that go nowhere.
 * @param {import('node:http').Server} server
 * @param {string} path
 * @param {Record<string, string>} [headers]
 * @returns {() => Promise<{ status: number, bytes: number }>}
 */
export function exchangeWith (server, path, headers = {}) {
  const socket = new Wire()
  return () => new Promise(resolve => {
    const request = new IncomingMessage(socket)
    request.method = 'GET'
    request.url = path
    request.headers = { host: HOST, ...headers }
    const response = new ServerResponse(request)
    const before = socket.bytes
    response.assignSocket(socket)
    response.on('finish', () => {
      response.detachSocket(socket)
      resolve({ status: response.statusCode, bytes: socket.bytes - before })
    })
    server.emit('request', request, response)
  })
}
