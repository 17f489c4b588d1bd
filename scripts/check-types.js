// npm run check:types: what users get with TypeScript 6, and everything with TypeScript 7.
import { spawnSync } from 'node:child_process'
import { installApart } from './install.js'

const options = process.env.TYPES_OPTIONS?.split(' ') ?? []

installApart()
for (const project of ['scripts/tsconfig.types.json', 'client']) check('typescript', '-p', project)
for (const project of ['tsconfig.json', 'client', 'explorer/page', 'html/views', 'scaffold/templates']) {
  check('ts7', ...options, '-p', project)
}

function check (compiler, ...options) {
  const { status } = spawnSync(process.execPath, [`node_modules/${compiler}/bin/tsc`, ...options], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
