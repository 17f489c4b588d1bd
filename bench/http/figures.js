import { PEERS } from '../cases.js'
import { SIZES } from '../orders.js'
import { figure, median, ratios } from '../statistics.js'
import { keyOf } from './rounds.js'

/**
 * The ratios that the goals are about, and those that say what could be reached, as far as their cases were measured.
 * @param {Awaited<ReturnType<typeof import('./rounds.js').measureInRounds>>} measured
 */
export function httpFigures ({ answers, neighbours }) {
  return [...SIZES.flatMap(size => answerFigures(answers, size)), ...neighbourFigures(neighbours)]
}

function answerFigures (answers, size) {
  const series = (name, what) => answers.get(keyOf({ name, size }))?.map(answer => answer[what])
  const throughput = name => series(name, 'throughput')
  const fastestPeer = fastest(PEERS.map(throughput))
  return [
    ratio(`cpu.${size}`, series('hand', 'cpu'), series('hyper', 'cpu')),
    ratio(`cpu.listed.${size}`, series('hand-listed', 'cpu'), series('hyper', 'cpu')),
    ratio(`throughput.${size}`, throughput('hyper'), throughput('hand')),
    ratio(`prebuilt.${size}`, throughput('hyper'), throughput('prebuilt-text')),
    ratio(`prebuilt.ascii.${size}`, throughput('hyper-ascii'), throughput('prebuilt-text-ascii')),
    ratio(`peers.${size}`, throughput('hyper'), fastestPeer),
    // What no package could exceed: without links there is less to write, and a text that is there need not be made.
    ratio(`ceiling.bare.${size}`, throughput('bare'), throughput('prebuilt-text')),
    ratio(`ceiling.peers.${size}`, throughput('prebuilt-text'), fastestPeer)
  ].flat()
}

function neighbourFigures (neighbours) {
  const waits = (name, percentile) => neighbours.get(name)?.map(round => round[percentile])
  return [
    ratio('neighbour', waits('hand', 'p99'), waits('hyper', 'p99')),
    [...neighbours.keys()].flatMap(name => ['p50', 'p99'].map(percentile => figure(`neighbour.${name}.${percentile}`, waits(name, percentile), 'ms')))
  ].flat()
}

// No figure where one of the two was not measured.
function ratio (id, dividends, divisors) {
  return dividends === undefined || divisors === undefined ? [] : [figure(id, ratios(dividends, divisors))]
}

// The same one in all rounds: the fastest of each would be the one that was lucky in it. Nothing where one of them was not measured.
function fastest (peers) {
  return peers.includes(undefined) ? undefined : peers.toSorted((one, other) => median(other) - median(one))[0]
}
