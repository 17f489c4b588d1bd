import { cases } from '../cases.js'
import { pathOf } from '../orders.js'
import { percentile } from '../statistics.js'
import { run } from './load.js'
import { Neighbour } from './neighbour.js'
import { startLooper, startServer } from './process.js'

const CONNECTIONS = 8

// Until then a server is still being compiled: at one order the processor time of a request falls from 60 to 25 µs and
// stays there after 25,000 requests. Where responses have many resources, what is slow runs for each of them.
const WARM_REQUESTS = 25_000
const WARM_RESOURCES = 300_000

// Seconds: the slowest peer, which completes 60 requests of 100 orders in one, would be warmed up for most of a minute.
const WARM_AT_MOST = 10

// Milliseconds from one request of the neighbour to its next.
const NEIGHBOUR_EVERY = 5

/**
 * One case in a fresh process.
 * @param {{ name: string, size: number }} entry
 * @param {{ seconds: number, warmUp: number, flags?: string[] }} options
 * @returns what one request took: microseconds of server CPU and GC, bytes; requests per second;
 * event-loop delays in microseconds
 */
export async function measureCase ({ name, size }, { seconds, warmUp, flags }) {
  console.error(`  ${name}, ${size}`)
  const server = await startServer(cases[name], size, flags)
  const load = {
    port: server.ready.port,
    what: { path: pathOf(size, cases[name].fixture), accept: cases[name].accept },
    connections: CONNECTIONS
  }
  await run({ ...load, seconds: warmUp, atLeast: warmRequests(size), atMost: WARM_AT_MOST })
  const before = await server.usage()
  const { requests, seconds: elapsed, bytes } = await run({ ...load, seconds })
  const after = await server.usage()
  await server.stop()
  return {
    cpu: (after.cpu - before.cpu) / requests,
    gc: (after.gc - before.gc) / requests,
    bytes: bytes / requests,
    throughput: requests / elapsed,
    busy: (after.cpu - before.cpu) / 1e6 / elapsed,
    delayP99: after.delayP99,
    delayMax: after.delayMax,
    rss: after.rss
  }
}

/**
 * How long a route without links waits while another client, in a process of its own, requests 10,000 orders in a loop.
 * @param {string} name
 * @param {{ neighbourSeconds: number }} options
 * @returns {Promise<{ p50: number, p99: number }>} percentiles of the waits in milliseconds
 */
export async function measureNeighbour (name, { neighbourSeconds }) {
  const { accept } = cases[name]
  console.error(`  a bare route beside ${name}`)
  const server = await startServer(cases[name], 10_000)
  const { port } = server.ready
  const neighbour = await Neighbour.connect(port, { path: '/ping' })
  const looper = await startLooper(port, { path: pathOf(10_000), accept }, warmRequests(10_000))
  const waits = await neighbour.get({ seconds: neighbourSeconds, every: NEIGHBOUR_EVERY })
  neighbour.close()
  await looper.stop()
  await server.stop()
  return { p50: percentile(waits, 50), p99: percentile(waits, 99) }
}

function warmRequests (size) {
  return Math.min(WARM_REQUESTS, WARM_RESOURCES / size)
}
