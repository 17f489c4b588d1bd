// Starts an app anew, in another process, to see what the written files do.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { quoted } from '../catalog-text.ts'
import type { AdoptRequest } from '../command.ts'
import type { Outcome } from '../outcome.ts'
import { resolveFrom } from '../resolve-from.ts'

const LONGEST_RUN = 120_000

/** Returns why an app does not start with its links, or does not name the routes that they lead to; else null. */
export function fault (request: AdoptRequest, routes: readonly string[]): string | null {
  const { status, stdout, stderr } = run(['routes', ...moduleOf(request)], [])
  if (status !== 0) {
    return stderr.split('\n')[0]!.replace(/^hyper-api: (?:.* does not start, so .*?: )?/, 'it does not start: ')
      .replace(/\.$/, '')
  }
  const unseen = routes.find(route => !stdout.includes(quoted(route)))
  return unseen === undefined ? null : `${unseen} is declared before the plugin is loaded`
}

/**
 * Follows the links of an app.
 * @param plugin the file to register first; null if the app does so
 */
export function crawlOf (request: AdoptRequest, start: string, plugin: string | null): Required<Outcome> {
  const callers = request.crawl!.flatMap(({ name, headers }) => {
    const entries = Object.entries(headers)
    return entries.length === 0 ? [name] : entries.map(([header, value]) => `${name}:${header}=${value}`)
  })
  const args =
    ['check', ...moduleOf(request), '--crawl', '--start', start, ...callers.flatMap(caller => ['--as', caller])]
  const { status, stdout, stderr } = run(args, plugin === null ? [] : [...loaderOf(request.app), ...preload(plugin)])
  const isComplete = status === 0 || status === 1
  return { status: isComplete ? status : 2, output: stdout, notes: isComplete ? '' : stderr }
}

function moduleOf ({ app, exported }: AdoptRequest): string[] {
  return exported === undefined ? [app] : [app, '--export', exported]
}

// A module of Nest is compiled, but not what it does not import.
function loaderOf (app: string): string[] {
  const tsx = /\.[cm]?ts$/.test(app) ? resolveFrom(app, 'tsx') : undefined
  return tsx === undefined ? [] : ['--import', pathToFileURL(tsx).href]
}

// Registers the plugin of a file first in the app.
function preload (file: string): string[] {
  const code =
    "import { subscribe } from 'node:diagnostics_channel'\n" +
    "let isFirst = true\nsubscribe('fastify.initialization', ({ fastify }) => {\n" +
    `  if (isFirst) fastify.register(import(${JSON.stringify(pathToFileURL(resolve(file)).href)}))\n` +
    '  isFirst = false\n})'
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
}

function run (args: readonly string[], options: readonly string[]) {
  const command = [...process.execArgv, ...options, process.argv[1]!, ...args]
  return spawnSync(process.execPath, command, { encoding: 'utf8', timeout: LONGEST_RUN, maxBuffer: 1 << 26 })
}
