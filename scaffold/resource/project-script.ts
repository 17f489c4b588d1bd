import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** Runs a script of the project's package.json. The failure is null if it succeeds. */
export async function runScript (name: string): Promise<{ failure: string | null }> {
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: ['ignore', 'ignore', 'pipe'], shell: process.platform === 'win32'
  })
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number | null]>])
  return { failure: status === 0 ? null : `npm run ${name} failed: ${errors.trim()}` }
}
