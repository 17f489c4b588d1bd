import { cases } from '../cases.js'
import { pathOf } from '../orders.js'
import { run, pace } from './load.js'
import { ServerProcess } from './process.js'

const CONNECTIONS = 8

// Until then a server is still being compiled: so many requests, fewer where each has many resources.
const WARM_REQUESTS = 5000
const WARM_RESOURCES = 20_000

/**
 * One case in a fresh process.
 * @param {{ name: string, size: number }} entry
 * @param {{ seconds: number, warmUp: number, flags?: string[] }} options
 * @returns what one request took: microseconds of server CPU and GC, bytes; requests per second; event-loop delays in microseconds
 */
export async function measureCase ({ name, size }, { seconds, warmUp, flags }) {
  const { variant, accept } = cases[name]
  console.error(`  ${name}, ${size}`)
  const server = await ServerProcess.start(variant, size, flags)
  const load = { port: server.port, what: { path: pathOf(size), accept }, connections: CONNECTIONS }
  await run({ ...load, seconds: warmUp, atLeast: Math.min(WARM_REQUESTS, WARM_RESOURCES / size) })
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
 * How long a route without links waits while another client asks for 10,000 orders in a loop.
 * @param {string} name
 * @returns {Promise<number>} the 99th percentile in milliseconds
 */
export async function measureNeighbour (name, { seconds, warmUp }) {
  const { variant, accept } = cases[name]
  console.error(`  a bare route beside ${name}`)
  const server = await ServerProcess.start(variant, 10_000)
  const orders = { port: server.port, what: { path: pathOf(10_000), accept }, connections: 1 }
  await run({ ...orders, seconds: warmUp })
  const looping = run({ ...orders, seconds })
  const waits = await pace({ port: server.port, what: { path: '/ping' }, seconds, every: 2 })
  await looping
  await server.stop()
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]
}
