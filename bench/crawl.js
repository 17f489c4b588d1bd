// How long a crawl of the reference API takes to reach 1,000 states in three formats: processor time,
// the least of several runs.
// Usage: npm run bench -- crawl
import { cpus } from 'node:os'
import { crawl } from '../dist/testing/index.js'
import { buildApp } from '../scaffold/templates/minimal/app.ts'
import { createStore } from '../scaffold/templates/minimal/store.ts'

const RUNS = 3
const STATES = 1_000
const ORDERS = 400

async function measure () {
  const store = createStore()
  while (store.all().length < ORDERS) store.create({ quantity: 1 })
  const app = await buildApp({ store, logger: { level: 'silent' } })
  const before = process.cpuUsage()
  const { states, requests, findings } = await crawl(app, { maxStates: STATES })
  const { user, system } = process.cpuUsage(before)
  await app.close()
  if (findings.length > 0) throw new Error(JSON.stringify(findings))
  return { states, requests, seconds: (user + system) / 1e6 }
}

const runs = []
for (let run = 0; run < RUNS; run++) runs.push(await measure())
const { states, requests, seconds } = runs.toSorted((one, other) => one.seconds - other.seconds)[0]
console.log(`${states} states, ${requests} requests: ${seconds.toFixed(2)} s of processor time; ` +
  `Node.js ${process.versions.node}, ${cpus().length} processors, ${cpus()[0].model}`)
