// npm run lint [-- OPTION …]: ESLint, with the packages of test/apart.
import { spawnSync } from 'node:child_process'
import { installApart } from './install.js'

installApart()
const eslint = ['node_modules/eslint/bin/eslint.js', '.', ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, eslint, { stdio: 'inherit' })
process.exit(status ?? 1)
