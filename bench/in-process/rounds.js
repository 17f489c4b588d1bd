import { measure } from 'mitata'

/**
 * Measures functions in turn, round by round, so that whatever slows the machine slows all of them.
 * @template {string} K
 * @param {Record<K, () => unknown>} subjects
 * @param {{ rounds: number, seconds: number }} effort `seconds` for each subject and round
 * @returns {Promise<Record<K, number[]>>} nanoseconds of CPU per call, garbage collection included, one value of each round
 */
export async function inRounds (subjects, { rounds, seconds }) {
  const names = Object.keys(subjects)
  const times = Object.fromEntries(names.map(name => [name, []]))
  for (let round = -1; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round + names.length) % names.length]
      // Without a threshold nothing is trimmed: the slow samples are those in which garbage was collected.
      const { avg } = await measure(subjects[name], { now: cpuTime, min_cpu_time: seconds * 1e9, min_samples: 2, samples_threshold: Infinity })
      // The first round warms everything up.
      if (round >= 0) times[name].push(avg)
    }
  }
  return times
}

// The time of this process, in nanoseconds: others that want the processor do not count.
function cpuTime () {
  const { user, system } = process.cpuUsage()
  return (user + system) * 1000
}
