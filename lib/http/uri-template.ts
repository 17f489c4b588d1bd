// RFC 6570, sections 2 and 3.

import { percentEncoder } from './percent-encoding.ts'

// Section 2.1, with the apostrophe that erratum 6937 allows. Excluded are the last two code points of planes 1 to 16, and the first 4096
// of plane 14.
const NOT_LITERAL =
  /%(?![\dA-Fa-f]{2})|[^!#-;=?@[\]\w~\u{a0}-\u{d7ff}\u{e000}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{10ffff}]|[\u{e0000}-\u{e0fff}\p{NChar}]/u

const OPERATORS = '+#./;?&'
const RESERVED_OPERATORS = '=,!@|'
const NAME = /^(?:\w|%[\dA-Fa-f]{2})(?:\.?(?:\w|%[\dA-Fa-f]{2}))*/
const MODIFIER = /^(?::[1-9]\d{0,3}|\*)?$/

// Section 2.4.1: lists and maps have no prefix. The values come from the client; only the RFC's names for both are known here.
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

/** Returns the names of the variables of a well-formed template in order, without duplicates, percent-encoded as in the template. */
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
  if (modifier.startsWith(':') && COMPOSITE_NAMES.includes(name)) return `a prefix of '${name}', which is a list or a map,`
  return MODIFIER.test(modifier) ? null : `${named(modifier)} after the variable '${name.slice(0, 40)}'`
}

function named (part: string): string {
  return JSON.stringify(part.length > 20 ? `${part.slice(0, 20)}…` : part)
}

/**
 * How an operator expands its variables (appendix A): what it begins with, what separates them, the string after a name whose value is
 * empty, or null if names are not written, and what encodes a value.
 */
type Operator = readonly [first: string, separator: string, ifEmpty: string | null, encode: (value: string) => string]

// Bundlers omit what nothing uses, if a call is annotated as pure.
const encodeUnreserved = /* @__PURE__ */ percentEncoder(/^[\w.~-]*$/)
const encodeBetweenTriplets = /* @__PURE__ */ percentEncoder(/^[\w.~:/?#[\]@!$&'()*+,;=-]*$/)

// Triplets stay as they are (sections 3.1 and 3.2.3).
function encodeReserved (value: string): string {
  return value.split(/(%[\dA-Fa-f]{2})/).map((part, index) => index % 2 === 1 ? part : encodeBetweenTriplets(part)).join('')
}

const SIMPLE: Operator = ['', ',', null, encodeUnreserved]
const BY_OPERATOR = new Map<string, Operator>([
  ['+', ['', ',', null, encodeReserved]],
  ['#', ['#', ',', null, encodeReserved]],
  ['.', ['.', '.', null, encodeUnreserved]],
  ['/', ['/', '/', null, encodeUnreserved]],
  [';', [';', ';', '', encodeUnreserved]],
  ['?', ['?', '&', '=', encodeUnreserved]],
  ['&', ['&', '&', '=', encodeUnreserved]]
])

/** The value of a variable: a string, a list, or a map. An empty list or map is no value (section 2.3). */
export type TemplateValue = string | readonly string[] | Readonly<Record<string, string>>

/**
 * Expands a well-formed template (section 3.2). A variable without a value is omitted.
 * @param values by the name of the variable as the template has it
 * @returns a URI reference of printable ASCII
 */
export function expandTemplate (template: string, values: ReadonlyMap<string, TemplateValue>): string {
  let expanded = ''
  let from = 0
  for (const { index, 0: whole } of template.matchAll(/\{[^{}]*\}/g)) {
    expanded += encodeReserved(template.slice(from, index)) + expandExpression(whole.slice(1, -1), values)
    from = index + whole.length
  }
  return expanded + encodeReserved(template.slice(from))
}

function expandExpression (expression: string, values: ReadonlyMap<string, TemplateValue>): string {
  const operator = BY_OPERATOR.get(expression.charAt(0))
  const variables = (operator === undefined ? expression : expression.slice(1)).split(',')
  const [first, separator] = operator ?? SIMPLE
  const expanded = variables.flatMap(variable => expandVariable(variable, values, operator ?? SIMPLE))
  return expanded.length === 0 ? '' : first + expanded.join(separator)
}

function expandVariable (variable: string, values: ReadonlyMap<string, TemplateValue>, operator: Operator): readonly string[] {
  const [name, length] = variable.replace('*', '').split(':') as [string, string?]
  const value = values.get(name)
  if (value === undefined) return []
  const [,, ifEmpty, encode] = operator
  const named = (encoded: string) => ifEmpty === null ? encoded : pair(name, encoded, ifEmpty)
  if (typeof value === 'string') {
    return [named(encode(length === undefined ? value : [...value].slice(0, Number(length)).join('')))]
  }
  const isExploded = variable.endsWith('*')
  const encoded = encodedParts(value, operator, isExploded ? name : null)
  return isExploded || encoded.length === 0 ? encoded : [named(encoded.join(','))]
}

// Section 3.2.1: the elements of a list, and the names and values of a map in turn, or in pairs if the variable is exploded.
function encodedParts (value: Exclude<TemplateValue, string>, [,, ifEmpty, encode]: Operator, exploded: string | null): string[] {
  if (isList(value)) {
    const encoded = value.map(encode)
    return exploded === null || ifEmpty === null ? encoded : encoded.map(element => pair(exploded, element, ifEmpty))
  }
  const pairs = Object.entries(value).map(([name, member]) => [encode(name), encode(member)] as const)
  return exploded === null ? pairs.flat() : pairs.map(([name, member]) => pair(name, member, ifEmpty ?? '='))
}

function pair (name: string, encoded: string, ifEmpty: string): string {
  return name + (encoded === '' ? ifEmpty : `=${encoded}`)
}

// Array.isArray does not narrow readonly arrays.
function isList (value: TemplateValue): value is readonly string[] {
  return Array.isArray(value)
}
