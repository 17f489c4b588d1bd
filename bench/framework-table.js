// The rows of npm run bench -- frameworks: for the terminal, and for docs/performance.md.
import { shown } from './report.js'

export const FRAMEWORK_HEADS = ['app', 'orders', 'CPU of a request, µs', 'spread', 'requests/s', 'spread']

const NAMES = {
  hyper: 'Fastify, links by this package',
  hand: 'Fastify, by hand, with a full response schema',
  'express-hand': 'Express, by hand',
  'nest-express-hand': 'NestJS on Express, by hand',
  'nest-fastify-hand': 'NestJS on Fastify, by hand'
}

/** One row for each app and number of orders. */
export function frameworkRows (cases) {
  return cases.map(({ name, size, cpu, throughput }) =>
    [NAMES[name], String(size), ...cells(cpu), ...cells(throughput)])
}

function cells ({ median, low, high }) {
  return [shown(median), `${shown(low)} to ${shown(high)}`]
}
