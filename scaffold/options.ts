import type { ParseArgsConfig } from 'node:util'
import { nearest } from '../lib/diagnostics/wording.ts'
import { UsageError } from './command.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * Returns the message of an error of `parseArgs`. For an unknown option, the message of Node.js is about file names
 * that begin with a dash.
 */
export function explained ({ message }: Error, options: Options): string {
  const unknown = /^Unknown option '(-[^']+)'/.exec(message)?.[1]
  if (unknown === undefined) return message
  const near = nearestOption(unknown.replace(/^-+/, ''), options)
  return `unknown option ${unknown}.${near === undefined ? '' : ` Did you mean --${near}?`}`
}

function nearestOption (unknown: string, options: Options): string | undefined {
  const names = Object.keys(options)
  const negated = names.filter(name => options[name]!.type === 'boolean').map(name => `no-${name}`)
  return nearest(unknown, [...names, ...negated]) ?? nearest(unknown.replace(/^no-/, ''), names)
}

/** Returns the option that names the export of an app again, in commands to be repeated. */
export function exportOption (exported: string | undefined): string {
  return exported === undefined ? '' : ` --export ${exported}`
}

/** Returns the only positional argument. @throws UsageError */
export function only (positionals: readonly string[], what: string): string {
  const [first, second] = positionals
  if (first === undefined || first === '') throw new UsageError(`${what} is missing`)
  if (second !== undefined) throw new UsageError(`'${second}' is one too many: ${what} is '${first}'.`)
  return first
}
