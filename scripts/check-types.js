// npm run check:types [-- apart]: what users get with TypeScript 6, and everything with TypeScript 7; with `apart`,
// which installs what they need, the tests of npm run test:apart too.
import { spawnSync } from 'node:child_process'
import { installApart } from './install.js'

const isApart = process.argv[2] === 'apart'
const options = process.env.TYPES_OPTIONS?.split(' ') ?? []

if (isApart) installApart()
for (const project of ['tsconfig.types.json', 'client']) check('typescript', '-p', project)
const projects = ['tsconfig.json', 'client', 'explorer/page', 'html/views', 'scaffold/templates']
for (const project of [...projects, ...isApart ? ['tsconfig.apart.json'] : []]) check('ts7', ...options, '-p', project)

function check (compiler, ...options) {
  const { status } = spawnSync(process.execPath, [`node_modules/${compiler}/bin/tsc`, ...options], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
