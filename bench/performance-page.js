// Writes the tables of docs/performance.md, docs/worth-it.md and bench/results/README.md from the saved results.
// `--check` compares them.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { costsBlock, frameworksBlock, gateBlock, publishedBlock, startBlock } from './performance-blocks.js'
import { readResults, readResultsByNode } from './results.js'

const { values: { check } } = parseArgs({ options: { check: { type: 'boolean', default: false } } })

const pages = {
  'docs/performance.md': [
    ['frameworks', readResultsByNode('frameworks'), frameworksBlock], ['start', readResults('start'), startBlock]
  ],
  'docs/worth-it.md': [['costs', readResultsByNode('gate'), costsBlock]],
  'bench/results/README.md': [
    ['gate', readResultsByNode('gate'), gateBlock], ['published', readResultsByNode('gate'), publishedBlock]
  ]
}

for (const [page, blocks] of Object.entries(pages)) {
  const file = new URL(`../${page}`, import.meta.url)
  const before = readFileSync(file, 'utf8')
  const after = blocks.reduce((text, [name, results, blockOf]) =>
    withBlock(page, text, name, results, blockOf), before)
  if (!check) {
    writeFileSync(file, after)
  } else if (before !== after) {
    console.error(`The tables of ${page} are not those of the saved results: node bench/performance-page.js`)
    process.exitCode = 1
  }
}

// A block without saved results stays as it is.
function withBlock (page, text, name, results, blockOf) {
  const begin = `<!-- begin ${name} -->`
  const end = `<!-- end ${name} -->`
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)]
  if (start === -1 || stop < start) throw new Error(`${page} has no block ${name}: ${begin} and ${end}`)
  return results === null
    ? text
    : `${text.slice(0, start + begin.length)}\n\n${blockOf(results)}\n\n${text.slice(stop)}`
}
