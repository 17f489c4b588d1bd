// npm run bench -- start: the memory and the start of an app with and without the plugins,
// each start in a process of its own.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { circumstancesLine, durationLine, table } from './report.js'
import { resultFile, saveResults } from './results.js'
import { START_HEADS, startRows, WAYS } from './start-table.js'
import { figure } from './statistics.js'

// How many routes an app has.
const SIZES = [20, 200]

const program = fileURLToPath(new URL('start/app.js', import.meta.url))

const { values: { rounds, output, json } } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    output: { type: 'string' },
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false }
  }
})

// What the gate needs: links alone.
const ways = json ? WAYS.slice(0, 2) : WAYS
const starts = []
for (const environment of json ? ['production'] : ['production', 'development']) {
  for (const routes of json ? SIZES : SIZES.slice(0, 1)) starts.push(...await startsOf(environment, routes))
}

if (json) console.log(JSON.stringify({ figures: SIZES.map(addedHeap) }))
else {
  saveResults(output ?? resultFile('start'), { starts })
  console.log(`\n${circumstancesLine()}\n`)
  console.log(table(START_HEADS, startRows(starts)))
}
console.error(durationLine())

async function startsOf (environment, routes) {
  const measured = ways.map(({ plugins }) => ({ environment, routes, plugins, times: [], heaps: [] }))
  // The first reads the files from the disk.
  for (const { plugins } of measured) await start(plugins, environment, routes)
  for (let round = 0; round < Number(rounds); round++) {
    for (const way of round % 2 === 0 ? measured : measured.toReversed()) {
      const { time, heap } = await start(way.plugins, environment, routes)
      way.times.push(time)
      way.heaps.push(heap / 1e6)
    }
  }
  return measured.map(({ times, heaps, ...way }) =>
    ({ ...way, time: figure('time', times, 'ms'), heap: figure('heap', heaps, 'MB') }))
}

function addedHeap (size) {
  const [bare, linked] = starts.filter(({ routes }) => routes === size).map(({ heap }) => heap)
  return figure(`heap.${size}`, [linked.low - bare.low, linked.median - bare.median, linked.high - bare.high], 'MB')
}

async function start (plugins, environment, routes) {
  const child = fork(program, [String(routes), ...plugins], {
    execArgv: ['--expose-gc', '--no-warnings'], env: { ...process.env, NODE_ENV: environment }
  })
  const ended = once(child, 'exit').then(([code]) => { throw new Error(`${plugins}: ended with ${code}`) })
  const [report] = await Promise.race([once(child, 'message'), ended])
  await ended.catch(() => {})
  return report
}
