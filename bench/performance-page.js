// npm run docs:performance: writes the tables of docs/performance.md from the saved results. `--check` compares them instead.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { frameworksBlock, gateBlock, publishedBlock } from './performance-blocks.js'
import { readResults } from './results.js'

const page = new URL('../docs/performance.md', import.meta.url)
const { values: { check } } = parseArgs({ options: { check: { type: 'boolean', default: false } } })

const blocks = [['gate', 'gate', gateBlock], ['frameworks', 'frameworks', frameworksBlock], ['published', 'gate', publishedBlock]]
const before = readFileSync(page, 'utf8')
const after = blocks.reduce((text, [name, results, blockOf]) => withBlock(text, name, readResults(results), blockOf), before)

if (!check) {
  writeFileSync(page, after)
} else if (before !== after) {
  console.error('The tables of docs/performance.md are not those of the saved results: npm run docs:performance')
  process.exitCode = 1
}

// A block without saved results stays as it is.
function withBlock (text, name, results, blockOf) {
  const begin = `<!-- begin ${name} -->`
  const end = `<!-- end ${name} -->`
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)]
  if (start === -1 || stop < start) throw new Error(`docs/performance.md has no block ${name}: ${begin} and ${end}`)
  return results === null ? text : `${text.slice(0, start + begin.length)}\n\n${blockOf(results)}\n\n${text.slice(stop)}`
}
