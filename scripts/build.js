// npm run build: writes dist/, with declarations: their compiler and the types that they import are in test/apart.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { installApart } from './install.js'

installApart()
rmSync('dist', { recursive: true, force: true })
execFileSync(process.execPath, ['node_modules/ts7/bin/tsc', '-p', 'scripts/tsconfig.build.json'], { stdio: 'inherit' })
await Promise.all(['declarations', 'bundle'].map(name => import(`./${name}.js`)))
