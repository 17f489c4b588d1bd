import { spawnSync } from 'node:child_process'
import { relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Finding } from '../lib/diagnostics/inspection.ts'
import type { CrawlFinding } from '../types/testing.ts'
import { appStack, Failure } from './failure.ts'
import { loaderOf } from './load-module.ts'

/** Returns the error that an app fails to start with, as a finding. */
export function findingOf (fault: Error, app: string): Finding {
  const { code = isUnreadable(fault) ? 'SyntaxError' : fault.name } = fault as { code?: string }
  const place = placeOf(fault, app)
  return { code, place, message: isOurs(fault) ? fault.message.slice(place.length + 2) : messageOf(fault, app) }
}

/** Returns a finding on one line, and each of its steps on one. The message of an error may contain its place. */
export function findingText (finding: Finding | CrawlFinding): string {
  const { code, place, message } = finding
  const isPlain = !('caller' in finding) || finding.caller === ''
  if (isPlain) return message.includes(place) ? `${code} ${message}` : `${code} ${place}: ${message}`
  const steps = finding.steps.map((step, index) => `\n  ${index + 1}. ${step}`)
  return `${code} ${place} (${finding.caller}, ${finding.request}): ${message}${steps.join('')}`
}

/** Returns findings as commands print them beside their output. */
export function notesOf (findings: readonly (Finding | CrawlFinding)[]): string {
  return findings.map(finding => `${findingText(finding)}\n`).join('')
}

/**
 * Returns the stack of an error with a line end. It is empty for errors of this package, errors of a file that cannot
 * be loaded, and a stack of one call: their place is known.
 */
export function stackOf (fault: Error): string {
  if (isOurs(fault) || isBrokenImport(fault) || isUnreadable(fault)) return ''
  const stack = appStack(fault)
  return (stack.match(/^ +at /gm) ?? []).length > 1 ? `${stack}\n` : ''
}

/** Returns the failure of a command whose app does not start. */
export function notStarted (app: string, consequence: string, fault: Error, remedy = ''): Failure {
  const cause = isBrokenImport(fault) || isUnreadable(fault) ? {} : { cause: fault }
  const place = isUnreadable(fault) ? `${placeOf(fault, app)}: ` : ''
  return new Failure(`${app} does not start, so ${consequence}: ${place}${messageOf(fault, app)}${remedy}`, cause)
}

function isOurs (fault: Error): boolean {
  return String((fault as { code?: unknown }).code).startsWith('FST_ERR_HYPER_')
}

// Of Node.js, or of tsx, by esbuild.
function isUnreadable (fault: Error): boolean {
  return ['SyntaxError', 'TransformError'].includes(fault.name) && !isBrokenImport(fault)
}

const IMPORT_CODES: readonly unknown[] = [
  'ERR_MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED', 'ERR_UNKNOWN_FILE_EXTENSION', 'ERR_UNSUPPORTED_DIR_IMPORT',
  'MODULE_NOT_FOUND'
]

// A module of the app could not be imported.
function isBrokenImport (fault: Error): boolean {
  const { code, message } = fault as Error & { code?: unknown }
  return IMPORT_CODES.includes(code) || /^The requested module .* does not provide an export/.test(message)
}

// Names the file that imports, and the loader.
function messageOf (fault: Error, app: string): string {
  // esbuild: `Transform failed with 1 error:`, then `/orders/app.ts:1:10: ERROR: Unexpected "="`.
  if (isUnreadable(fault)) return /: ERROR: (.*)/.exec(fault.message)?.[1] ?? fault.message
  if (!isBrokenImport(fault)) return fault.message
  const [message = ''] = fault.message.split('\n')
  const importer = /\nRequire stack:\n- (.+)/.exec(fault.message)?.[1] ?? placeOf(fault, app)
  const whole = / imported from /.test(message) ? message : `${message}, imported from ${importer}`
  const loader = loaderOf(app)
  const isPlain = /\.[cm]?ts$/.test(app) && loader !== 'tsx'
  const remedy = isPlain ? '. For imports without extensions, and paths of tsconfig.json, install tsx' : ''
  return `${whole.replaceAll(`${process.cwd()}/`, './')} (loaded by ${loader})${remedy}`
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

// Node prints the location of a syntax error in an ES module only when the process ends.
// All modules are parsed before one runs.
function syntaxErrorOf (app: string): string {
  const code = `await import(${JSON.stringify(pathToFileURL(resolve(app)).href)})`
  const args = [...process.execArgv, '--input-type=module', '--eval', code]
  return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 10_000 }).stderr
}
