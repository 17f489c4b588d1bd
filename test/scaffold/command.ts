import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

// `hyper-api` as its users have it: a process of its own.

export interface Answer {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

const CLI = fileURLToPath(new URL('../../scaffold/cli.ts', import.meta.url))

/** Where the sources of this package are, for modules that tests write elsewhere. */
export const LIB = new URL('../../lib/index.ts', import.meta.url).href

/** Runs it from its source. */
export async function hyperApi (args: readonly string[], cwd = process.cwd()): Promise<Answer> {
  return run([process.execPath, '--import', import.meta.resolve('tsx'), CLI, ...args], cwd)
}

/** Runs a command to its end. */
export async function run (command: readonly string[], cwd: string): Promise<Answer> {
  const child = start(command, cwd)
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number | null]>])
  return { status: status ?? -1, stdout, stderr }
}

/** Starts a command, without the loaders that the test runner gives to every child. */
export function start (command: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): ChildProcessByStdio<null, Readable, Readable> {
  return spawn('env', ['-u', 'NODE_OPTIONS', ...command], { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
}
