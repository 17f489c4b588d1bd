// Patterns are the server's. Engines backtrack: a careless or hostile pattern would stop the program. Here the engine
// compares single characters only, and all paths through a pattern are followed at the same time.

// Of a pattern, and of a value.
const MOST_CHARACTERS = 500
const MOST_STEPS_PER_CHARACTER = 100

// The beginning of a group; a quantifier; a class, an escape or another character.
// What this cuts in two does not compile alone.
const TOKEN = /\(\?.|(?:[*+?]|\{([\d,]+)\})\??|\[(?:\\.|[^\\\]])*(?:\]|$)|\\(?:[pu]\{[^\\}]*\}|[^b])|./gisu
const RANGES: Readonly<Record<string, string>> = { '*': '0,', '+': '1,', '?': '0,1' }

/** Returns the positions in the value after a part of the pattern, for those before it: a bit for each. */
type Part = (before: bigint) => bigint

/** Returns whether a value matches a pattern as a whole; null if the check is left to the server. */
export function matches (value: string, pattern: string): boolean | null {
  if (pattern === '' || pattern.length > MOST_CHARACTERS || value.length > MOST_CHARACTERS) return null
  const characters = [...value]
  const end = 1n << BigInt(characters.length)
  const tokens = pattern.matchAll(TOKEN)
  let steps = MOST_STEPS_PER_CHARACTER * (characters.length + 1)
  try {
    // Throws if the syntax is wrong.
    RegExp(pattern, 'u')
    return group()(1n) >= end
  } catch {
    return null
  }

  // Reads until the group ends. The groups within it read from the same iterator.
  function group (): Part {
    let parts: Part[] = []
    const alternatives = [parts]
    for (const [token, range = RANGES[token[0]!]] of tokens) {
      if (token === ')') break
      if (token === '|') alternatives.push(parts = [])
      else {
        parts.push(
          range !== undefined ? repeated(parts.pop()!, range) : ['(', '(?:'].includes(token) ? group() : single(token)
        )
      }
    }
    return before => alternatives.reduce((all, parts) =>
      all | parts.reduce((at, part) => part(at), counted(before)), 0n)
  }

  // An anchor takes no character.
  function single (token: string): Part {
    const expression = new RegExp(token, 'u')
    const matching = characters.reduceRight((bits, character) => bits * 2n + BigInt(expression.test(character)), 0n)
    return before => token === '^' ? before & 1n : token === '$' ? before & end : (counted(before) & matching) * 2n
  }

  function counted (positions: bigint): bigint {
    if (steps-- === 0) throw new RangeError()
    return positions
  }
}

function repeated (part: Part, range: string): Part {
  const [least, most = least] = range.split(',').map(limit => Number(limit || Infinity)) as [number, number?]
  return before => {
    let found = least === 0 ? before : 0n
    for (let count = 1, last = before; count <= most && last !== 0n; count++) {
      last = part(last)
      if (count >= least) {
        last &= ~found
        found |= last
      }
    }
    return found
  }
}
