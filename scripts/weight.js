// npm run weight [-- --write]: how much code there is, how much of it a request runs, and what is a trick. Fails if a
// figure is higher than the committed one. A change that raises one writes the file, and its commit gives the reason.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { figuresOfCode } from './weight/code.js'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const COMMITTED = 'scripts/weight/figures.json'

// A process of its own, since its loader changes each module.
const ways = JSON.parse(execFileSync(process.execPath, ['scripts/weight/ways.js'], { encoding: 'utf8' }))
const figures = { ...ways, ...figuresOfCode() }
const committed = JSON.parse(readFileSync(COMMITTED, 'utf8'))

for (const [name, figure] of Object.entries(figures)) {
  const before = committed[name]
  const change = figure === before ? '' : `, ${before === undefined ? 'new' : `was ${before.toLocaleString('en')}`}`
  console.log(`${figure.toLocaleString('en').padStart(8)}  ${name}${change}`)
}

const isWritten = process.argv.includes('--write')
if (isWritten) writeFileSync(COMMITTED, `${JSON.stringify(figures, null, 2)}\n`)
const higher = Object.keys(figures).filter(name => !(figures[name] <= committed[name]))
const isLower = Object.keys(committed).some(name => !(figures[name] >= committed[name]))
if (!isWritten && higher.length > 0) {
  console.error(`Higher than in ${COMMITTED}: ${higher.join('; ')}.`)
  console.error('Lower it; or run npm run weight -- --write, and give the reason in the commit.')
  process.exitCode = 1
} else if (!isWritten && isLower) console.log('Lower than before: npm run weight -- --write keeps it so.')
