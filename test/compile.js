// Compiles lib and its tests to .build once, so that no process of theirs compiles them again.
import { spawnSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'

rmSync('.build', { recursive: true, force: true })
const { status } = spawnSync(process.execPath, ['node_modules/ts7/bin/tsc', '-p', 'tsconfig.test.json'], { stdio: 'inherit' })
symlinkSync('../../test/cases', '.build/test/cases', 'junction')
process.exitCode = status ?? 1
