import { Connection } from './connection.js'

/**
 * Sends requests as fast as the responses come, over several connections; the last responses are awaited.
 * @param {{ port: number, what: { path: string, accept?: string }, connections: number, seconds: number, atLeast?:
 * number, atMost?: number }} load it goes on until both `seconds` and `atLeast` requests are over, but not for longer
 * than `atMost` seconds
 */
export async function run ({ port, what, connections, seconds, atLeast = 0, atMost = Infinity }) {
  const opened = await Promise.all(Array.from({ length: connections }, () => Connection.open(port, what)))
  const wakefulness = stayAwake()
  const begin = performance.now()
  let requests = 0
  const goesOn = () => {
    const elapsed = (performance.now() - begin) / 1000
    return elapsed < atMost && (elapsed < seconds || requests < atLeast)
  }
  await Promise.all(opened.map(async connection => {
    do {
      await connection.get()
      requests++
    } while (goesOn())
  }))
  const elapsed = (performance.now() - begin) / 1000
  wakefulness.end()
  for (const connection of opened) connection.close()
  return { requests, seconds: elapsed, bytes: opened.reduce((sum, { bytes }) => sum + bytes, 0) }
}

// A server pays for waking a client that sleeps until its response comes, and pays more often the slower it is:
// at one order 1 µs of difference became 6.
function stayAwake () {
  let isAwake = true
  const look = () => { if (isAwake) setImmediate(look) }
  look()
  return { end () { isAwake = false } }
}
