import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileOf, PROJECT, ROOT, succeed, versionOf } from '../processes.ts'
import type { Row } from '../row.ts'
import { nodeOf } from './node.ts'

/** Runs tests, and checks how many the runner says it ran. */
function passing (node: string, args: () => readonly string[], count: RegExp, cwd = PROJECT): () => Promise<string> {
  return async () => {
    const { stdout, stderr } = await succeed(nodeOf(node), args(), { cwd })
    const counted = count.exec(stdout + stderr)
    if (counted === null || Number(counted[1]) === 0) throw new Error(`no test ran\n${stdout}\n${stderr}`)
    return `${counted[1]} tests`
  }
}

const jest = (file: string) => [
  '--rootDir', 'runners', '--config', '{"testMatch":["**/*.spec.{js,cjs}"],"transform":{}}', '--runTestsByPath',
  `runners/${file}`
]
const jestProgram = () => fileOf('jest', 'bin/jest.js')

const RUNNERS: ReadonlyArray<readonly [
  name: string, version: () => string, tests: () => Promise<string>, fails?: string
]> = [
  [
    'node:test', () => versionOf('node-24'),
    passing('node-24', () => ['--test', '--test-reporter=tap', 'runners/node.test.js'], /^# pass (\d+)$/m)
  ],
  ['tap 21', () => '21', passing('node-24', () => ['runners/tap.test.js'], /^# \{ total: \d+, pass: (\d+) \}$/m)],
  ['Vitest', () => versionOf('vitest'), passing(
    'node-24',
    () => [fileOf('vitest', 'vitest.mjs'), 'run', '--root', 'runners', '--config', 'vitest.config.js', '--no-color'],
    /Tests +(\d+) passed/
  )],
  ['Jest 30, ES modules, `--experimental-vm-modules`', () => versionOf('jest'),
    passing(
      'node-24', () => ['--experimental-vm-modules', jestProgram(), ...jest('jest.spec.js')], /Tests: +(\d+) passed/
    )],
  ['Jest 30, CommonJS, `--experimental-vm-modules`', () => versionOf('jest'),
    passing('node-24', () =>
      ['--experimental-vm-modules', jestProgram(), ...jest('required.spec.cjs')], /Tests: +(\d+) passed/)],
  ['Jest 30, CommonJS', () =>
    versionOf('jest'), passing('node-24', () => [jestProgram(), ...jest('required.spec.cjs')], /Tests: +(\d+) passed/),
  'Jest loads CommonJS with its own `require`, which reads ES modules only with the flag, from Node.js 24.9 on']
]

// Projects as `nest new` of a version writes them, each with its own packages.
const NEST: ReadonlyArray<readonly [name: string, folder: string, args: readonly string[], count: RegExp]> = [
  [
    'NestJS 11, Jest 30, `--experimental-vm-modules`', '11',
    ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'], /Tests: +(\d+) passed/
  ],
  ['NestJS 12, Vitest', '12', ['node_modules/vitest/vitest.mjs', 'run', '--no-color'], /Tests +(\d+) passed/]
]

/** Installs a project with the packed package. */
async function installNest (cwd: string): Promise<void> {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  await succeed('npm', ['ci', ...flags], { cwd })
  await succeed('npm', ['install', '--no-save', '--install-links', ...flags, ROOT], { cwd })
  cpSync(join(PROJECT, 'nest/orders.spec.ts'), join(cwd, 'src/orders.spec.ts'))
}

const nestRows = NEST.map(([name, folder, args, count]): Row => ({
  table: 'Runners',
  name,
  run: async () => {
    const cwd = join(PROJECT, 'nest', folder)
    if (process.env['INSTALLED'] !== 'yes') await installNest(cwd)
    return {
      version: versionOf(`../nest/${folder}/node_modules/@nestjs/core`),
      seen: await passing('node-24', () => args, count, cwd)()
    }
  }
}))

export const runnerRows = [...RUNNERS.map(([name, version, tests, fails]): Row => ({
  table: 'Runners',
  name,
  ...(fails === undefined ? {} : { fails, version }),
  run: async () => ({ version: version(), seen: await tests() })
})), ...nestRows]
