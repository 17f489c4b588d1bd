// Writes the JavaScript of dist/: a file for each entry point, the page of the explorer, and the views of pages. It
// needs neither a compiler nor the packages of optional entry points; `npm run build` writes declarations, too.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const before = existsSync('dist') ? readdirSync('dist', { recursive: true, encoding: 'utf8' }) : []
for (const file of before.filter(file => file.endsWith('.js'))) rmSync(join('dist', file))
await Promise.all(['entries', 'explorer', 'pages'].map(name => import(`./bundle-${name}.js`)))
