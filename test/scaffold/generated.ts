import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import { FRAMEWORKS, type Framework } from '../../scaffold/command.ts'
import { packageJson } from '../../scaffold/project-settings.ts'
import { sendRaw } from '../support/raw.ts'
import { isBeside, judgeSteps, type ReferenceApi, type ReferenceRow } from '../support/reference-api.ts'
import type { LogLine } from '../support/servers.ts'
import { readTable } from '../support/tables.ts'
import { run, start } from './command.ts'

// The projects that `hyper-api` writes, as their users have them: from the packed package, compiled, tested and started.
// What they need is installed once, around them: the types of Node beside the projects of one target, all else above.

const FOLDER = mkdtempSync(join(tmpdir(), 'generated-'))
const { cases } = readTable<ReferenceRow>('reference-api')

interface Options {
  readonly framework: Framework
  readonly explorer: boolean
  readonly openapi: boolean
}

interface PackageJson {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

async function succeed (t: Test, command: readonly string[], cwd: string): Promise<string> {
  const { status, stdout, stderr } = await run(command, cwd)
  t.equal(status, 0, status === 0 ? command.join(' ') : `${command.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

async function install (t: Test, folder: string, packages: object): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }))
  await succeed(t, ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline'], folder)
}

async function installAll (t: Test): Promise<void> {
  const [packed] = JSON.parse(await succeed(t, ['npm', 'pack', '--json', '--pack-destination', FOLDER], process.cwd())) as { filename: string }[]
  for (const [index, framework] of FRAMEWORKS.entries()) {
    const { dependencies, devDependencies } = packageJson({ dir: '.', framework, minimal: false, explorer: true, openapi: true, force: false }) as PackageJson
    const { '@types/node': types, ...tools } = devDependencies
    if (index === 0) await install(t, FOLDER, { ...dependencies, ...tools, 'fastify-hyper': `file:./${packed!.filename}` })
    await install(t, join(FOLDER, framework), { '@types/node': types })
  }
}

// The targets differ in types and in the language only, so each is written once, with other options.
const SMALL: readonly Options[] = [
  { framework: 'node24', explorer: true, openapi: true },
  { framework: 'node22', explorer: false, openapi: true },
  { framework: 'node20', explorer: true, openapi: false }
]

const nameOf = ({ explorer, openapi }: Options) => `${explorer ? 'with' : 'without'}-explorer-${openapi ? 'with' : 'without'}-openapi`

async function write (t: Test, options: Options): Promise<string> {
  const { framework, explorer, openapi } = options
  const folder = join(FOLDER, framework)
  const flags = ['--minimal', ...explorer ? [] : ['--no-explorer'], ...openapi ? ['--openapi'] : []]
  await succeed(t, ['npx', '--no', 'hyper-api', nameOf(options), '--framework', framework, ...flags], folder)
  return join(folder, nameOf(options))
}

/** A started project, closed when the test ends. */
async function serve (t: Test, folder: string, environment: string): Promise<ReferenceApi> {
  const server = start(['node', 'dist/server.js'], folder, { PORT: '0', NODE_ENV: environment })
  t.teardown(() => server.kill())
  const log: LogLine[] = []
  const lines = createInterface(server.stdout).on('line', line => { log.push(JSON.parse(line) as LogLine) })
  const told = (wording: RegExp) => log.filter(({ msg }) => wording.test(msg))
  const until = async (holds: () => boolean) => { while (!holds()) await once(lines, 'line') }
  const listening = /^Server listening at (http:.*)$/
  await until(() => told(listening).length > 0)
  const origin = listening.exec(told(listening)[0]!.msg)![1]!
  let sent = 0
  const send: ReferenceApi['send'] = async request => {
    const answered = ++sent
    const response = await sendRaw(Number(new URL(origin).port), request)
    // What was logged on the way is here, too.
    await until(() => told(/^request completed$/).length >= answered)
    return response
  }
  return { origin, log, send, leads: async (method, path) => (await send({ method, path })).status !== 404 }
}

// Not judged: rows about endpoints beside the API, about other settings of the app, and about what only the process itself can see.
function isJudged ({ config = {}, steps }: ReferenceRow, { explorer }: Options): boolean {
  return config.Mode === undefined && (config.explorer ?? explorer) === explorer && !steps.some(step => isBeside(step) || step.request.method === 'INSPECT')
}

// Those that change something come last.
function rowsFor (options: Options, environment: string): ReferenceRow[] {
  const rows = cases.filter(row => isJudged(row, options) && (row.config?.environment?.toLowerCase() ?? 'development') === environment)
  const changes = ({ steps }: ReferenceRow) => steps.some(({ request, expect }) => request.method !== 'GET' || expect.crawl !== undefined)
  return [...rows.filter(row => !changes(row)), ...rows.filter(changes)]
}

async function judge (t: Test, folder: string, options: Options, environment: string): Promise<number> {
  const api = await serve(t, folder, environment)
  for (const [path, chosen] of [['/explorer', options.explorer], ['/documentation/json', options.openapi]] as const) {
    const { status } = await api.send({ method: 'GET', path })
    t.equal(status, chosen && environment === 'development' ? 200 : 404, `${path} in ${environment}`)
  }
  const rows = rowsFor(options, environment)
  for (const row of rows) await t.test(row.id, t => judgeSteps(t, row, api))
  return rows.length
}

await t.test('the packed package is installed', installAll)

t.jobs = 2
for (const options of SMALL) {
  t.test(`${options.framework}, ${nameOf(options)}`, { buffered: true }, async t => {
    const folder = await write(t, options)
    for (const script of ['build', 'test', 'check']) await succeed(t, ['npm', 'run', '--silent', script], folder)
    const judged = [await judge(t, folder, options, 'development'), await judge(t, folder, options, 'production')]
    t.same(judged, options.explorer ? [11, 1] : [12, 0], 'rows of the reference API')
  })
}

for (const framework of FRAMEWORKS) {
  t.test(`${framework}, the project`, { buffered: true }, async t => {
    const folder = join(FOLDER, framework, 'project')
    await succeed(t, ['npx', '--no', 'hyper-api', 'project', '--framework', framework, '--openapi'], join(FOLDER, framework))
    // The tests and the style do not depend on the target.
    const scripts = framework === 'node20' ? ['build', 'lint', 'test', 'check'] : ['build', 'check']
    for (const script of scripts) await succeed(t, ['npm', 'run', '--silent', script], folder)
    if (framework !== 'node20') return
    await startAndStop(t, folder)
    const wrong = await run(['env', 'PORT=abc', 'JWT_SECRET=short', 'node', 'dist/server.js'], folder)
    t.same([wrong.status, wrong.stdout], [1, ''])
    t.match(wrong.stderr, /^PORT is 'abc': .*\nJWT_SECRET has 5 characters: .*\n$/)
  })
}

async function startAndStop (t: Test, folder: string): Promise<void> {
  for (const [environment, status, orders] of [['development', 200, 3], ['production', 404, 0]] as const) {
    const server = start(['node', 'dist/server.js'], folder, { PORT: '0', NODE_ENV: environment, DATABASE_FOLDER: `data-${environment}` })
    t.teardown(() => server.kill('SIGKILL'))
    const ended = once(server, 'close')
    const origin = await originOf(server.stdout)
    const read = async (path: string) => (await fetch(origin + path)).json() as Promise<{ status?: string, totalCount?: number }>
    t.equal((await read('/health')).status, 'ok', environment)
    t.equal((await read('/orders')).totalCount, orders, `${environment}: examples`)
    for (const path of ['/explorer', '/documentation/json', '/client/page.html']) t.equal((await fetch(origin + path)).status, status, `${environment}: ${path}`)
    server.kill('SIGTERM')
    t.same(await ended, [0, null], `${environment}: it ends by itself`)
  }
}

async function originOf (output: Readable): Promise<string> {
  for await (const line of createInterface(output)) {
    const origin = /^Server listening at (http:.*)$/.exec((JSON.parse(line) as LogLine).msg)?.[1]
    if (origin !== undefined) {
      output.resume()
      return origin
    }
  }
  throw new Error('The server ended before it was listening.')
}

t.teardown(() => { rmSync(FOLDER, { recursive: true, force: true }) })
