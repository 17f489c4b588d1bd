// RFC 6570, section 3.2, for values that are texts: people type them.

interface Operator {
  readonly first: string
  readonly separator: string
  readonly named: boolean
  /** What stands after the name of an empty value. */
  readonly empty: string
  readonly reserved: boolean
}

// Appendix A.
const OPERATORS: Readonly<Record<string, Operator>> = {
  '': { first: '', separator: ',', named: false, empty: '', reserved: false },
  '+': { first: '', separator: ',', named: false, empty: '', reserved: true },
  '#': { first: '#', separator: ',', named: false, empty: '', reserved: true },
  '.': { first: '.', separator: '.', named: false, empty: '', reserved: false },
  '/': { first: '/', separator: '/', named: false, empty: '', reserved: false },
  ';': { first: ';', separator: ';', named: true, empty: '', reserved: false },
  '?': { first: '?', separator: '&', named: true, empty: '=', reserved: false },
  '&': { first: '&', separator: '&', named: true, empty: '=', reserved: false }
}

export type Variables = ReadonlyMap<string, string>

/** Fills in a template; a variable without a value is left out. */
export function expand (template: string, variables: Variables): string {
  return template.replace(/\{([+#./;?&]?)([^{}]*)\}/g, (_, operator: string, names: string) =>
    expression(OPERATORS[operator]!, names.split(','), variables))
}

function expression (operator: Operator, names: readonly string[], variables: Variables): string {
  const parts = names.map(name => variable(operator, name, variables)).filter(part => part !== null)
  return parts.length === 0 ? '' : operator.first + parts.join(operator.separator)
}

function variable (operator: Operator, specification: string, variables: Variables): string | null {
  const [, name, length] = /^(.*?)(?::(\d+)|\*)?$/s.exec(specification)!
  const value = variables.get(name!)
  if (value === undefined) return null
  const text = encode(length === undefined ? value : [...value].slice(0, Number(length)).join(''), operator.reserved)
  if (!operator.named) return text
  return text === '' ? name! + operator.empty : `${name!}=${text}`
}

function encode (text: string, reserved: boolean): string {
  // No URL can hold a lone surrogate.
  const whole = text.replace(/\p{Cs}/gu, '\uFFFD')
  if (!reserved) return encodeURIComponent(whole).replace(/[!'()*]/g, percent)
  // Encoded triplets and reserved characters stay (section 3.2.3); encodeURI touches neither but for these.
  return encodeURI(whole).replace(/%25([\dA-Fa-f]{2})/g, '%$1').replace(/%5B/g, '[').replace(/%5D/g, ']')
}

function percent (character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
