// Writes dist/: declarations, a file for each entry point, the page of the explorer, and the views of pages.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'

rmSync('dist', { recursive: true, force: true })
execFileSync(process.execPath, ['node_modules/ts7/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
await Promise.all(['declarations', 'bundle', 'bundle-explorer', 'bundle-pages'].map(name => import(`./${name}.js`)))
