import { PEERS } from '../cases.js'
import { SIZES } from '../orders.js'
import { figure, ratios } from '../statistics.js'
import { keyOf } from './rounds.js'

/**
 * The ratios that the goals are about, as far as their cases were measured.
 * @param {Awaited<ReturnType<typeof import('./rounds.js').measureInRounds>>} measured
 */
export function httpFigures ({ answers, neighbours }) {
  const series = (name, size, what) => answers.get(keyOf({ name, size }))?.map(answer => answer[what])
  const figures = []
  const add = (id, dividends, divisors) => {
    if (dividends !== undefined && divisors !== undefined) figures.push(figure(id, ratios(dividends, divisors)))
  }
  for (const size of SIZES) {
    add(`cpu.${size}`, series('hand', size, 'cpu'), series('hyper', size, 'cpu'))
    add(`throughput.${size}`, series('hyper', size, 'throughput'), series('hand', size, 'throughput'))
    add(`prebuilt.${size}`, series('hyper', size, 'throughput'), series('prebuilt-text', size, 'throughput'))
    add(`peers.${size}`, series('hyper', size, 'throughput'), fastest(PEERS.map(name => series(name, size, 'throughput'))))
  }
  add('neighbour', neighbours.get('hand'), neighbours.get('hyper'))
  for (const [name, waits] of neighbours) figures.push(figure(`neighbour.${name}`, waits, 'ms'))
  return figures
}

// In every round the one that was the fastest in it; nothing where one of them was not measured.
function fastest (peers) {
  if (peers.includes(undefined)) return undefined
  return peers[0].map((_, round) => Math.max(...peers.map(throughputs => throughputs[round])))
}
