// One process per run of tests, a few at once.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const running = new Set()

// A run that is interrupted leaves no test behind.
process.on('exit', () => { for (const child of running) end(child) })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

/** Runs test files in the sandbox: 'passed', 'failed' or 'timeout', and the time in milliseconds. */
export function runTests (sandbox, run, timeout) {
  const started = performance.now()
  return new Promise(resolve => {
    const child = spawn(process.execPath, [join(sandbox, 'build/test/mutation-tests.js')], {
      cwd: sandbox,
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, TAP_BAIL: '1', TAP_TIMEOUT: '600', MUTATION_RUN: JSON.stringify(run) }
    })
    running.add(child)
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      end(child)
    }, timeout)
    child.on('exit', code => {
      clearTimeout(timer)
      running.delete(child)
      resolve({ outcome: timedOut ? 'timeout' : code === 0 ? 'passed' : 'failed', time: performance.now() - started })
    })
  })
}

// With the processes that its tests started.
function end (child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** Calls `work` for each item, `jobs` of them at once. */
export async function forEach (items, jobs, work) {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: jobs }, worker))
}
