// Installs what the benchmarks are measured with, if it is missing, or differs from the lock file.
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

for (const path of ['.', 'peers/']) installIn(fileURLToPath(new URL(path, import.meta.url)))

function installIn (directory) {
  const installed = `${directory}node_modules/.package-lock.json`
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${directory}package-lock.json`).mtimeMs) return
  console.error(`installing the peers in ${directory}`)
  // Their output would stand before what --json writes.
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] })
}
