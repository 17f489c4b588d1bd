import { spawnSync } from 'node:child_process'
import { relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Finding } from '../lib/diagnostics/inspection.ts'
import type { CrawlFinding } from '../types/testing.ts'

/** Returns the error that stops the start of an app as a finding. */
export function findingOf (fault: Error, app: string): Finding {
  const { code = fault.name } = fault as { code?: string }
  const place = placeOf(fault, app)
  return { code, place, message: isOurs(fault) ? fault.message.slice(place.length + 2) : fault.message }
}

/** Returns a finding on one line. The message of an error may contain its place. */
export function findingText (finding: Finding | CrawlFinding): string {
  const { code, place, message } = finding
  const context = 'caller' in finding ? ` (${finding.caller}, ${finding.request})` : ''
  return message.includes(place) ? `${code} ${message}` : `${code} ${place}${context}: ${message}`
}

/** Returns whether an error is of this package: its message then needs no stack. */
export function isOurs (fault: Error): boolean {
  return String((fault as { code?: unknown }).code).startsWith('FST_ERR_HYPER_')
}

function placeOf (fault: Error, app: string): string {
  // The message of our errors begins with the place.
  if (isOurs(fault)) return fault.message.slice(0, fault.message.indexOf(': '))
  return location(fault.stack) ?? (fault instanceof SyntaxError ? location(syntaxErrorOf(app)) : undefined) ?? app
}

// As stacks and compilers write a location: `/orders/app.ts:12:5` or `file:///orders/app.ts:12`.
const LOCATION = /(?<=^|[\s(])(file:\/\/[^\s()]+?|(?:[A-Za-z]:)?[\\/][^\n():]+):(\d+(?::\d+)?)/gm

/** Returns the first location in a file of the project that a stack contains. */
function location (stack = ''): string | undefined {
  for (const [, name, position] of stack.matchAll(LOCATION)) {
    const file = name!.startsWith('file:') ? fileURLToPath(name!) : name!
    if (!/[\\/]node_modules[\\/]/.test(file)) return `${relative('', file)}:${position}`
  }
  return undefined
}

// Node prints the location of a syntax error in an ES module only when the process ends. All modules are parsed before one runs.
function syntaxErrorOf (app: string): string {
  const code = `await import(${JSON.stringify(pathToFileURL(resolve(app)).href)})`
  const args = [...process.execArgv, '--input-type=module', '--eval', code]
  return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 10_000 }).stderr
}
