// Starts an app anew, in another process, to see what the written files do.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
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

/** The plugin of an app that does not register it. */
interface Unregistered {
  /** The file of the plugin. */
  readonly index: string
  /** The module of the app with the registration; null if it can have none. */
  readonly text: string | null
}

/**
 * Follows the links of an app. Routes at the top of its module are declared before a plugin that is registered from
 * outside is loaded, so a copy of the module is followed, which registers it.
 * @param plugin null if the app registers it
 */
export function crawlOf (request: AdoptRequest, start: string, plugin: Unregistered | null): Required<Outcome> {
  if (plugin === null) return follow(request, start, [])
  const { app } = request
  if (plugin.text === null) return follow(request, start, [...loaderOf(app), ...preload(plugin.index)])
  const copy = join(dirname(app), `adopted-${process.pid}-${basename(app)}`)
  writeFileSync(copy, plugin.text)
  try {
    const { status, output, notes } = follow({ ...request, app: copy }, start, [])
    return { status, output: output.replaceAll(copy, app), notes: notes.replaceAll(copy, app) }
  } finally {
    rmSync(copy)
  }
}

function follow (request: AdoptRequest, start: string, options: readonly string[]): Required<Outcome> {
  const callers = request.crawl!.flatMap(({ name, headers }) => {
    const entries = Object.entries(headers)
    return entries.length === 0 ? [name] : entries.map(([header, value]) => `${name}:${header}=${value}`)
  })
  const args =
    ['check', ...moduleOf(request), '--crawl', '--start', start, ...callers.flatMap(caller => ['--as', caller])]
  const { status, stdout, stderr } = run(args, options)
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
