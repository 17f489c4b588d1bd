// npm run bench [-- NAME [OPTION …]]: runs a program of this folder with the package that it builds before.
// By default in-process.js.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { install } from '../scripts/install.js'

// For one program each.
const FLAGS = { 'in-process': ['--expose-gc'], crawl: ['--import', 'tsx'] }

const given = process.argv.slice(2)
const [name, ...options] = given[0] === undefined || given[0].startsWith('-') ? ['in-process', ...given] : given
const file = `bench/${name}.js`

if (!existsSync(file)) {
  console.error(`${file} does not exist. bench/README.md names the programs.`)
  process.exit(2)
}
run('scripts/build.js')
for (const folder of ['bench', 'bench/peers']) install(folder)
run(...FLAGS[name] ?? [], file, ...options)

function run (...command) {
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
