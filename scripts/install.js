// Installs what a folder with its own package.json needs, unless it is there as its lock file has it.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export function install (folder, ...options) {
  const [installed, lock] = ['node_modules/.package-lock.json', 'package-lock.json'].map(file => join(folder, file))
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.error(`installing what ${folder} needs`)
  // Standard output is that of the program that needs it.
  const stdio = ['ignore', 'ignore', 'inherit']
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', ...options], { cwd: folder, stdio })
}

/** Installs what test/apart names, and links it into node_modules, where tests, documentation and checks find it. */
export function installApart () {
  install('test/apart', '--ignore-scripts', '--silent')
  const { devDependencies } = JSON.parse(readFileSync('test/apart/package.json', 'utf8'))
  for (const path of Object.keys(devDependencies).map(name => join('node_modules', name))) {
    if (existsSync(path)) continue
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(resolve('test/apart', path), path, 'junction')
  }
}
