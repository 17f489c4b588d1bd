import { rm } from 'node:fs/promises'
import { parse } from 'node:path'
import type { Finding } from '../lib/diagnostics/inspection.ts'
import { describe } from '../lib/diagnostics/wording.ts'
import { catalogBeside } from './arguments.ts'
import { inputsOf } from './catalog-inputs.ts'
import { catalogText, changesTo, type Entries, entriesOf, type Inputs } from './catalog-text.ts'
import type { AppModule, CatalogRequest } from './command.ts'
import { Failure } from './failure.ts'
import { findingText, notStarted } from './finding.ts'
import { inspectApp } from './inspect-app.ts'
import { exportOption } from './options.ts'
import type { Outcome } from './outcome.ts'
import { contentOf, writeOutput } from './output-file.ts'
import { counted } from './wording.ts'

interface NamedRoutes {
  readonly entries: Entries
  readonly inputs: Inputs
  /** The findings of the app. */
  readonly notes: string
}

const WHAT = 'the catalog'

/** `hyper-api routes`: prints, writes or compares the catalog of an app. @throws Failure */
export async function catalog ({ out, check, ...module }: CatalogRequest): Promise<Outcome> {
  if (out === undefined) return print(module)
  return check ? compare(module, out) : write(module, out)
}

async function print (module: AppModule): Promise<Outcome> {
  const { entries, inputs, notes } = await namedRoutes(module, catalogBeside(module.app))
  return { status: 0, output: catalogText(entries, inputs), notes }
}

async function write (module: AppModule, out: string): Promise<Outcome> {
  const before = await contentOf(out, WHAT)
  // The app may import the catalog that is to be written: the first time it is empty.
  if (before === null) await writeOutput(out, WHAT, catalogText(new Map()))
  try {
    const { entries, inputs, notes } = await namedRoutes(module, out)
    const text = catalogText(entries, inputs)
    if (before !== text) await writeOutput(out, WHAT, text)
    return {
      status: 0,
      output: `${before === text ? 'Nothing changed in' : 'Wrote'} ${out}: ${counted(entries.size, 'route')}\n`,
      notes
    }
  } catch (error) {
    if (before === null) await rm(out, { force: true })
    throw error
  }
}

async function compare (module: AppModule, out: string): Promise<Outcome> {
  const before = await contentOf(out, WHAT) ?? ''
  const { entries, inputs, notes } = await namedRoutes(module, out)
  const isSame = before === catalogText(entries, inputs)
  if (isSame) return { status: 0, output: `${out} is up to date: ${counted(entries.size, 'route')}\n`, notes }
  const changes = changesTo(before, entries)
  const differences = changes.length === 0 ? ['the same routes, with other inputs, or written otherwise'] : changes
  const lines = [
    `${out} is stale:`, ...differences.map(line => `  ${line}`), `Write it anew: ${commandOf(module, out)}`, ''
  ]
  return { status: 1, output: lines.join('\n'), notes }
}

async function namedRoutes (module: AppModule, out: string): Promise<NamedRoutes> {
  const { app, exported } = module
  const { routes, findings, fault, complete } = await inspectApp(app, exported)
  // With a link to a removed route the app does not start. The new catalog shows it, if all routes were declared.
  if (fault !== null && !(complete && isLost(fault))) {
    throw notStarted(app, 'its routes are not all known', fault, remedy(fault, module, out))
  }
  const entries = entriesOf(routes)
  if (entries.size === 0) {
    throw new Failure(`${app} has no named routes. ` +
      "Register fastify-hyper before them, and name them: config: { hyper: { name: 'GetOrder' } }.")
  }
  return { entries, inputs: inputsOf(routes), notes: notesOf(findings, fault, entries) }
}

function isLost (fault: Error): boolean {
  return (fault as { code?: unknown }).code === 'FST_ERR_HYPER_UNKNOWN_ROUTE'
}

// The module that cannot be loaded may be the old catalog.
function remedy ({ message }: Error, module: AppModule, out: string): string {
  const isCatalog = message.replaceAll('\\', '/').includes(`/${parse(out).name}.`)
  if (!isCatalog) return ''
  return `\nIf that is the catalog itself: delete what is broken, and write it with ${commandOf(module, out)}`
}

function commandOf ({ app, exported }: AppModule, out: string): string {
  return `hyper-api routes ${app}${exportOption(exported)} --out ${out}`
}

function notesOf (findings: readonly Finding[], fault: Error | null, entries: Entries): string {
  // A route that only the old catalog lacks is not reported: the new one has it.
  const isFixed = [...entries.keys()]
    .some(name => fault?.message.includes(`named ${describe(name)} in the route catalog`))
  const faults = fault === null || isFixed ? [] : [fault.message]
  return [...findings.map(findingText), ...faults].map(line => `${line}\n`).join('')
}
