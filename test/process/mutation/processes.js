// Processes that run one test file after the other.
import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const MOST_MEMORY = 1500 * 2 ** 20
const running = new Set()

// A run that is interrupted leaves no test behind.
process.on('exit', () => { for (const child of running) end(child) })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

/**
 * Runs test files in the sandbox. Its process stays for the next file,
 * unless a file ended it or it has become too large.
 */
export class Runner {
  #sandbox
  #child

  constructor (sandbox) {
    this.#sandbox = sandbox
  }

  /** The outcome of a test file (passed, failed or timeout), its time in ms, and how often it executed each mutant. */
  async run (request, timeout) {
    this.#child ??= await start(this.#sandbox)
    const started = performance.now()
    this.#child.send(request, () => {})
    const { outcome, hits, memory = Infinity } = await firstEvent(this.#child, timeout)
    if (memory > MOST_MEMORY) this.renew()
    return { outcome, time: performance.now() - started, hits }
  }

  /** The next file runs in a new process. */
  renew () {
    if (this.#child !== undefined) end(this.#child)
    this.#child = undefined
  }
}

async function start (sandbox) {
  const child = fork(join(sandbox, 'build/test/mutation-tests.js'), {
    cwd: sandbox,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, TAP_TIMEOUT: '100000', TAP_BAIL: '0' }
  })
  running.add(child)
  child.on('exit', () => running.delete(child))
  await firstEvent(child, 60_000)
  return child
}

/** The next message of tests.js: tap has messages too. */
async function report (child, options) {
  for await (const [message] of on(child, 'message', options)) {
    if (message.outcome !== undefined) return message
  }
}

/** The report of a process, its end, or the end of the time. */
async function firstEvent (child, timeout) {
  const others = new AbortController()
  const options = { signal: others.signal }
  try {
    return await Promise.race([
      report(child, options),
      once(child, 'exit', options).then(() => ({ outcome: 'failed' })),
      setTimeout(timeout, { outcome: 'timeout' }, options)
    ])
  } finally {
    others.abort()
  }
}

// With the processes that its tests started.
function end (child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** Calls `work` for each item, one call per worker at once. */
export async function forEach (items, workers, work) {
  const queue = [...items]
  await Promise.all(workers.map(async worker => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item, worker)
  }))
}
