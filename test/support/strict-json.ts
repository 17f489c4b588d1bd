// One string, or one of the marks that give JSON its structure.
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/**
 * `JSON.parse` that rejects an object with two members of one name.
 * @throws SyntaxError
 */
export function parseJson (text: string): unknown {
  const value: unknown = JSON.parse(text)
  for (const names of memberNames(text)) rejectDuplicates(names)
  return value
}

/** The member names of each object in the text, inner objects first, in the order of the text. */
export function memberNames (text: string): string[][] {
  const finished: string[][] = []
  const open: string[][] = []
  let last = ''
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push([])
    if (token === '}') finished.push(open.at(-1)!)
    if (token === '}' || token === ']') open.pop()
    // A colon outside of strings stands after a member name only.
    if (token === ':') open.at(-1)!.push(JSON.parse(last) as string)
    last = token
  }
  return finished
}

function rejectDuplicates (names: readonly string[]): void {
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin !== undefined) throw new SyntaxError(`two members are named ${JSON.stringify(twin)}`)
}
