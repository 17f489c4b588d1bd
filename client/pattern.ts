// Patterns are the server's. Engines backtrack: a careless or hostile pattern would stop the program.

// The most paths that the engine may try for one value.
const MOST_PATHS = 1e6
const LONGEST_PATTERN = 500

// A character that is escaped, or a class of characters; then groups without other groups; then quantifiers.
const ATOM = /\\.|\[(?:\\(?:.|$)|[^\\\]])*(?:\]|$)/gsu
const GROUP = /\((?:\?(?:[:=!]|<[=!]|<\w+>))?([^()]*)\)(?=(.?))/gsu
const QUANTIFIER = /[*+?|]|\{(\d+)(?:(,)(\d*))?\}/gu

/** Returns whether a value matches a pattern as a whole; null if the check is left to the server. */
export function matches (value: string, pattern: string): boolean | null {
  if (pattern.length > LONGEST_PATTERN || paths(pattern, value.length) > MOST_PATHS) return null
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(value)
  } catch {
    // This engine cannot compile it.
    return null
  }
}

/** Returns an upper bound of the paths that a match takes through a pattern; infinite if it repeats a group that varies. */
function paths (pattern: string, length: number): number {
  let reduced = pattern.replaceAll(ATOM, 'x')
  let product = 1
  for (let before = ''; before !== reduced;) {
    before = reduced
    reduced = reduced.replaceAll(GROUP, (_group, body: string, next: string) => {
      const own = choices(body, length)
      product *= own > 1 && '*+{'.includes(next || ' ') ? Infinity : own
      return 'x'
    })
  }
  return product * choices(reduced, length)
}

/** Returns the product of the numbers of choices at each quantifier and alternative. */
function choices (body: string, length: number): number {
  return [...body.matchAll(QUANTIFIER)].reduce((product, [quantifier, least, comma, most]) => {
    if (quantifier === '?' || quantifier === '|') return product * 2
    if (least === undefined || most === '') return product * (length + 1)
    return comma === undefined ? product : product * (Math.min(length, Number(most) - Number(least)) + 1)
  }, 1)
}
