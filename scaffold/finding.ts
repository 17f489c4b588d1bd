import { spawnSync } from 'node:child_process'
import { relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Finding } from '../lib/diagnostics/inspection.ts'

/** What stops the start of an app, as a finding. */
export function findingOf (fault: Error, app: string): Finding {
  const { code = fault.name } = fault as { code?: string }
  const place = placeOf(fault, app)
  return { code, place, message: isRefusal(fault) ? fault.message.slice(place.length + 2) : fault.message }
}

/** A finding on one line; some messages name their place themselves. */
export function findingText ({ code, place, message }: Finding): string {
  return message.includes(place) ? `${code} ${message}` : `${code} ${place}: ${message}`
}

/** Whether this package refused something: its messages say all that there is to know. */
export function isRefusal (fault: Error): boolean {
  return String((fault as { code?: unknown }).code).startsWith('FST_ERR_HYPER_')
}

function placeOf (fault: Error, app: string): string {
  // A refusal begins with its place.
  if (isRefusal(fault)) return fault.message.slice(0, fault.message.indexOf(': '))
  return location(fault.stack) ?? (fault instanceof SyntaxError ? location(endOf(app)) : undefined) ?? app
}

// As stacks and compilers write it: `/orders/app.ts:12:5` or `file:///orders/app.ts:12`.
const LOCATION = /(?<=^|[\s(])(file:\/\/[^\s()]+?|(?:[A-Za-z]:)?[\\/][^\n():]+):(\d+(?::\d+)?)/gm

/** The first place in a file of the project that a text names. */
function location (text = ''): string | undefined {
  for (const [, name, position] of text.matchAll(LOCATION)) {
    const file = name!.startsWith('file:') ? fileURLToPath(name!) : name!
    if (!/[\\/]node_modules[\\/]/.test(file)) return `${relative('', file)}:${position}`
  }
  return undefined
}

// Where the syntax of an ES module is wrong, Node says as it ends, and nowhere else. Modules are read before any of them runs.
function endOf (app: string): string {
  const code = `await import(${JSON.stringify(pathToFileURL(resolve(app)).href)})`
  return spawnSync(process.execPath, [...process.execArgv, '--input-type=module', '--eval', code], { encoding: 'utf8', timeout: 10_000 }).stderr
}
