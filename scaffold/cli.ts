#!/usr/bin/env node
import { readArguments, USAGE, UsageError } from './arguments.ts'
import { catalog } from './catalog.ts'
import { check } from './check.ts'
import { Failure } from './failure.ts'
import { generate } from './generate.ts'
import type { Outcome } from './outcome.ts'
import { manifest } from './package.ts'

async function run (args: readonly string[]): Promise<Outcome> {
  const command = readArguments(args)
  switch (command.name) {
    case 'help': return { status: 0, output: USAGE }
    case 'version': return { status: 0, output: `${manifest.version}\n` }
    case 'new': return { status: 0, output: await generate(command.project) }
    case 'routes': return catalog(command.request)
    case 'check': return check(command.request)
  }
}

// What is not foreseen keeps its stack.
function failed (error: unknown): { status: 1 | 2, notes: string } {
  if (error instanceof UsageError) return { status: 2, notes: `hyper-api: ${error.message}\n\n${USAGE}` }
  if (!(error instanceof Failure)) throw error
  const cause = error.cause instanceof Error ? `\n${error.cause.stack}` : ''
  return { status: 1, notes: `hyper-api: ${error.message}${cause}\n` }
}

const { status, output = '', notes = '' } = await run(process.argv.slice(2)).catch(failed) as Partial<Outcome> & { status: number }
process.stderr.write(notes)
// An app may leave timers and connections behind.
process.stdout.write(output, () => process.exit(status))
