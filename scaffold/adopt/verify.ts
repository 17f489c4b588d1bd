// Starts an app anew, in another process, to see what the written files do.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AdoptRequest } from '../command.ts'
import type { Outcome } from '../outcome.ts'

const LONGEST_RUN = 120_000

interface Checked {
  readonly error?: string
  readonly findings?: ReadonlyArray<{ readonly code: string, readonly place: string, readonly message: string }>
  readonly notOptedIn?: ReadonlyArray<{ readonly name: string | null, readonly methods: readonly string[], readonly url: string }>
}

/** Returns why an app does not start with its links, or null. */
export function fault (request: AdoptRequest, routes: readonly string[]): string | null {
  const { stdout } = run(['check', request.app, ...exportOf(request), '--json', '--all'], [])
  let checked: Checked
  try {
    checked = JSON.parse(stdout) as Checked
  } catch {
    return 'the app ends the process'
  }
  const { error, findings = [] } = checked
  const stopped = findings.find(({ code }) => !/^HYPER\d/.test(code))
  if (error !== undefined) return withoutStop(error)
  if (stopped !== undefined) return withoutStop(`${stopped.place}: ${stopped.message}`)
  const unnamed = (checked.notOptedIn ?? []).find(({ name, methods, url }) =>
    name === null && methods.some(method => routes.includes(`${method} ${url}`)))
  return unnamed === undefined ? null : `${unnamed.methods[0]} ${unnamed.url} is declared before the plugin is loaded`
}

function withoutStop (text: string): string {
  return text.replace(/\.$/, '')
}

/**
 * Follows the links of an app.
 * @param plugin the file to register first; null if the app does so
 */
export function crawlOf (request: AdoptRequest, start: string, plugin: string | null): Required<Outcome> {
  const callers = request.crawl!.flatMap(({ name, headers }) => Object.entries(headers).length === 0
    ? ['--as', name]
    : Object.entries(headers).flatMap(([header, value]) => ['--as', `${name}:${header}=${value}`]))
  const args = ['check', request.app, ...exportOf(request), '--crawl', '--start', start, ...callers]
  const { status, stdout, stderr } = run(args, plugin === null ? [] : ['--import', preload(plugin)])
  return { status: status === 0 ? 0 : status === 1 ? 1 : 2, output: stdout, notes: status === 0 || status === 1 ? '' : stderr }
}

function exportOf ({ exported }: AdoptRequest): string[] {
  return exported === undefined ? [] : ['--export', exported]
}

// Registers the plugin of a file first in the app. Its module is loaded as the modules of the app are.
function preload (file: string): string {
  const code = "import { subscribe } from 'node:diagnostics_channel'\n" +
    "let isFirst = true\nsubscribe('fastify.initialization', ({ fastify }) => {\n" +
    `  if (isFirst) fastify.register(import(${JSON.stringify(pathToFileURL(resolve(file)).href)}))\n  isFirst = false\n})`
  return `data:text/javascript,${encodeURIComponent(code)}`
}

function run (args: readonly string[], options: readonly string[]) {
  const command = [...process.execArgv, ...options, process.argv[1]!, ...args]
  return spawnSync(process.execPath, command, { encoding: 'utf8', timeout: LONGEST_RUN, maxBuffer: 1 << 26 })
}
