// npm run test:apart -- fuzz <target> --time <seconds>: runs Jazzer.js on one target of test/process/fuzz/targets.
// Inputs that fail are kept in the corpus of the target, which `npm test` replays; other inputs that reach
// new code are kept in build/fuzz until the next `npm test`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { allowOlderLibraries } from './older-glibc.js'

const path = name => fileURLToPath(new URL(name, import.meta.url))
const TOOLS = path('tools')
const TARGETS = readdirSync(path('targets')).map(name => name.replace(/\.ts$/, ''))
const ADDON = `${TOOLS}/node_modules/@jazzer.js/fuzzer/prebuilds/fuzzer-linux-x64.node`
// What reads the input of clients; of the dependencies, what reads Accept-Language.
const ROOMS = ['lib', 'hypermedia', 'html', 'mcp'].map(room => path(`../../../${room}/`))
const INSTRUMENTED = [...ROOMS, 'node_modules/negotiator/lib/language']

const { values: { time }, positionals: [target] } = parseArgs({
  allowPositionals: true, options: { time: { type: 'string', default: '60' } }
})
if (!TARGETS.includes(target)) {
  console.error(`npm run test:apart -- fuzz <target> --time <seconds>. Targets: ${TARGETS.join(', ')}`)
  process.exit(2)
}

install()
process.exitCode = fuzz(target, Number(time))

function install () {
  if (existsSync(ADDON)) return
  const { status } = spawnSync('npm', [
    'ci', '--prefix', TOOLS, '--ignore-scripts', '--no-audit', '--no-fund', '--silent'
  ], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  if (process.platform === 'linux' && process.arch === 'x64') allowOlderLibraries(ADDON)
}

function fuzz (target, seconds) {
  const [corpus, reached] = [path(`corpus/${target}`), path(`../../../build/fuzz/${target}`)]
  for (const folder of [corpus, reached]) mkdirSync(folder, { recursive: true })
  const instrumented = INSTRUMENTED.flatMap(part => ['--includes', part])
  const mode =
    readFileSync(path(`targets/${target}.ts`), 'utf8').includes('export async function fuzz') ? [] : ['--sync']
  // Without a limit: the fuzzer keeps about 2 KB of each execution. Without it,
  // the same inputs leave the heap as it was.
  const limits = [`-max_total_time=${seconds}`, '-max_len=512', '-rss_limit_mb=0']
  const options = [...limits, '-print_final_stats=1', `-artifact_prefix=${corpus}/found-`]
  const { status, stderr } = spawnSync(process.execPath, [
    '--import', 'tsx', `${TOOLS}/node_modules/@jazzer.js/core/dist/cli.js`, path('jazzer.js'), reached, corpus,
    ...instrumented, ...mode, '--excludes', 'no such file', '--disable_bug_detectors', '.*', '--', ...options
  ], { env: { ...process.env, FUZZ_TARGET: target }, encoding: 'utf8', maxBuffer: 2 ** 28 })
  report(target, seconds, stderr, status === 0)
  return status
}

// The last line of libFuzzer with coverage: "#2 DONE cov: 91 ft: 337 corp: 99/2129b".
function report (target, seconds, output, isPassed) {
  const [, edges, features, inputs] = [...output.matchAll(/cov: (\d+) ft: (\d+) corp: (\d+)/g)].at(-1) ?? []
  const runs = Number(/number_of_executed_units: (\d+)/.exec(output)?.[1] ?? /Done (\d+) runs/.exec(output)?.[1])
  const load = loadavg()[0].toFixed(1)
  if (!isPassed) console.log(failureOf(output))
  console.log(JSON.stringify({
    target,
    seconds,
    runs,
    perSecond: Math.round(runs / seconds),
    edges,
    features,
    inputs,
    findings: isPassed ? 0 : 1,
    load
  }))
}

// What a target threw; else the last lines, as of a process that had too little memory.
function failureOf (output) {
  const begin = output.indexOf('Uncaught Exception')
  return begin === -1 ? output.slice(-4000) : output.slice(begin, begin + 4000)
}
