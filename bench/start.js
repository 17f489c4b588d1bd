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

const program = fileURLToPath(new URL('start/app.js', import.meta.url))

const { values: { rounds, output } } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, output: { type: 'string' } }
})

const starts = []
for (const environment of ['production', 'development']) {
  const measured = WAYS.map(({ plugins }) => ({ environment, plugins, times: [], heaps: [] }))
  // The first reads the files from the disk.
  for (const { plugins } of measured) await start(plugins, environment)
  for (let round = 0; round < Number(rounds); round++) {
    for (const way of round % 2 === 0 ? measured : measured.toReversed()) {
      const { time, heap } = await start(way.plugins, environment)
      way.times.push(time)
      way.heaps.push(heap / 1e6)
    }
  }
  for (const { plugins, times, heaps } of measured) {
    starts.push({ environment, plugins, time: figure('time', times, 'ms'), heap: figure('heap', heaps, 'MB') })
  }
}

saveResults(output ?? resultFile('start'), { starts })
console.log(`\n${circumstancesLine()}\n`)
console.log(table(START_HEADS, startRows(starts)))
console.error(durationLine())

async function start (plugins, environment) {
  const child = fork(program, plugins, {
    execArgv: ['--expose-gc', '--no-warnings'], env: { ...process.env, NODE_ENV: environment }
  })
  const ended = once(child, 'exit').then(([code]) => { throw new Error(`${plugins}: ended with ${code}`) })
  const [report] = await Promise.race([once(child, 'message'), ended])
  await ended.catch(() => {})
  return report
}
