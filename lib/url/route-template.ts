import { encodedLiteral, encodedStatic, percentEncoded, scalarString } from './encode.ts'
import { layoutOf } from './layout.ts'
import { compilePath, patternParts, type RouterSettings } from './path.ts'
import type { RequiredPart, SegmentPart } from './pattern.ts'
import { parameterNames, patternVariants } from './pattern.ts'
import type { Values } from './plain-path.ts'
import { queryString } from './query.ts'

/** The path values that are given, as strings, by parameter name. */
type Bound = ReadonlyMap<string, string>

/** Returns a part of a template, or null if the given values cannot stand there. */
type WritePart = (bound: Bound) => string | null

const NO_LISTS: ReadonlySet<string> = new Set()

/** Returns the RFC 6570 template of a route with the given values in place of their variables, or null. */
export type RouteTemplate = (values: Values) => string | null

/**
 * Compiles the RFC 6570 template of a route: given values are written as `compilePath` writes them,
 * the others stay variables.
 * `:id` becomes `{id}`, `/:id?` `{/id}`, `*` `{+path}`; query properties without a value `{?a,b}`, or `{&a,b}` after a
 * value. One whose value is a list becomes `{?a*}`, which repeats the name.
 * `null` and `undefined` count as not given. Returns null if no path carries a given value,
 * or if no URL reaches the pattern.
 * @param lists the query properties whose values are lists
 */
export function compileRouteTemplate (
  pattern: string, querySchemaProperties: readonly string[], router: RouterSettings,
  lists: ReadonlySet<string> = NO_LISTS
): RouteTemplate {
  const whole = compilePath(pattern, router)
  const { parameters } = whole
  const variables = parameters.map(variableOf)
  const endsInWildcard = patternParts(pattern, router).at(-1)?.kind === 'wildcard'
  const openPath = compileOpenPath(pattern, router)
  const properties = propertiesOf(querySchemaProperties, lists)
  return values => {
    const bound = boundTexts(values, parameters)
    const query = queryString(values, parameters)
    if (bound === null || query === null) return null
    const path = bound.size === parameters.length ? whole.path(Object.fromEntries(bound)) : openPath(bound)
    if (path === null) return null
    const used = new Set(variables.filter((_variable, index) => !bound.has(parameters[index]!)))
    if (endsInWildcard) used.add('path')
    return path + queryTemplate(query, properties, used)
  }
}

function boundTexts (values: Values, parameters: readonly string[]): Bound | null {
  const bound = new Map<string, string>()
  for (const name of parameters) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined || value === null) continue
    const scalar = scalarString(value)
    if (scalar === null || scalar === '') return null
    bound.set(name, scalar)
  }
  return bound
}

function compileOpenPath (pattern: string, router: RouterSettings): WritePart {
  const { full, short } = patternVariants(pattern)
  if (short !== null && hasParameters(short, full, router)) return compileOpenPath(short, router)
  const parts = patternParts(full, router)
  if (layoutOf(parts, router) === null) return () => null
  const write = partsWriter(parts, router)
  const last = parts.findLastIndex(({ kind }) => kind !== 'static')
  const name = short === null ? null : optionalName(parts[last]!, parts[last - 1])
  if (name === null) return write
  const variable = variableOf(name)
  const [before, after] = [partsWriter(parts.slice(0, last), router), partsWriter(parts.slice(last + 1), router)]
  return bound => {
    if (bound.has(name)) return write(bound)
    const start = before(bound)
    // The operator of the variable writes the slash.
    if (start === null || variable === null) return null
    return `${start.slice(0, -1)}{/${variable}}${after(bound)!}`
  }
}

// Whether no value of its own decides about the optional segment: `compilePath` omits it always.
function hasParameters (short: string, full: string, router: RouterSettings): boolean {
  const names = parameterNames(patternParts(short, router))
  return parameterNames(patternParts(full, router)).every(name => names.includes(name))
}

// Null if the segment has more than the parameter: no template can express that all of it is absent. The literal before
// it is the beginning of the segment in `/::a-:p?`.
function optionalName (part: RequiredPart, before: RequiredPart | undefined): string | null {
  if (part.kind !== 'segment' || part.lone !== 'string') return null
  if (before?.kind === 'static' && !before.literal.endsWith('/')) return null
  return part.parameters[0]!
}

function partsWriter (parts: readonly RequiredPart[], router: RouterSettings): WritePart {
  const writers = parts.map((part, index) => partWriter(part, parts[index - 1], router))
  return bound => {
    const written = writers.map(write => write(bound))
    if (written.includes(null)) return null
    return written.join('')
  }
}

function partWriter (part: RequiredPart, before: RequiredPart | undefined, router: RouterSettings): WritePart {
  if (part.kind === 'static') return () => encodedLiteral(part.literal)
  const segmentStart = before?.kind === 'static' ? before.literal.slice(before.literal.lastIndexOf('/') + 1) : ''
  // Where all its values are given, a segment is checked as if it were a route of its own.
  const own = compilePath(
    `/${segmentStart.replaceAll(':', '::')}${part.kind === 'wildcard' ? '*' : part.source}`, router
  )
  return bound => {
    if (own.parameters.every(name => bound.has(name))) return own.suffix(Object.fromEntries(bound))
    return part.kind === 'wildcard' ? '{+path}' : openSegment(part, bound, router)
  }
}

function openSegment (
  { parameters, statics }: SegmentPart, bound: Bound, { maxParamLength }: RouterSettings
): string | null {
  let template = ''
  for (const [index, name] of parameters.entries()) {
    const value = bound.get(name)
    if (value !== undefined && value.length > maxParamLength) return null
    const written = value === undefined ? expression(name) : percentEncoded(value)
    if (written === null) return null
    template += written + encodedStatic(statics[index]!)!
  }
  return template
}

/** A query property. */
interface QueryProperty {
  /** The name, percent-encoded. */
  readonly encoded: string
  readonly variable: string
  /** The variable with its modifier. */
  readonly specification: string
}

function propertiesOf (names: readonly string[], lists: ReadonlySet<string>): QueryProperty[] {
  const properties = new Map<string, QueryProperty>()
  for (const name of names) {
    const variable = variableOf(name)
    if (variable === null) continue
    const specification = lists.has(name) ? `${variable}*` : variable
    properties.set(variable, { encoded: percentEncoded(name)!, variable, specification })
  }
  return [...properties.values()]
}

function queryTemplate (query: string, properties: readonly QueryProperty[], used: ReadonlySet<string | null>): string {
  const given = new Set(query.split('&').map((pair) => pair.slice(0, pair.indexOf('='))))
  const open = properties
    .filter(({ encoded, variable }) => !given.has(encoded) && !used.has(variable))
    .map(({ specification }) => specification)
    .join(',')
  if (open === '') return query === '' ? '' : `?${query}`
  return query === '' ? `{?${open}}` : `?${query}{&${open}}`
}

function expression (name: string): string | null {
  const variable = variableOf(name)
  if (variable === null) return null
  return `{${variable}}`
}

// RFC 6570 section 2.3: letters, digits, `_`, escapes, and single dots between them.
function variableOf (name: string): string | null {
  const encoded = name === '' ? null : percentEncoded(name)
  if (encoded === null) return null
  const variable = encoded.replace(/[-!~*'()]/g, (character) =>
    `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  if (/^[\w%]+(?:\.[\w%]+)*$/.test(variable)) return variable
  return variable.replaceAll('.', '%2E')
}
