import { FIXTURES, PEERS } from '../cases.js'
import { SIZES } from '../orders.js'
import { figure, median, ratios } from '../statistics.js'
import { keyOf } from './rounds.js'

/**
 * The ratios that the goals are about, and the upper limits, as far as their cases were measured.
 * @param {Awaited<ReturnType<typeof import('./rounds.js').measureInRounds>>} measured
 */
export function httpFigures ({ responses, neighbours }) {
  return [
    ...FIXTURES.flatMap(fixture => SIZES.flatMap(size => responseFigures(responses, fixture, size))),
    ...neighbourFigures(neighbours)
  ]
}

// The id of a figure: what, of which fixture where it is not the usual one, and how many orders.
function responseFigures (responses, fixture, size) {
  const series = (name, what) => responses.get(keyOf({ name: name + fixture, size }))?.map(response => response[what])
  const cpu = name => series(name, 'cpu')
  const throughput = name => series(name, 'throughput')
  const peers = PEERS[fixture]?.map(name => responses.get(keyOf({ name, size }))?.map(response => response.throughput))
  const fastestPeer = fastest(peers ?? [undefined])
  const id = what => `${what}${fixture.replace('-', '.')}.${size}`
  return [
    ratio(id('cpu.no-schema'), cpu('hand-no-schema'), cpu('hyper')),
    ratio(id('cpu'), cpu('hand'), cpu('hyper')),
    ratio(id('cpu.listed'), cpu('hand-listed'), cpu('hyper')),
    ratio(id('cpu.floor'), cpu('floor'), cpu('hyper')),
    difference(id('floor'), cpu('hyper'), cpu('floor')),
    ratio(id('throughput'), throughput('hyper'), throughput('hand')),
    ratio(id('prebuilt'), throughput('hyper'), throughput('prebuilt-text')),
    ratio(id('peers'), throughput('hyper'), fastestPeer),
    // What no package could exceed: without links there is less to write, and a string that exists need not be made.
    ratio(id('ceiling.bare'), throughput('bare'), throughput('prebuilt-text')),
    ratio(id('ceiling.floor'), throughput('floor'), fastestPeer),
    ratio(id('ceiling.peers'), throughput('prebuilt-text'), fastestPeer)
  ].flat()
}

function neighbourFigures (neighbours) {
  const waits = (name, percentile) => neighbours.get(name)?.map(round => round[percentile])
  return [
    ratio('neighbour', waits('hand', 'p99'), waits('hyper', 'p99')),
    [...neighbours.keys()].flatMap(name =>
      ['p50', 'p99'].map(percentile => figure(`neighbour.${name}.${percentile}`, waits(name, percentile), 'ms')))
  ].flat()
}

// No figure where one of the two was not measured.
function ratio (id, dividends, divisors) {
  return dividends === undefined || divisors === undefined ? [] : [figure(id, ratios(dividends, divisors))]
}

function difference (id, minuends, subtrahends) {
  if (minuends === undefined || subtrahends === undefined) return []
  return [figure(id, minuends.map((minuend, round) => minuend - subtrahends[round]), 'µs')]
}

// The same one in all rounds: the fastest of each would be the one that was lucky in it.
// Nothing where one of them was not measured.
function fastest (peers) {
  return peers.includes(undefined) ? undefined : peers.toSorted((one, other) => median(other) - median(one))[0]
}
