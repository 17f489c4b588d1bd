// npm run build: writes dist/, with declarations, whose compiler and types are those of test/apart.
import { execFileSync } from 'node:child_process'
import { installApart } from './install.js'

installApart()
await import('./bundle.js')
execFileSync(process.execPath, ['node_modules/ts7/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
await import('./declarations.js')
