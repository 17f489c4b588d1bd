// How much of lib/ is written for what may wait: `node bench/waits.js [directory of lib …]`. Without an argument,
// this checkout's.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const directories =
  process.argv.length > 2 ? process.argv.slice(2) : [fileURLToPath(new URL('../lib', import.meta.url))]

/** Counts matches in the sources of a directory, and the files that have any. */
function count (sources, pattern) {
  const counts = sources.map(source => source.match(pattern)?.length ?? 0)
  return `${counts.reduce((sum, count) => sum + count, 0)} in ${counts.filter(count => count > 0).length} files`
}

for (const directory of directories) {
  const files = readdirSync(directory, { recursive: true }).filter(name => name.endsWith('.ts'))
  const sources = files.map(name => readFileSync(join(directory, name), 'utf8'))
  console.log(directory)
  console.table({
    'chain(': count(sources, /\bchain(?:<[^(\n]*>)?\(/g),
    '| Promise<': count(sources, /\| Promise</g),
    'yield *': count(sources, /\byield \*/g),
    lines: sources.reduce((sum, source) => sum + source.split('\n').length - 1, 0),
    files: files.length
  })
}
