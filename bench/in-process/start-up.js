import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { figure } from '../statistics.js'
import { ROUTES } from './start-up-app.js'

const program = fileURLToPath(new URL('start-up-app.js', import.meta.url))

// A start cannot be repeated within a round, so there have to be more of them.
const STARTS = 7

/** What the plugin adds to the start of an app, for each of its routes: every start in a process of its own. */
export async function startUp ({ rounds }) {
  const times = []
  const heaps = []
  for (let round = -1; round < Math.max(rounds, STARTS); round++) {
    const without = await start('without')
    const withPlugin = await start('with')
    // The first round reads the files from the disk.
    if (round === -1) continue
    times.push((withPlugin.cpu - without.cpu) / ROUTES)
    heaps.push((withPlugin.heap - without.heap) / ROUTES)
  }
  return [figure('start-up.time', times, 'µs'), figure('start-up.heap', heaps, 'bytes')]
}

async function start (how) {
  const child = fork(program, [how], { execArgv: ['--expose-gc'] })
  const [used] = await once(child, 'message')
  return used
}
