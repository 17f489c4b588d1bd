// Installs what the site is built with, unless it is installed as in the lock file.
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const directory = fileURLToPath(new URL('.', import.meta.url))
const installed = `${directory}node_modules/.package-lock.json`

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(`${directory}package-lock.json`).mtimeMs) {
  console.error('installing what the site is built with in docs/')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory, stdio: 'inherit' })
}
