// npm run docs: builds the site, and checks it. npm run docs:dev serves it while it is written.
import { spawnSync } from 'node:child_process'
import { install, installApart } from './install.js'

function run (file, ...options) {
  const { status } = spawnSync(process.execPath, [file, ...options], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const VITEPRESS = 'docs/node_modules/vitepress/bin/vitepress.js'

install('docs')
// The declarations of entry points that are optional.
installApart()
run('docs/node_modules/typedoc/bin/typedoc', '--options', 'docs/typedoc.json')
run('scripts/check-reference.js')
if (process.argv[2] === 'dev') run(VITEPRESS, 'dev', 'docs')
else {
  run(VITEPRESS, 'build', 'docs')
  run('scripts/check-site.js')
  run('scripts/check-widths.js')
}
