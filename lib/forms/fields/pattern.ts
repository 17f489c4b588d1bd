// An escape, or a class with what stands in it. One that is not closed goes on to the end, so that no bracket is read twice.
const ESCAPE_OR_CLASS = /\\[^]|\[(\^?)((?:\\[^]|[^\\\]])*)\]?/gu
// A character of a class, or a range of two.
const RANGE = /(\\(?:[pPu]\{[^}]*\}|u[^]{4}|x[^]{2}|c[^]|[^])|[^])(?:-(\\(?:[pPu]\{[^}]*\}|u[^]{4}|x[^]{2}|c[^]|[^])|[^]))?/gu
// What `v` does not take as itself in a class (ECMAScript, ClassSetSyntaxCharacter), and what it does not take twice.
const SYNTAX = /^[()[\]{}/|-]$/
const DOUBLED = /([!#$%&*+,.:;<=>?@^`~])\1/g
// Any character, as V8 of Node.js 20 reads it with `v` too: `[^]{2}` does not match two there.
const ANY = '[\\s\\S]'

/**
 * The regular expression of a form for the `pattern` of a schema. A pattern is searched for (JSON schema, 6.3.3), and what a form has
 * matches the whole value (HAL-FORMS, `regex`; HTML, `pattern`). It compiles with no flag, with `u` and with `v`.
 *
 * @returns null where there is none
 */
export function wholeValueRegex (pattern: string): string | null {
  const escaped = pattern.replaceAll(ESCAPE_OR_CLASS, (whole, negation?: string, characters?: string) =>
    characters === undefined ? whole : writtenClass(negation!, characters))
  const regex = isAnchored(pattern) ? escaped : `${ANY}*(?:${escaped})${ANY}*`
  // The pattern by itself too: a stray bracket would close the group around it.
  return compiles(pattern, 'u') && ['', 'u', 'v'].every(flag => compiles(regex, flag)) ? regex : null
}

function writtenClass (negation: string, characters: string): string {
  return negation === '^' && characters === '' ? ANY : `[${negation}${escapedClass(characters)}]`
}

// `\x26` is the one way to write a doubled character that is no syntax and that all flags know.
function escapedClass (characters: string): string {
  return characters
    .replaceAll(RANGE, (_, from: string, to?: string) => to === undefined ? escapedCharacter(from) : `${escapedCharacter(from)}-${escapedCharacter(to)}`)
    .replaceAll(DOUBLED, (_, character: string) => `${character}\\x${character.charCodeAt(0).toString(16)}`)
}

function escapedCharacter (character: string): string {
  return SYNTAX.test(character) ? `\\${character}` : character
}

// `^a|b$` is not: each alternative must be.
function isAnchored (pattern: string): boolean {
  return alternatives(pattern.replaceAll(ESCAPE_OR_CLASS, '.')).every(alternative => alternative.startsWith('^') && alternative.endsWith('$'))
}

function alternatives (skeleton: string): string[] {
  let depth = 0
  let start = 0
  const found: string[] = []
  for (let at = 0; at < skeleton.length; at++) {
    const character = skeleton[at]
    if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === '|' && depth === 0) {
      found.push(skeleton.slice(start, at))
      start = at + 1
    }
  }
  return [...found, skeleton.slice(start)]
}

function compiles (regex: string, flag: string): boolean {
  try {
    return new RegExp(regex, flag) instanceof RegExp
  } catch {
    return false
  }
}
