// RFC 6570, sections 2 and 3.

import { percentEncoded } from './percent-encoding.ts'

// Section 2.1, with the apostrophe that erratum 6937 allows. Excluded are the last two code points of planes 1 to 16,
// and the first 4096 of plane 14.
const NOT_LITERAL =
  /%(?!\p{AHex}{2})|[^!#-;=?@[\]\w~\xa0-\ud7ff\ue000-\uffef\u{10000}-\u{10ffff}]|[\u{e0000}-\u{e0fff}\p{NChar}]/u

const OPERATORS = '+#./;?&'
const RESERVED_OPERATORS = '=,!@|'
const NAME = /^(?:\w|%[\dA-Fa-f]{2})(?:\.?(?:\w|%[\dA-Fa-f]{2}))*/
const MODIFIER = /^(?::[1-9]\d{0,3}|\*)?$/

// Section 2.4.1: lists and maps have no prefix. The values come from the client;
// only the RFC's names for both are known here.
const COMPOSITE_NAMES = ['list', 'keys']

/**
 * Returns what is wrong with a template and where, or null if it is well-formed.
 * Offsets count UTF-16 units from 0. Linear in the length of the string.
 */
export function templateFault (template: string): string | null {
  let from = 0
  while (from < template.length) {
    const open = template.indexOf('{', from)
    const literal = literalFault(template, from, open === -1 ? template.length : open)
    if (literal !== null || open === -1) return literal
    const close = template.indexOf('}', open)
    if (close === -1) return `the expression at offset ${open} is not closed`
    const fault = expressionFault(template.slice(open + 1, close))
    if (fault !== null) return `${fault} in the expression at offset ${open}`
    from = close + 1
  }
  return null
}

/** Returns the name of a variable without its percent-encoding (section 2.3). One that is no UTF-8 stays as it is. */
export function decodedName (name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * Returns the names of the variables of a well-formed template in order, without duplicates,
 * percent-encoded as in the template.
 */
export function templateVariables (template: string): string[] {
  const names = new Set<string>()
  for (const [, expression] of template.matchAll(/\{[+#./;?&]?([^{}]*)\}/g)) {
    for (const variable of expression!.split(',')) names.add(variable.replace(/[:*].*$/s, ''))
  }
  return [...names]
}

function literalFault (template: string, from: number, end: number): string | null {
  const wrong = NOT_LITERAL.exec(template.slice(from, end))
  if (wrong === null) return null
  const offset = from + wrong.index
  if (wrong[0] === '%') return `a percent sign without two hex digits at offset ${offset}`
  if (wrong[0] === '}') return `'}' without '{' at offset ${offset}`
  return `the character ${named(wrong[0])} at offset ${offset} must be percent-encoded`
}

function expressionFault (expression: string): string | null {
  const first = expression.charAt(0)
  if (first === '') return 'no variable'
  if (RESERVED_OPERATORS.includes(first)) return `the reserved operator '${first}'`
  const variables = OPERATORS.includes(first) ? expression.slice(1) : expression
  for (const variable of variables.split(',')) {
    const fault = variableFault(variable)
    if (fault !== null) return fault
  }
  return null
}

function variableFault (variable: string): string | null {
  const name = NAME.exec(variable)?.[0]
  if (name === undefined && variable === '') return 'an empty variable name'
  if (name === undefined) return `${named(variable)} where a variable name should begin`
  const modifier = variable.slice(name.length)
  if (modifier.startsWith(':') && COMPOSITE_NAMES.includes(name)) {
    return `a prefix of '${name}', which is a list or a map,`
  }
  if (MODIFIER.test(modifier)) return null
  return `${named(modifier)} after the variable '${name.slice(0, 40)}'`
}

function named (part: string): string {
  return JSON.stringify(part.length > 20 ? `${part.slice(0, 20)}…` : part)
}

function encodeUnreserved (value: string): string {
  return value.replace(/[^\w.~-]+/g, percentEncoded)
}

// Triplets stay as they are (sections 3.1 and 3.2.3).
function encodeReserved (value: string): string {
  return value.replace(/[^\w.~:/?#[\]@!$&'()*+,;=%-]+|%(?![\dA-F]{2})/gi, percentEncoded)
}

// Appendix A. Names are written by the operators that have something to write after one whose value is empty.
const SEPARATORS: Readonly<Record<string, string>> = { '': ',', '+': ',', '#': ',', '?': '&' }
const AFTER_EMPTY: Readonly<Record<string, string>> = { ';': '', '?': '=', '&': '=' }

type Scalar = string | number | boolean

/** The value of a variable: a string, a list, or a map. An empty list or map is no value (section 2.3). */
export type TemplateValue = Scalar | readonly Scalar[] | Readonly<Record<string, Scalar>>

/** Values by the name of the variable as the template has it. */
interface TemplateValues {
  /** Called for each place of a variable. */
  get (name: string): TemplateValue | undefined
}

/**
 * Expands a well-formed template (section 3.2). A variable without a value is omitted.
 * @returns a URI reference of printable ASCII
 */
export function expandTemplate (template: string, values: TemplateValues): string {
  return template.replace(/\{([+#./;?&]?)([^{}]*)\}|[^{]+|\{/g, (part, operator: string, variables?: string) =>
    variables === undefined ? encodeReserved(part) : expandExpression(operator, variables, values))
}

function expandExpression (operator: string, variables: string, values: TemplateValues): string {
  const expanded = variables.split(',').flatMap(variable => expandVariable(variable, values, operator))
  if (expanded.length === 0) return ''
  return operator.replace('+', '') + expanded.join(SEPARATORS[operator] ?? operator)
}

// Section 3.2.1: the elements of a list, and the names and values of a map in turn,
// or in pairs if the variable is exploded.
function expandVariable (variable: string, values: TemplateValues, operator: string): readonly string[] {
  const [name, length] = variable.replace('*', '').split(':') as [string, string?]
  const value = values.get(name)
  if (value === undefined) return []
  const encode = /[+#]/.test(operator) ? encodeReserved : encodeUnreserved
  const ifEmpty = AFTER_EMPTY[operator]
  const isMap = typeof value === 'object' && !Array.isArray(value)
  const pairs: [name: string, encoded: string][] = isMap
    ? Object.entries(value).map(([key, member]) => [encode(key), encode(String(member))])
    : [value].flat().map(element => [name, encode([...String(element)].slice(0, Number(length ?? Infinity)).join(''))])
  if (variable.endsWith('*')) return pairs.map(([key, encoded]) => pair(key, encoded, isMap ? ifEmpty ?? '=' : ifEmpty))
  const list = pairs.flatMap(([key, encoded]) => isMap ? [key, encoded] : encoded)
  if (list.length === 0) return []
  return [pair(name, list.join(','), ifEmpty)]
}

function pair (name: string, encoded: string, ifEmpty: string | undefined): string {
  if (ifEmpty === undefined) return encoded
  return encoded === '' ? name + ifEmpty : `${name}=${encoded}`
}

// A template whose only expression is a query: `/orders{?status,page}`.
const QUERY = /^([^{}]*)\{\?([\w.%,*]+)\}$/

/**
 * Returns the URL and the names of the variables of a URI template that is a search: `/orders{?status,page}`. Returns
 * null for other templates. For formatters of formats without templates.
 * @example
 * templateQuery('/orders{?status,page}') // { href: '/orders', names: ['status', 'page'] }
 */
export function templateQuery (template: string): { href: string, names: string[] } | null {
  const [, href, list] = QUERY.exec(template) ?? []
  if (href === undefined || list === undefined) return null
  return { href, names: list.split(',').map(name => decodedName(name.replace('*', ''))) }
}
