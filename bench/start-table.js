// The rows of npm run bench -- start: for the terminal, and for docs/performance.md.
import { shown } from './report.js'

export const START_HEADS = ['NODE_ENV', 'app', 'heap, MB', 'spread', 'added', 'start, ms of CPU', 'spread', 'added']

/** What is registered, and what it is compared with. */
export const WAYS = [
  { plugins: [], name: 'Fastify, 20 routes' },
  { plugins: ['core'], name: 'with links', base: [] },
  { plugins: ['core', 'html'], name: 'with links and `html`', base: ['core'] },
  { plugins: ['core', 'mcp'], name: 'with links and `mcp`', base: ['core'] },
  { plugins: ['core', 'html', 'mcp'], name: 'with links, `html` and `mcp`', base: ['core'] }
]

/** One row for each environment and app. */
export function startRows (starts) {
  return starts.map(({ environment, plugins, heap, time }) => {
    const { name, base } = WAYS.find(way => isSame(way.plugins, plugins))
    const other = starts.find(start => start.environment === environment && isSame(start.plugins, base))
    return [environment, name, ...cells(heap, other?.heap), ...cells(time, other?.time)]
  })
}

const isSame = (plugins, others) => String(plugins) === String(others)

function cells ({ median, low, high }, base) {
  const added = base === undefined ? '' : shown(median - base.median)
  return [shown(median), `${shown(low)} to ${shown(high)}`, added]
}
