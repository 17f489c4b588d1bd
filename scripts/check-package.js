// npm run check:package: whether resolvers of modules and types find each entry point.
import { spawnSync } from 'node:child_process'
import { installApart } from './install.js'

installApart()
for (const command of [
  // In CI it is there.
  ...process.env.COMPILED === 'yes' ? [] : [['scripts/build.js']],
  ['node_modules/publint/src/cli.js', '--strict'],
  ['node_modules/@arethetypeswrong/cli/dist/index.js', '--pack', '.', '--profile', 'esm-only']
]) {
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
