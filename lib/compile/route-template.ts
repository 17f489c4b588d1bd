import { checkedPath } from './checked-path.ts'
import type { WritePath } from './checked-path.ts'
import { layoutOf } from './path-layout.ts'
import type { Stop } from './path-layout.ts'
import { compilePath } from './path.ts'
import type { RouterSettings } from './path.ts'
import { parameterNames, patternVariants, readPattern, readRequired } from './pattern.ts'
import type { RequiredPart } from './pattern.ts'
import { queryText } from './query.ts'
import { percentEncoded, scalarText } from './url-text.ts'

type Values = Readonly<Record<string, unknown>>

/** The path values that are given, as text, by the name of their parameter. */
type Bound = ReadonlyMap<string, string>

/**
 * The RFC 6570 template of a route: given values are filled in, as `compilePath` does, and the others stay variables.
 * `:id` becomes `{id}`, `/:id?` `{/id}`, `*` `{+path}`; query properties without a value `{?a,b}`, or `{&a,b}` after a value.
 * `null` and `undefined` count as not given. Null when a value that is given cannot be carried, or no URL reaches the pattern.
 */
export function routeTemplate (pattern: string, querySchemaProperties: readonly string[], values: Values, router: RouterSettings): string | null {
  const parts = readPattern(pattern)
  const parameters = [...new Set(parameterNames(parts))]
  const bound = boundTexts(values, parameters)
  const query = queryText(values, parameters)
  if (bound === null || query === null) return null
  const path = bound.size === parameters.length ? compilePath(pattern, router).path(Object.fromEntries(bound)) : openPath(pattern, bound, router)
  if (path === null) return null
  const taken = new Set(parameters.filter((name) => !bound.has(name)).map(variableOf))
  if (parts.at(-1)?.kind === 'wildcard') taken.add('path')
  return path + queryTemplate(query, querySchemaProperties, taken)
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

function openPath (pattern: string, bound: Bound, router: RouterSettings): string | null {
  const layout = layoutOf(readRequired(patternVariants(pattern).full), router)
  if (layout === null) return null
  const optional = optionalName(pattern)
  let path = ''
  for (const stop of layout.stops) {
    const names = parameterNames([stop.part])
    // Only the last parameter is optional, and the slash before it belongs to the expression.
    const isOptional = optional !== null && stop === layout.stops.at(-1) && !bound.has(optional)
    const written = isOptional ? expression('/', optional) : stopText(stop, names, bound, router)
    if (written === null) return null
    path += (isOptional ? stop.before.slice(0, -1) : stop.before) + written
  }
  return path + layout.tail
}

// The name in `/:name?`; several parameters there, or an expression, have no form in a template that may be absent.
function optionalName (pattern: string): string | null {
  const optional = readPattern(pattern).find((part) => part.kind === 'optional')
  const segment = optional?.parts.find((part) => part.kind === 'segment')
  return segment?.expression === null ? segment.parameters[0]! : null
}

function stopText (stop: Stop, names: readonly string[], bound: Bound, router: RouterSettings): string | null {
  if (stop.part.kind === 'wildcard' && !bound.has('*')) return '{+path}'
  if (names.every((name) => bound.has(name))) return boundStop(stop, names, bound, router)
  let text = ''
  for (const [index, name] of names.entries()) {
    const value = bound.get(name)
    const written = value === undefined ? expression('', name) : value.length > router.maxParamLength ? null : percentEncoded(value)
    if (written === null) return null
    text += written + stop.statics[index]
  }
  return text
}

// A segment whose values are all there is checked as if it were a route of its own.
function boundStop ({ part, lead }: Stop, names: readonly string[], bound: Bound, router: RouterSettings): string | null {
  const before = `/${lead}`
  const parts: RequiredPart[] = [{ kind: 'static', text: before }, part]
  const write: WritePath = checkedPath(parts, names, router)
  const path = write(names.map((name) => bound.get(name)))
  return path === null ? null : path.slice(encodeURI(before).length)
}

function queryTemplate (query: string, properties: readonly string[], taken: ReadonlySet<string | null>): string {
  const given = new Set(query.split('&').map((pair) => pair.slice(0, pair.indexOf('='))))
  const variables = new Set(properties.filter((name) => name !== '' && !given.has(percentEncoded(name) ?? '')).map(variableOf))
  const open = [...variables].filter((name) => name !== null && !taken.has(name)).join(',')
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
