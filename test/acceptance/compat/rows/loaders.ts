import { join } from 'node:path'
import { fileOf, PROJECT, run, runChecks, succeed, versionOf } from '../processes.ts'
import type { Row } from '../row.ts'
import { nodeOf } from './node.ts'

const FORMATS = { CommonJS: 'commonjs', 'ES modules': 'module' }

type Format = (typeof FORMATS)[keyof typeof FORMATS]

/** Compiles or bundles loaders/app.ts. Returns the folder of the output. */
async function built (tool: string, format: Format): Promise<string> {
  await succeed(process.execPath, ['loaders/build.js', tool, format])
  return join(PROJECT, 'loaders/out', `${tool}-${format}`)
}

/** Runs the output of a tool. */
const output = (tool: string) => async (format: Format) =>
  runChecks(process.execPath, ['--no-warnings', 'main.js'], { cwd: await built(tool, format) })

const TS_NODE = {
  TS_NODE_COMPILER: 'typescript-5.9', TS_NODE_TRANSPILE_ONLY: 'true'
}

async function tsNode (format: Format): Promise<string> {
  const flags = format === 'module' ? ['--loader', 'ts-node/esm'] : ['-r', 'ts-node/register']
  return runChecks(process.execPath, ['--no-warnings', ...flags, 'main.ts'], {
    cwd: await built('sources', format), env: TS_NODE
  })
}

async function tsx (format: Format): Promise<string> {
  return runChecks(
    process.execPath, ['--no-warnings', '--import', 'tsx', 'main.ts'], { cwd: await built('sources', format) }
  )
}

async function jest (format: Format): Promise<string> {
  const flags = format === 'module' ? ['--no-warnings', '--experimental-vm-modules'] : ['--no-warnings']
  const cwd = await built('sources', format)
  const { status, stdout, stderr } = await run(nodeOf('node-24'), [...flags, fileOf('jest', 'bin/jest.js')], { cwd })
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`)
  const [, tests] = /Tests: +(\d+) passed/.exec(stderr) ?? []
  if (tests === undefined) throw new Error(`no test ran\n${stdout}\n${stderr}`)
  return `${tests} test`
}

const TOOLS: Readonly<Record<string, readonly [tool: string, check: (format: Format) => Promise<string>]>> = {
  tsx: ['tsx', tsx],
  'ts-node': ['ts-node', tsNode],
  swc: ['@swc/core', output('swc')],
  Babel: ['@babel/core', output('babel')],
  'esbuild, one file': ['esbuild', output('esbuild')],
  'webpack, one bundle': ['webpack', output('webpack')],
  'Vite SSR, with the package in the bundle': ['vite', output('vite')],
  'Jest with @swc/jest': ['jest', jest]
}

export const loaderRows = Object.entries(TOOLS)
  .flatMap(([name, [tool, check]]) => Object.entries(FORMATS).map(([format, type]): Row => ({
    table: 'Loaders',
    name: `${name}, ${format}`,
    run: async () => ({ version: versionOf(tool), seen: await check(type) })
  })))
