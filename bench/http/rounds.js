import { measureCase, measureNeighbour } from './measure.js'

/** The cases that are measured beside a busy neighbour. */
const NEIGHBOURS = ['hyper', 'hand']

/**
 * Measures cases in rounds, each in a fresh process and every round in another order.
 * @param {{ name: string, size: number }[]} entries
 * @param {{ rounds: number, seconds: number, warmUp: number, neighbourSeconds: number, flags?: string[], neighbour:
 * boolean }} options
 * @returns {Promise<{ answers: Map<string, object[]>, neighbours: Map<string, { p50: number, p99: number }[]> }>} by
 * `name size`, one of each round; by name
 */
export async function measureInRounds (entries, { rounds, neighbour, ...effort }) {
  const responses = new Map(entries.map(entry => [keyOf(entry), []]))
  const neighbours = new Map(neighbour ? NEIGHBOURS.map(name => [name, []]) : [])
  for (let round = 0; round < rounds; round++) {
    console.error(`round ${round + 1} of ${rounds}`)
    for (const entry of turned(entries, round)) responses.get(keyOf(entry)).push(await measureCase(entry, effort))
    for (const name of turned([...neighbours.keys()], round)) {
      neighbours.get(name).push(await measureNeighbour(name, effort))
    }
  }
  return { responses, neighbours }
}

/** What responses are found by. */
export function keyOf ({ name, size }) {
  return `${name} ${size}`
}

// Every other round runs backwards: neither of two cases is always the first.
function turned (entries, round) {
  return round % 2 === 0 ? entries : entries.toReversed()
}
