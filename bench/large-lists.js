// What a list of 100,000 orders costs the other clients of a server, and its memory: without links, with links, with
// links that wait, and with batches. Run by `npm run bench -- large-lists [KIND …]`.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Neighbour } from './http/neighbour.js'
import { median, percentile } from './statistics.js'

const SIZE = Number(process.env.SIZE ?? 100_000)
const LISTS = Number(process.env.LISTS ?? 8)
// Milliseconds.
const EVERY = 5

const kinds = process.argv.length > 2
  ? process.argv.slice(2)
  : ['bare', 'links', 'async', 'batch', 'both']

function startProcess (name, ...args) {
  return fork(fileURLToPath(new URL(`large-lists/${name}.js`, import.meta.url)), args.map(String))
}

/** Sends a message to a process, and returns its reply. */
async function ask (child, message) {
  child.send(message)
  const [reply] = await once(child, 'message')
  return reply
}

/** The waits of the neighbour while one client reads the list over and over, and how long each list took. */
async function measure (kind) {
  const server = startProcess('server', kind, SIZE)
  const [{ port }] = await once(server, 'message')
  const neighbour = await Neighbour.connect(port, { path: '/neighbour' })
  const reader = startProcess('reader', port)
  const { peak: before } = await ask(server, 'memory')
  // The first lists compile.
  for (let count = 0; count < 2; count++) await ask(reader, 'read')
  const lists = []
  const waits = []
  while (lists.length < LISTS) waits.push(...await waitsDuring(ask(reader, 'read'), neighbour, lists))
  const { peak } = await ask(server, 'memory')
  neighbour.close()
  for (const child of [reader, server]) child.disconnect()
  return { times: lists.map(({ time }) => time), waits, before, peak, megabytes: lists[0].bytes / 1e6 }
}

async function waitsDuring (reading, neighbour, lists) {
  const waits = []
  const before = lists.length
  const read = reading.then(list => { lists.push(list) })
  while (lists.length === before) waits.push(...await neighbour.get({ seconds: 0.2, every: EVERY }))
  await read
  return waits
}

console.log(
  `Node ${process.version}, ${cpus()[0].model}, ${availableParallelism()} processors, load ${loadavg()[0].toFixed(1)}`
)
console.log(`${SIZE} orders, ${LISTS} responses; a neighbour requests every ${EVERY} ms`)
for (const kind of kinds) {
  const { times, waits, before, peak, megabytes } = await measure(kind)
  const [p50, p99, most] = [median(waits), percentile(waits, 99), Math.max(...waits)].map(wait => wait.toFixed(1))
  console.log(`${kind}: list ${median(times)
    .toFixed(0)} ms, ${megabytes.toFixed(1)} MB; neighbour median ${p50}, p99 ${p99}, most ${most} ms; ` +
    `resident ${before.toFixed(0)} MiB before, at most ${peak.toFixed(0)} MiB`)
}
