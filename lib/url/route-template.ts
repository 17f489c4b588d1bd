import { checkedPath } from './checked-path.ts'
import type { WritePath } from './checked-path.ts'
import { layoutOf } from './path-layout.ts'
import type { Stop } from './path-layout.ts'
import { compilePath } from './path.ts'
import type { RouterSettings } from './path.ts'
import { parameterNames, patternVariants, readPattern, readRequired } from './pattern.ts'
import type { RequiredPart } from './pattern.ts'
import { queryText } from './query.ts'
import { percentEncoded, scalarText } from './encode.ts'

type Values = Readonly<Record<string, unknown>>

/** The path values that are given, as text, by the name of their parameter. */
type Bound = ReadonlyMap<string, string>

/** Where values enter an open path, with what the values do not change. */
interface OpenStop {
  readonly stop: Stop
  readonly names: readonly string[]
  /** `{/id}` where this is the optional parameter; null elsewhere. */
  readonly optional: { readonly name: string, readonly expression: string | null } | null
  /** Writes the stop where all its values are given. */
  readonly write: WritePath
  /** How long the text is that `write` puts before it. */
  readonly offset: number
}

/** A route as an RFC 6570 template of values. */
export type RouteTemplate = (values: Values) => string | null

/**
 * Compiles the RFC 6570 template of a route: given values are filled in, as `compilePath` does, and the others stay variables.
 * `:id` becomes `{id}`, `/:id?` `{/id}`, `*` `{+path}`; query properties without a value `{?a,b}`, or `{&a,b}` after a value.
 * `null` and `undefined` count as not given. Null when a value that is given cannot be carried, or no URL reaches the pattern.
 */
export function compileRouteTemplate (pattern: string, querySchemaProperties: readonly string[], router: RouterSettings): RouteTemplate {
  const parts = readPattern(pattern)
  const parameters = [...new Set(parameterNames(parts))]
  const variables = parameters.map(variableOf)
  const endsInWildcard = parts.at(-1)?.kind === 'wildcard'
  const whole = compilePath(pattern, router)
  const openPath = compileOpenPath(pattern, router)
  const properties = propertiesOf(querySchemaProperties)
  return values => {
    const bound = boundTexts(values, parameters)
    const query = queryText(values, parameters)
    if (bound === null || query === null) return null
    const text = bound.size === parameters.length ? whole.path(Object.fromEntries(bound)) : openPath(bound)
    if (text === null) return null
    const taken = new Set(variables.filter((_variable, index) => !bound.has(parameters[index]!)))
    if (endsInWildcard) taken.add('path')
    return text + queryTemplate(query, properties, taken)
  }
}

function boundTexts (values: Values, parameters: readonly string[]): Bound | null {
  const bound = new Map<string, string>()
  for (const name of parameters) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined || value === null) continue
    const text = scalarText(value)
    if (text === null || text === '') return null
    bound.set(name, text)
  }
  return bound
}

function compileOpenPath (pattern: string, router: RouterSettings): (bound: Bound) => string | null {
  const layout = layoutOf(readRequired(patternVariants(pattern).full), router)
  if (layout === null) return () => null
  const optional = optionalName(pattern)
  // Only the last parameter is optional.
  const stops = layout.stops.map(stop => openStop(stop, stop === layout.stops.at(-1) ? optional : null, router))
  return bound => {
    let path = ''
    for (const open of stops) {
      const { optional, stop: { before } } = open
      const isOpen = optional !== null && !bound.has(optional.name)
      const written = isOpen ? optional.expression : stopText(open, bound, router)
      if (written === null) return null
      // The slash before an optional parameter belongs to its expression.
      path += (isOpen ? before.slice(0, -1) : before) + written
    }
    return path + layout.tail
  }
}

function openStop (stop: Stop, optional: string | null, router: RouterSettings): OpenStop {
  const names = parameterNames([stop.part])
  const before = `/${stop.lead}`
  const parts: RequiredPart[] = [{ kind: 'static', text: before }, stop.part]
  return {
    stop,
    names,
    optional: optional === null ? null : { name: optional, expression: expression('/', optional) },
    // A segment whose values are all there is checked as if it were a route of its own.
    write: checkedPath(parts, names, router),
    offset: encodeURI(before).length
  }
}

// The name in `/:name?`; several parameters there, or an expression, have no form in a template that may be absent.
function optionalName (pattern: string): string | null {
  const optional = readPattern(pattern).find((part) => part.kind === 'optional')
  const segment = optional?.parts.find((part) => part.kind === 'segment')
  return segment?.expression === null ? segment.parameters[0]! : null
}

function stopText ({ stop, names, write, offset }: OpenStop, bound: Bound, router: RouterSettings): string | null {
  if (stop.part.kind === 'wildcard' && !bound.has('*')) return '{+path}'
  if (names.every((name) => bound.has(name))) return write(names.map((name) => bound.get(name)))?.slice(offset) ?? null
  let text = ''
  for (const [index, name] of names.entries()) {
    const value = bound.get(name)
    const written = value === undefined ? expression('', name) : value.length > router.maxParamLength ? null : percentEncoded(value)
    if (written === null) return null
    text += written + stop.statics[index]
  }
  return text
}

/** A query property: its name as it stands in a query, and as a variable. */
interface QueryProperty {
  readonly encoded: string
  readonly variable: string
}

function propertiesOf (names: readonly string[]): QueryProperty[] {
  const properties = new Map<string, QueryProperty>()
  for (const name of names) {
    const variable = variableOf(name)
    if (variable !== null) properties.set(variable, { encoded: percentEncoded(name)!, variable })
  }
  return [...properties.values()]
}

function queryTemplate (query: string, properties: readonly QueryProperty[], taken: ReadonlySet<string | null>): string {
  const given = new Set(query.split('&').map((pair) => pair.slice(0, pair.indexOf('='))))
  const open = properties.filter(({ encoded, variable }) => !given.has(encoded) && !taken.has(variable)).map(({ variable }) => variable).join(',')
  if (query === '') return open === '' ? '' : `{?${open}}`
  return `?${query}${open === '' ? '' : `{&${open}}`}`
}

function expression (operator: string, name: string): string | null {
  const variable = variableOf(name)
  return variable === null ? null : `{${operator}${variable}}`
}

// RFC 6570 section 2.3: letters, digits, `_`, escapes, and single dots between them.
function variableOf (name: string): string | null {
  const encoded = name === '' ? null : percentEncoded(name)
  if (encoded === null) return null
  const variable = encoded.replace(/[-!~*'()]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return /^[\w%]+(?:\.[\w%]+)*$/.test(variable) ? variable : variable.replaceAll('.', '%2E')
}
