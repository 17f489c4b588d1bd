// Fails if an export or one of its members has no line in the API reference: a comment is missing in the source.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 'docs/reference'

// In rows of exports and members the name has an id or is a link. Members of an inline object (`names.page`) are
// described with the object.
const NAMED = /^\| (?:<a id="property-[^"]+"><\/a> )?(?:`([^`]+)`|\[([^\]]+)\]\(\S+\))/

/** The rows of exports and members that a page has without a description. */
function undescribed (text) {
  const found = []
  let column = -1
  for (const line of text.split('\n')) {
    const cells = line.split(/(?<!\\) \| /)
    if (/^\| (?:Property|Function|Variable|Class|Interface|Type Alias|Module) /.test(line)) {
      column = cells.findIndex(cell => cell.replace(/ \|$/, '') === 'Description')
    } else if (!line.startsWith('|')) column = -1
    else if (column > 0 && cells[column]?.replace(/ \|$/, '').trim() === '-') found.push(nameOf(line))
  }
  return found.filter(name => name !== undefined && !name.includes('.'))
}

function nameOf (line) {
  const [, member, link] = NAMED.exec(line) ?? []
  return member ?? link
}

const pages = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.md'))
const found = pages.flatMap(page =>
  undescribed(readFileSync(join(FOLDER, page), 'utf8')).map(name => `${page}: ${name} has no description`))

for (const line of found) console.error(line)
console.log(`${pages.length} pages of the reference, ${found.length} names without a description`)
if (found.length > 0 || pages.length === 0) process.exitCode = 1
