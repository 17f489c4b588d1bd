import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'

// `hyper-api` as its users have it: a process of its own.

export interface Received {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

const CLI = resolve('dist/scaffold/cli.js')

/** Where the built package is, for modules that tests write elsewhere. */
export const LIB = import.meta.resolve('fastify-hyper')

/** Runs the build, with options of Node. */
export async function hyperApi (
  args: readonly string[], cwd = process.cwd(), options: readonly string[] = []
): Promise<Received> {
  return run([process.execPath, ...options, CLI, ...args], cwd)
}

/** Runs a command of the build for an app in `app.mjs`, beside other files. */
export async function hyperApiFor (
  t: Pick<Test, 'testdir'>, source: string, [command, ...options]: readonly string[],
  beside: Readonly<Record<string, string>> = {}
): Promise<Received> {
  return hyperApi([command!, 'app.mjs', ...options], t.testdir({ ...beside, 'app.mjs': source }))
}

/** Runs a command to its end. */
export async function run (command: readonly string[], cwd: string): Promise<Received> {
  const child = start(command, cwd)
  const [
    stdout, stderr, [status]
  ] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number | null]>])
  return { status: status ?? -1, stdout, stderr }
}

/** Starts a command, without the loaders that the test runner gives to every child. */
export function start (
  command: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn('env', ['-u', 'NODE_OPTIONS', ...command], {
    cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe']
  })
}
