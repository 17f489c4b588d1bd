import type { InspectedRoute } from '../lib/diagnostics/inspection.ts'

/** Names and signatures of routes, in the order of their declaration: `GetOrder` to `GET /orders/:id`. */
export type Entries = ReadonlyMap<string, string>

/** Types of the inputs of routes by their names: `{ reason: string }`. */
export type Inputs = ReadonlyMap<string, string>

/** Returns the entries of the named routes. */
export function entriesOf (routes: readonly Pick<InspectedRoute, 'name' | 'methods' | 'url'>[]): Entries {
  const entries = new Map<string, string>()
  for (const { name, methods, url } of routes) {
    // Several versions or hosts of a route may share a name.
    if (name !== null && !entries.has(name)) entries.set(name, `${methods[0]} ${url}`)
  }
  return entries
}

const COMMENT = `/**
 * The named routes, written by \`hyper-api routes\`: a link to a renamed route, or without a value for its path,
 * does not compile.
 */`

/** Returns the source of the module that defines a catalog. */
export function catalogText (entries: Entries, inputs: Inputs = new Map()): string {
  return `import { defineRoutes, type SignaturesOf } from 'fastify-hyper'

${COMMENT}
export const Routes = defineRoutes({
${linesOf(entries).map(line => `  ${line}`).join(',\n')}
})

declare module 'fastify-hyper' {
  interface RouteNames extends SignaturesOf<typeof Routes> {}${inputsText(inputs)}
}
`
}

function inputsText (inputs: Inputs): string {
  const lines = [...inputs].map(([name, type]) => `    ${key(name)}: ${type}\n`)
  return lines.length === 0 ? '' : `\n  interface RouteInputs {\n${lines.join('')}  }`
}

/** Returns the differences between a catalog and the entries, as lines: `+ GetOrder: 'GET /orders/:id'`. */
export function changesTo (catalog: string, entries: Entries): string[] {
  const lines = linesOf(entries)
  const before = catalog.split('\n').flatMap(line => /^ {2}(\S.*: '.*'),?$/s.exec(line)?.[1] ?? [])
  const gone = before.filter(line => !lines.includes(line))
  const added = lines.filter(line => !before.includes(line))
  return [...gone.map(line => `- ${line}`), ...added.map(line => `+ ${line}`)]
}

function linesOf (entries: Entries): string[] {
  return [...entries].map(([name, signature]) => `${key(name)}: ${quoted(signature)}`)
}

/** Returns a name as the key of an object. */
export function key (name: string): string {
  if (name === '__proto__') return `['${name}']`
  return isIdentifier(name) ? name : quoted(name)
}

/** Whether a name can follow a dot. */
export function isIdentifier (name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
}

/** Returns a string literal. */
export function quoted (text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
