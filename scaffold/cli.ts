#!/usr/bin/env node
import { writeSync } from 'node:fs'
import { readArguments } from './arguments.ts'
import { type Command, UsageError } from './command.ts'
import { appStack, Failure } from './failure.ts'
import type { Outcome } from './outcome.ts'
import { manifest } from './package.ts'
import { USAGE } from './usage.ts'

async function main (args: readonly string[]): Promise<void> {
  const command = parse(args)
  if (command instanceof UsageError) {
    const notes = `hyper-api: ${command.message}\nhyper-api help prints the commands and their options.\n`
    return end({ status: 2, output: '', notes })
  }
  // Written directly, because standard output may be redirected while the app is inspected.
  const reportEarlyEnd = () => {
    const { status, output, notes } = failed(earlyEnd(command), command)
    writeSync(1, output)
    writeSync(2, notes)
    process.exitCode = status
  }
  process.once('exit', reportEarlyEnd)
  const outcome = await run(command).catch((error: unknown) => failed(error, command))
  process.off('exit', reportEarlyEnd)
  end(outcome)
}

function parse (args: readonly string[]): Command | UsageError {
  try {
    return readArguments(args)
  } catch (error) {
    return error as UsageError
  }
}

// Each command loads its own modules only: most need Fastify, `client` a compiler.
async function run (command: Command): Promise<Outcome> {
  switch (command.name) {
    case 'help': return { status: 0, output: USAGE }
    case 'version': return { status: 0, output: `${manifest.version}\n` }
    case 'new': return { status: 0, output: await (await import('./generate.ts')).generate(command.project) }
    case 'add': return (await import('./add.ts')).addResource(command.resource)
    case 'adopt': return (await import('./adopt/adopt.ts')).adopt(command.request)
    case 'routes': return (await import('./catalog.ts')).catalog(command.request)
    case 'catalog': return (await import('./service-catalog.ts')).serviceCatalog(command.request)
    case 'check': return (await import('./check.ts')).check(command.request)
    case 'map': return (await import('./map.ts')).map(command.request)
    case 'client': return (await import('./client.ts')).client(command.request)
    case 'contract': return (await import('./contract.ts')).contract(command.request)
    case 'diff': return (await import('./diff.ts')).diff(command.request)
  }
}

// An app may end the process, or wait forever.
function earlyEnd (command: Command): Failure {
  const app = 'request' in command && 'app' in command.request ? command.request.app : 'The app'
  return new Failure(`${app} did not become ready: it ended the process, or waits for something that never comes. ` +
    'Let another module listen and exit.')
}

// An unexpected error is reported with its stack.
function failed (error: unknown, command: Command): Required<Outcome> {
  const { message, cause } = error instanceof Failure ? error : new Failure(String(error), { cause: error })
  const stack = !(cause instanceof Error) ? '' : `${cause === error ? cause.stack : appStack(cause)}\n`
  return {
    // 1 is a result of the commands that inspect an app.
    status: command.name === 'new' || command.name === 'add' ? 1 : 2,
    output: command.name === 'check' && command.request.json ? `${JSON.stringify({ error: message }, null, 2)}\n` : '',
    notes: `hyper-api: ${message}\n${stack}`
  }
}

// An app may leave timers and connections open.
function end ({ status, output, notes = '' }: Outcome): void {
  process.stderr.write(notes)
  process.stdout.write(output, () => process.exit(status))
}

main(process.argv.slice(2))
