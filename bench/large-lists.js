// What a list of 100,000 orders costs the other clients of a server, and its memory: without links, with links, with links that wait, and
// with batches. Run by `npm run bench:large-lists [-- KIND …]`; a KIND with `+yields` has the route option of that name.
import { availableParallelism, cpus, loadavg } from 'node:os'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Connection } from './http/connection.js'
import { Neighbour } from './http/neighbour.js'
import { median, percentile } from './statistics.js'

const SIZE = Number(process.env.SIZE ?? 100_000)
const LISTS = Number(process.env.LISTS ?? 8)
// Milliseconds.
const EVERY = 5

const kinds = process.argv.length > 2
  ? process.argv.slice(2)
  : ['bare', 'links', 'links+yields', 'async', 'async+yields', 'batch', 'batch+yields', 'both']

async function start (kind) {
  const child = fork(fileURLToPath(new URL('large-lists/server.js', import.meta.url)), [kind, String(SIZE)])
  const [{ port }] = await once(child, 'message')
  return { child, port }
}

async function peakOf ({ child }) {
  child.send('memory')
  const [{ peak }] = await once(child, 'message')
  return peak
}

/** The waits of the neighbour while one client reads the list over and over, and how long each list took. */
async function measure (kind) {
  const server = await start(kind)
  const neighbour = await Neighbour.connect(server.port, { path: '/neighbour' })
  const list = await Connection.open(server.port, { path: '/orders' })
  const before = await peakOf(server)
  // The first lists compile.
  for (let count = 0; count < 2; count++) await list.get()
  const lists = []
  const waits = []
  list.bytes = 0
  for (let count = 0; count < LISTS; count++) {
    const begin = performance.now()
    const state = { isRead: false }
    const reading = list.get().then(() => {
      state.isRead = true
      lists.push(performance.now() - begin)
    })
    while (!state.isRead) waits.push(...await neighbour.get({ seconds: 0.2, every: EVERY }))
    await reading
  }
  const peak = await peakOf(server)
  neighbour.close()
  list.close()
  server.child.disconnect()
  return { lists, waits, before, peak, megabytes: list.bytes / LISTS / 1e6 }
}

console.log(`Node ${process.version}, ${cpus()[0].model}, ${availableParallelism()} processors, load ${loadavg()[0].toFixed(1)}`)
console.log(`${SIZE} orders, ${LISTS} responses; a neighbour requests every ${EVERY} ms`)
for (const kind of kinds) {
  const { lists, waits, before, peak, megabytes } = await measure(kind)
  const [p50, p99, most] = [median(waits), percentile(waits, 99), Math.max(...waits)].map(wait => wait.toFixed(1))
  console.log(`${kind}: list ${median(lists)
    .toFixed(0)} ms, ${megabytes.toFixed(1)} MB; neighbour median ${p50}, p99 ${p99}, most ${most} ms; ` +
    `resident ${before.toFixed(0)} MiB before, at most ${peak.toFixed(0)} MiB`)
}
