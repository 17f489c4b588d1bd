import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { figure, ratios } from '../statistics.js'
import { ROUTES } from './start-up-app.js'

const program = fileURLToPath(new URL('start-up-app.js', import.meta.url))

// Of so many starts the fastest counts, since whatever else the machine does only makes a start slower:
// what is looked for is a tenth of a start, and starts differ by more.
const STARTS = 4

/**
 * What the plugin adds to the start of an app, for each of its routes: every start in a process of its
 * own, in production.
 */
export async function startUp ({ rounds }) {
  const times = []
  const heaps = []
  const fastify = []
  const bound = []
  // The first reads the files from the disk.
  await start('with')
  for (let round = 0; round < rounds; round++) {
    const used = { empty: [], plain: [], bound: [], without: [], with: [] }
    const ways = Object.keys(used)
    for (let turn = 0; turn < STARTS; turn++) {
      for (const how of turn % 2 === 0 ? ways : ways.toReversed()) used[how].push(await start(how))
    }
    times.push((least(used.with, 'cpu') - least(used.without, 'cpu')) / ROUTES)
    fastify.push((least(used.plain, 'cpu') - least(used.empty, 'cpu')) / ROUTES)
    bound.push((least(used.bound, 'cpu') - least(used.plain, 'cpu')) / ROUTES)
    heaps.push((least(used.with, 'heap') - least(used.without, 'heap')) / ROUTES)
  }
  return [
    figure('start-up.time', times, 'µs'),
    figure('start-up.fastify', fastify, 'µs'),
    figure('start-up.bound', bound, 'µs'),
    figure('start-up.ratio', ratios(bound, fastify)),
    figure('start-up.heap', heaps, 'bytes')
  ]
}

function least (starts, what) {
  return Math.min(...starts.map(used => used[what]))
}

async function start (how) {
  const child = fork(program, [how], { execArgv: ['--expose-gc'] })
  const [used] = await once(child, 'message')
  return used
}
