import { readFile, writeFile } from 'node:fs/promises'
import type { InspectedRoute } from '../lib/inspection.ts'
import type { CatalogRequest } from './arguments.ts'
import { Failure } from './failure.ts'
import { inspectApp } from './inspect-app.ts'
import type { Outcome } from './outcome.ts'

/** `hyper-api routes`: prints, writes or compares the catalog of an app. @throws Failure */
export async function catalog ({ app, out, check }: CatalogRequest): Promise<Outcome> {
  const { routes, fault } = await inspectApp(app)
  // A link to a route that is gone stops the start when all routes are known: the new catalog is the way out.
  const isLost = (fault as { code?: unknown } | null)?.code === 'FST_ERR_HYPER_UNKNOWN_ROUTE'
  if (fault !== null && !isLost) throw new Failure(`${app} does not start, so its routes are not all known: ${fault.message}`, { cause: fault })
  const named = routes.filter(({ name }) => name !== null)
  if (named.length === 0) throw new Failure(`${app} has no named routes. Register fastify-hyper before them, and name them: config: { hyper: { name: 'GetOrder' } }.`)
  const notes = fault === null ? '' : `${fault.message}\n`
  const text = catalogText(named)
  if (out === undefined) return { status: 0, output: text, notes }
  const before = await textOf(out)
  if (check) return { ...compared(before, text, { app, out }), notes }
  if (before !== text) await writeFile(out, text)
  return { status: 0, output: `${before === text ? 'Nothing changed in' : 'Wrote'} ${out}: ${entriesOf(text).length} routes\n`, notes }
}

/** The module that defines a catalog of routes, in the order of their declaration. */
export function catalogText (routes: readonly Pick<InspectedRoute, 'name' | 'methods' | 'url'>[]): string {
  const entries = new Map<string, string>()
  for (const { name, methods, url } of routes) {
    // One name may stand for several versions or hosts of a route.
    if (name !== null && !entries.has(name)) entries.set(name, `${methods[0]} ${url}`)
  }
  return `import { defineRoutes, type SignaturesOf } from 'fastify-hyper'

/** The named routes, written by \`hyper-api routes\`: a link to a route that was renamed, or without a value for its path, does not compile. */
export const Routes = defineRoutes({
${[...entries].map(([name, signature]) => `  ${key(name)}: ${quoted(signature)}`).join(',\n')}
})

declare module 'fastify-hyper' {
  interface RouteNames extends SignaturesOf<typeof Routes> {}
}
`
}

function key (name: string): string {
  if (name === '__proto__') return `['${name}']`
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

function quoted (text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** The catalog that is there; empty where none is. */
async function textOf (file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function compared (before: string, now: string, { app, out }: { app: string, out: string }): Outcome {
  if (before === now) return { status: 0, output: `${out} is up to date: ${entriesOf(now).length} routes\n` }
  const [gone, added] = [without(entriesOf(before), entriesOf(now)), without(entriesOf(now), entriesOf(before))]
  const changes = [...gone.map(entry => `  - ${entry}`), ...added.map(entry => `  + ${entry}`)]
  const told = changes.length === 0 ? ['  the same routes, written otherwise'] : changes
  return { status: 1, output: [`${out} is stale:`, ...told, `Write it anew: hyper-api routes ${app} --out ${out}`, ''].join('\n') }
}

function entriesOf (text: string): string[] {
  return [...text.matchAll(/^ {2}(\S.*: '.*'),?$/gm)].map(([, entry]) => entry!)
}

function without (entries: readonly string[], others: readonly string[]): string[] {
  return entries.filter(entry => !others.includes(entry))
}
