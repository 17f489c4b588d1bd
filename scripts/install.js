// Installs what a folder with its own package.json needs, unless it is there as its lock file has it.
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

export function install (folder, ...options) {
  const [installed, lock] = ['node_modules/.package-lock.json', 'package-lock.json'].map(file => join(folder, file))
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.error(`installing what ${folder} needs`)
  // Standard output is that of the program that needs it.
  const stdio = ['ignore', 'ignore', 'inherit']
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', ...options], { cwd: folder, stdio })
}
