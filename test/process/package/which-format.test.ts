import t from 'tap'
import { readPage, section } from '../../support/markdown.ts'

// The page "Which format" has one order in each format, and a table of where to find its facts.
// docs-run.test.ts compares these documents with those that are sent.

const { text } = readPage('docs/which-format.md')
const [heading, ...rows] = section(text, '## The same order in each')
  .split('\n')
  .filter(line => line.startsWith('| '))
  .map(row => row.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '')))
const facts = heading!.slice(1)

interface Format {
  readonly name: string
  readonly document: string
  readonly paths: readonly string[]
}

const formats = rows.map(([label, ...paths]): Format => {
  const name = /\[(.*)\]/.exec(label!)![1]!
  const [, document] = /```json\n([^]*?)```/.exec(section(text, `### ${name}`))!
  return { name, document: document!, paths: paths.map(path => path.replaceAll('`', '')) }
})

/** Returns the values at a path: `a.b[0].c`, or those of each member `c` below `a` for `a…c`. */
function valuesAt (document: unknown, path: string): unknown[] {
  const [start, name] = path.split('…') as [string, string?]
  const steps = start.split(/[.[\]]+/).filter(step => step !== '')
  const value = steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], document)
  if (name === undefined) return [value]
  const found: unknown[] = []
  JSON.stringify(value, (key, inner: unknown) => {
    if (key === name) found.push(inner)
    return inner
  })
  return found
}

t.test('each format has a row', async t => {
  const documents = text.match(/^### .+$/gm)!.map(heading => heading.slice('### '.length))
  t.same(formats.map(({ name }) => name), documents)
})

for (const [column, fact] of facts.entries()) {
  const { document, paths } = formats.find(({ paths }) => paths[column] !== 'no')!
  const [expected] = valuesAt(JSON.parse(document), paths[column]!)
  for (const { name, document, paths } of formats) {
    t.test(`${fact}, in ${name}`, async t => {
      const path = paths[column]!
      if (path === 'no') t.notOk(document.includes(JSON.stringify(expected)), 'is not there')
      else t.same(valuesAt(JSON.parse(document), path), [expected])
    })
  }
}
