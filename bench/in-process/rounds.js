import { measure } from 'mitata'

/**
 * Measures functions in turn, round by round, so that whatever slows the machine slows all of them.
 * @template {string} K
 * @param {Record<K, () => unknown>} subjects
 * @param {{ rounds: number, seconds: number }} effort `seconds` for each subject and round
 * @returns {Promise<Record<K, number[]>>} nanoseconds of CPU per call, garbage collection included,
 * one value of each round
 */
export async function inRounds (subjects, { rounds, seconds }) {
  const names = Object.keys(subjects)
  const times = Object.fromEntries(names.map(name => [name, []]))
  for (const name of names) await average(subjects[name], WARM_UP)
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length]
      times[name].push(await average(subjects[name], seconds))
    }
  }
  return times
}

// Until then what is measured is still being compiled.
const WARM_UP = 1

async function average (subject, seconds) {
  // Without a threshold nothing is trimmed: the slow samples are those in which garbage was collected. But no
  // collection is requested: after one, V8 has forgotten what it had compiled for, and what is measured is that it
  // learns it again.
  const { avg } = await measure(subject, {
    now: cpuTime, min_cpu_time: seconds * 1e9, min_samples: 2, samples_threshold: Infinity, gc: false
  })
  return avg
}

// The time of this process, in nanoseconds: others that want the processor do not count.
function cpuTime () {
  const { user, system } = process.cpuUsage()
  return (user + system) * 1000
}
