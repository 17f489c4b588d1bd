import { execFile, type ExecFileException } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The root of the repository. */
export const ROOT = process.cwd()

/** The folder of the programs that use the packed package: a package of its own. */
export const PROJECT = join(ROOT, 'test/acceptance/compat')

export interface Ran {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

interface Options {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

const LONGEST = 15 * 60_000

/** Runs a program to its end, also if it fails. @throws Error if it cannot be started */
export function run (
  command: string, args: readonly string[], { cwd = PROJECT, env = {} }: Options = {}
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 28, timeout: LONGEST }
    execFile(command, args, options, (error: ExecFileException | null, stdout, stderr) => {
      if (error !== null && typeof error.code === 'string') reject(error)
      else resolve({ status: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, stdout, stderr })
    })
  })
}

/** The same, for programs that must succeed. */
export async function succeed (...args: Parameters<typeof run>): Promise<Ran> {
  const ran = await run(...args)
  if (ran.status !== 0) {
    throw new Error(
    `${args[0]} ${args[1].join(' ')} ended with ${ran.status}\n${tail(ran.stdout)}\n${tail(ran.stderr)}`
    )
  }
  return ran
}

/**
 * Runs one of programs/ that writes its checks as JSON in the last line.
 * @returns how many passed
 */
export async function runChecks (command: string, args: readonly string[], options?: Options): Promise<string> {
  const { stdout, stderr } = await run(command, args, options)
  const last = stdout.trimEnd().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) throw new Error(`no report\n${tail(stdout)}\n${tail(stderr)}`)
  const checks = Object.entries(JSON.parse(last) as Record<string, string | null>)
  const failed = checks.filter(([, error]) => error !== null)
  if (failed.length > 0) {
    throw new Error(
    `${failed.length} of ${checks.length} checks ` +
      `failed\n${failed.map(([name, error]) => `${name}: ${error}`).join('\n')}`
    )
  }
  return `${checks.length} checks`
}

/** The version of an installed package, by the name that package.json of this folder gives it. */
export function versionOf (name: string): string {
  return (JSON.parse(
    readFileSync(join(PROJECT, 'node_modules', name, 'package.json'), 'utf8')
  ) as { version: string }).version.replace(/^v/, '')
}

/**
 * The file of an installed package.
 * @throws Error if it is not there, as on a platform that the package has no binary for
 */
export function fileOf (name: string, path: string): string {
  const file = join(PROJECT, 'node_modules', name, path)
  if (!existsSync(file)) {
    throw new Error(`${file} does not exist: the package has no binary for this platform, or was not installed`)
  }
  return file
}

function tail (written: string): string {
  return written.split('\n').slice(-40).join('\n')
}
