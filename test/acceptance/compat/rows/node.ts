import { fileOf, PROJECT, ROOT, run, runChecks, succeed, versionOf } from '../processes.ts'
import type { Row } from '../row.ts'

// The newest of each line, and the lowest that package.json allows.
const VERSIONS = {
  'Node.js 20.19': 'node-20-lowest',
  'Node.js 20': 'node-20',
  'Node.js 22': 'node-22',
  'Node.js 24': 'node-24',
  'Node.js 26': 'node-26'
}

const SMOKE = 'programs/smoke.js'

/** The file of a version of Node.js. */
export function nodeOf (name: string): string {
  return fileOf(name, 'bin/node')
}

// Suites of `npm test` that start no other tools.
const SUITES = ['links', 'http']

// Tests that fail with some versions for a known reason: docs/compatibility.md.
const KNOWN: readonly RegExp[] = [
  /random values, with any spacing/, // JSON.parse of V8 13.6 and newer, which is the reference here
  // The URL parser of Node.js 24 and newer accepts xn--a.
  /a text that is none, or that a URL parser would write otherwise/
]

/** Runs compiled suites of this repository. @returns how many assertions passed */
export async function runSuites (
  node: string, flags: readonly string[] = [], env: Readonly<Record<string, string>> = {}
): Promise<number> {
  let passed = 0
  for (const suite of SUITES) {
    const { stdout, status } = await run(node, [
      '--enable-source-maps', ...flags, `build/test/suites/${suite}.js`
    ], { cwd: ROOT, env: { TAP_TIMEOUT: '900', ...env } })
    const totals = /^# \{ total: \d+, pass: (\d+)(.*) \}$/m.exec(stdout)
    const failed = stdout.split('\n').filter(line => /^not ok/.test(line) && !KNOWN.some(known => known.test(line)))
    if (totals === null || failed.length > 0) {
      throw new Error(`suite ${suite}, status ${status}:\n${failed.slice(0, 20).join('\n')}\n${stdout.slice(-2000)}`)
    }
    passed += Number(totals[1])
  }
  return passed
}

const versions = Object.entries(VERSIONS).flatMap(([name, node]): Row[] => [
  {
    table: 'Node.js',
    name,
    run: async () => ({ version: versionOf(node), seen: await runChecks(nodeOf(node), [SMOKE]) })
  },
  {
    table: 'Node.js',
    name: `${name}, the suites ${SUITES.join(', ')}`,
    run: async () => ({ version: versionOf(node), seen: `${await runSuites(nodeOf(node))} assertions` })
  }
])

// The least rights: to read the app with its packages, and from Node.js 25 on to use the network.
const PERMISSIONS: Readonly<Record<string, readonly [node: string, ...flags: string[]]>> = {
  'Node.js 20, `--experimental-permission`': ['node-20', '--experimental-permission'],
  'Node.js 22, `--permission`': ['node-22', '--permission'],
  'Node.js 24, `--permission`': ['node-24', '--permission'],
  'Node.js 26, `--permission --allow-net`': ['node-26', '--permission', '--allow-net']
}

const FLAGS: Readonly<Record<string, readonly [node: string, ...flags: string[]]>> = {
  'Node.js 24, `--disable-proto=throw`': ['node-24', '--disable-proto=throw'],
  'Node.js 24, `--disable-proto=delete`': ['node-24', '--disable-proto=delete'],
  ...Object.fromEntries(Object.entries(PERMISSIONS).map(([name, [node, ...flags]]) =>
    [name, [node, ...flags, `--allow-fs-read=${PROJECT}`]] as const))
}

const flagged = Object.entries(FLAGS).map(([name, [node, ...flags]]): Row => ({
  table: 'Node.js',
  name,
  run: async () => ({ version: versionOf(node), seen: await runChecks(nodeOf(node), [...flags, SMOKE]) })
}))

const others: Row[] = [
  {
    table: 'Node.js',
    name: 'Bun',
    run: async () => ({ version: versionOf('bun'), seen: await runChecks(fileOf('bun', 'bin/bun'), [SMOKE]) })
  },
  {
    table: 'Node.js',
    name: 'Deno',
    run: async () =>
      ({
        version: versionOf('deno'),
        seen: await runChecks(fileOf('deno', 'deno'), ['run', '-A', '--node-modules-dir=manual', SMOKE])
      })
  },
  {
    table: 'Node.js',
    name: 'CommonJS, `require`, Node.js 20.19',
    run: async () => {
      const { stdout } = await succeed(nodeOf('node-20-lowest'), ['--no-warnings', 'programs/required.cjs'])
      return { version: versionOf('node-20-lowest'), seen: stdout.trim() }
    }
  }
]

export const nodeRows: readonly Row[] = [...versions, ...flagged, ...others]
