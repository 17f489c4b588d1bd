// Starts an example: `npm run example drizzle-sqlite`. The package of this repository is packed and installed beside
// its dependencies.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const here = import.meta.dirname
const repository = resolve(here, '..')
const [name = ''] = process.argv.slice(2)
const folder = resolve(here, name)

/** Whether a folder is an example with a server. */
function isStarted (folder) {
  const manifest = join(folder, 'package.json')
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).scripts.start !== undefined
}

function run (command, cwd) {
  const { status } = spawnSync(command, { cwd, shell: true, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

if (name === '' || !isStarted(folder)) {
  const names = readdirSync(here).filter(name => isStarted(join(here, name)))
  console.error(`Name an example: ${names.join(', ')}.`)
  process.exit(1)
}
if (!existsSync(join(repository, 'dist'))) run('npm run --silent build', repository)
// npm keeps a package of the same version.
rmSync(join(folder, 'node_modules/fastify-hyper'), { recursive: true, force: true })
run(`npm install --no-save --install-links --no-audit --no-fund "${repository}"`, folder)
run('npm start', folder)
