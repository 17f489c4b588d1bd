// Builds the package, and compiles lib and its tests to build/, so that no test process compiles them again.
// With COMPILED=yes both are there already.
import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync, symlinkSync } from 'node:fs'

function run (command) {
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

if (process.env['COMPILED'] !== 'yes') {
  rmSync('build', { recursive: true, force: true })
  run('node scripts/build.js')
  run('node node_modules/ts7/bin/tsc -p tsconfig.test.json')
  symlinkSync('../../test/cases', 'build/test/cases', 'junction')
  copyFileSync('lib/packages.cjs', 'build/lib/packages.cjs')
}
