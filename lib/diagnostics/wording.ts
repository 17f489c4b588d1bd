/** Returns a value for a message: short, on one line. Never throws. */
export function describe (value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'function') return describeFunction(value)
  if (typeof value === 'object' && value !== null) return describeObject(value)
  return String(value)
}

/**
 * Returns the kind of a value, for messages that must not contain the value: values of resources,
 * and what callbacks return.
 */
export function kindOf (value: unknown): string {
  switch (typeof value) {
    case 'number': return Number.isFinite(value) ? 'a number' : String(value)
    case 'object': return value === null ? 'null' : describeObject(value)
    case 'undefined': return 'undefined'
    default: return value === '' ? 'an empty string' : `a ${typeof value}`
  }
}

/** Returns the place of a declaration, for messages: `links of Order, relation 'self'`. */
export function placeOf (
  subject: string, kind: 'relation' | 'action' | 'embedded' | 'curie' | 'member', name: unknown
): string {
  return `links of ${subject}, ${kind} ${describe(name)}`
}

/** Returns the place of a formatter, for messages. */
export function formatterPlace (mediaType: string): string {
  return `the formatter of ${mediaType}`
}

/** Returns an equal string that shares no memory: a part of a string keeps the whole string. */
export function copied (value: string): string {
  // Without loss of a lone surrogate.
  return Buffer.from(value, 'utf16le').toString('utf16le')
}

/** Returns the end of a message: ` Did you mean 'x'?`, or an empty string if no known name is near. */
export function suggestion (name: string, known: Iterable<string>): string {
  const near = nearest(name, known)
  return near === undefined ? '' : ` Did you mean '${near}'?`
}

/**
 * Returns the known name that a misspelt one most likely means: at most one edit in four characters, two in twelve,
 * three in more, ignoring case; otherwise the only known name that begins with it.
 */
export function nearest (name: string, known: Iterable<string>): string | undefined {
  const candidates = [...known]
  let best: string | undefined
  let fewest = Infinity
  for (const candidate of candidates) {
    const limit = Math.min(fewest, mostEdits(name, candidate) + 1)
    if (Math.abs(name.length - candidate.length) >= limit) continue
    const edits = distance(name.toLowerCase(), candidate.toLowerCase())
    if (edits < limit) {
      fewest = edits
      best = candidate
    }
  }
  return best ?? onlyBeginning(name, candidates)
}

// The shorter name counts: two edits make any three letters out of any three others.
function mostEdits (name: string, candidate: string): number {
  const length = Math.min(name.length, candidate.length)
  if (length <= 4) return 1
  return length <= 12 ? 2 : 3
}

// Fewer characters are the beginning of too many names.
const SHORTEST_BEGINNING = 3

function onlyBeginning (name: string, known: readonly string[]): string | undefined {
  if (name.length < SHORTEST_BEGINNING) return undefined
  const found = known.filter(candidate => candidate.toLowerCase().startsWith(name.toLowerCase()))
  if (found.length === 1) return found[0]
}

function quoted (value: string): string {
  const short = value.length > 80 ? `${value.slice(0, 80)}…` : value
  return `'${JSON.stringify(short).slice(1, -1).replaceAll('\\"', '"')}'`
}

// A class may have a static member `name`, and a proxy may throw.
function describeFunction (value: { readonly name: unknown }): string {
  try {
    const { name } = value
    return typeof name === 'string' && name !== '' ? `the function ${name}` : 'a function'
  } catch {
    return 'a function'
  }
}

function describeObject (value: object): string {
  try {
    if (Array.isArray(value)) return `an array of ${value.length}`
    if (value instanceof Promise) return 'a promise'
    if (value instanceof Date && Number.isNaN(value.getTime())) return 'an invalid date'
    // An own member called constructor is data.
    const name: unknown = (Object.getPrototypeOf(value) as object | null)?.constructor?.name
    return typeof name === 'string' && name !== '' && name !== 'Object' ? `an instance of ${name}` : 'an object'
  } catch {
    // A proxy of a date is no date, and a getter may throw.
    return 'an object'
  }
}

// Damerau-Levenshtein (optimal string alignment), one row at a time. Known names are short, and so is what is as long.
function distance (from: string, to: string): number {
  let before: readonly number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1, isSwapped ? before[j - 2]! + 1 : Infinity))
    }
    before = row
    row = next
  }
  return row[to.length]!
}
