import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { FRAMEWORKS } from '../../../scaffold/command.ts'
import { packageJson } from '../../../scaffold/project-settings.ts'
import { sendRaw } from '../../support/raw.ts'
import { checkSteps, isBeside, type ReferenceApi, type ReferenceRow } from '../../support/reference-api.ts'
import type { LogLine } from '../../support/servers.ts'
import { readTable } from '../../support/tables.ts'
import { run, start } from './command.ts'

// The projects that `hyper-api` writes, as their users have them: from the packed package, compiled, tested and
// started, for the running Node.js. What they need is installed once, in the folder that contains them.
// generate.test.ts has what the options and the other targets change.

// `npm run test:apart -- generated` adds resources, and checks, tests and crawls the project with them. CI has no time
// for it.
const isFull = process.env['GENERATED'] === 'full'

const FOLDER = mkdtempSync(join(tmpdir(), 'generated-'))
const FRAMEWORK = FRAMEWORKS.find(name => process.version.startsWith(name.replace('node', 'v'))) ?? 'node24'
const { cases } = readTable<ReferenceRow>('reference-api')

interface PackageJson {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

async function succeed (t: Test, command: readonly string[], cwd: string): Promise<string> {
  const { status, stdout, stderr } = await run(command, cwd)
  t.equal(status, 0, status === 0 ? command.join(' ') : `${command.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

const hyperApi = (t: Test, args: string, cwd: string) =>
  succeed(t, ['node', join(FOLDER, 'node_modules/fastify-hyper/dist/scaffold/cli.js'), ...args.split(' ')], cwd)

async function pack (t: Test, folder: string): Promise<string> {
  const printed = await succeed(t, ['npm', 'pack', '--json', '--pack-destination', FOLDER], folder)
  const [packed] = JSON.parse(printed) as { filename: string }[]
  return `file:./${packed!.filename}`
}

async function install (t: Test): Promise<void> {
  const options = {
    dir: '.',
    framework: FRAMEWORK,
    minimal: false,
    html: true,
    mcp: true,
    explorer: true,
    openapi: true,
    force: false
  } as const
  const { dependencies, devDependencies } = packageJson(options) as PackageJson
  const packages = {
    ...dependencies,
    ...devDependencies,
    'fastify-hyper': await pack(t, process.cwd()),
    'create-fastify-hyper': await pack(t, 'scaffold/create')
  }
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ private: true, dependencies: packages }))
  await succeed(t, ['npm', 'install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'], FOLDER)
}

interface Log {
  readonly lines: readonly LogLine[]
  /** Waits for a number of messages, and returns them. */
  readonly until: (wording: RegExp, count?: number) => Promise<LogLine[]>
}

function logOf (output: Readable): Log {
  const lines: LogLine[] = []
  const reader = createInterface(output).on('line', line => {
    if (line.startsWith('{')) lines.push(JSON.parse(line) as LogLine)
  })
  const until = async (wording: RegExp, count = 1) => {
    for (;;) {
      const found = lines.filter(({ msg }) => wording.test(msg))
      if (found.length >= count) return found
      await once(reader, 'line')
    }
  }
  return { lines, until }
}

async function originOf ({ until }: Log): Promise<string> {
  const listening = /^Server listening at (http:.*)$/
  return listening.exec((await until(listening))[0]!.msg)![1]!
}

/** A started project, closed when the test ends. */
async function serve (t: Test, folder: string, environment: string): Promise<ReferenceApi> {
  const server = start(['node', 'dist/server.js'], folder, { PORT: '0', NODE_ENV: environment, LOG_LEVEL: 'info' })
  t.teardown(() => server.kill())
  const log = logOf(server.stdout)
  const origin = await originOf(log)
  let sent = 0
  const send: ReferenceApi['send'] = async request => {
    const count = ++sent
    const response = await sendRaw(Number(new URL(origin).port), request)
    // What was logged on the way is here, too.
    await log.until(/^request completed$/, count)
    return response
  }
  return {
    origin, log: log.lines, send, hasRoute: async (method, path) => (await send({ method, path })).status !== 404
  }
}

// Not judged: rows about endpoints beside the API, about other settings of the app,
// and about what only the process itself can see.
function isJudged ({ config = {}, steps }: ReferenceRow): boolean {
  return config.Mode === undefined && config.explorer !== false &&
    !steps.some(step => isBeside(step) || step.request.method === 'INSPECT')
}

// Those that change something come last.
function rowsFor (environment: string): ReferenceRow[] {
  const rows = cases.filter(row =>
    isJudged(row) && (row.config?.environment?.toLowerCase() ?? 'development') === environment)
  const changes = ({ steps }: ReferenceRow) =>
    steps.some(({ request, expect }) => request.method !== 'GET' || expect.crawl !== undefined)
  return [...rows.filter(row => !changes(row)), ...rows.filter(changes)]
}

async function judge (t: Test, folder: string, environment: string): Promise<number> {
  const api = await serve(t, folder, environment)
  for (const path of ['/explorer', '/documentation/json']) {
    const { status } = await api.send({ method: 'GET', path })
    t.equal(status, environment === 'development' ? 200 : 404, `${path} in ${environment}`)
  }
  const rows = rowsFor(environment)
  for (const row of rows) await t.test(row.id, t => checkSteps(t, row, api))
  return rows.length
}

t.test('the packed package is installed', install)

t.test('the small project', async t => {
  const folder = join(FOLDER, 'small')
  // What `npm create fastify-hyper@latest` runs.
  const command = `npm exec --offline -- create-fastify-hyper small --minimal --openapi --framework ${FRAMEWORK}`
  await succeed(t, command.split(' '), FOLDER)
  for (const script of ['build', 'test', 'check']) await succeed(t, ['npm', 'run', '--silent', script], folder)
  t.same(
    [await judge(t, folder, 'development'), await judge(t, folder, 'production')], [11, 1], 'rows of the reference API'
  )
})

t.test('the project', async t => {
  const folder = join(FOLDER, 'project')
  await hyperApi(t, `project --openapi --framework ${FRAMEWORK}`, FOLDER)
  const names = join(folder, 'src/route-names.ts')
  const before = readFileSync(names, 'utf8')
  if (isFull) {
    await hyperApi(t, 'add resource author --fields name,born:date?', folder)
    await hyperApi(t, `add resource ${SHELF}`, folder)
    // Its routes load before the routes of what it refers to.
    await hyperApi(t, 'add resource advance --fields name,shelf:->book-shelf,lender:->author?', folder)
  }
  t.same(linesOfOrders(readFileSync(names, 'utf8')), linesOfOrders(before), 'the catalog was up to date')
  for (const script of ['lint', 'build', ...isFull ? ['check', 'test'] : []]) {
    await t.test(script, t => succeed(t, ['npm', 'run', '--silent', script], folder))
  }
  if (isFull) await t.test('a crawl as a caller', t => crawlAsCaller(t, folder))
  await t.test('tools for developers', async t => {
    const paths = ['/explorer', '/documentation/json', isFull ? '/book-shelves/1' : '/orders/1']
    const program = `import { buildApp } from './dist/app.js'
      const app = await buildApp()
      for (const path of ${JSON.stringify(paths)}) console.log((await app.inject(path)).statusCode)`
    t.equal(await succeed(t, ['node', '--input-type=module', '--eval', program], folder), '200\n'.repeat(paths.length))
  })
  await t.test('where others reach it', t => startAndStop(t, folder))
  await t.test('its settings are safe in production, and known as unsafe before', async t => {
    const check = (settings: NodeJS.ProcessEnv) => run([
      'env', ...Object.entries(settings).map(pair => pair.join('=')),
      'npx', 'fastify-hyper', 'check', 'src/app.ts', '--production'
    ], folder)
    t.match(await check(publicSettings()), { status: 0, stdout: /^Nothing found/ })
    const { status, stdout } = await check({})
    t.same([status, stdout.match(/^HYPER043 [^:]+/gm)?.sort()], [1, [
      'HYPER043 app.register(@fastify/jwt), secret', 'HYPER043 app.register(hyperExplorer)',
      'HYPER043 app.register(mcp)', 'HYPER043 html options, login'
    ]])
  })
  for (const [settings, message] of UNSAFE) {
    await t.test(`it does not start with ${settings.join(' ')}`, async t => {
      const { status, stdout, stderr } = await run(['env', ...settings, 'node', 'dist/server.js'], folder)
      t.same([status, stdout], [1, ''])
      t.match(stderr, message)
    })
  }
  await t.test('whatever NODE_ENV is, examples are for this machine only', async t => {
    for (const environment of ['production', 'Production', 'staging', '']) {
      t.equal(await totalOf(t, folder, { NODE_ENV: environment, HOST: 'localhost' }), 3, `local: ${environment}`)
    }
    for (const environment of ['development', 'test']) {
      t.equal(await totalOf(t, folder, { NODE_ENV: environment, ...publicSettings() }), 0, `public: ${environment}`)
    }
  })
})

// No word of the environment makes a known secret acceptable where others reach the API.
const KNOWN = 'JWT_SECRET=for development only: everyone knows this secret'
const UNSAFE: readonly (readonly [readonly string[], RegExp])[] = [
  [['PORT=abc', 'JWT_SECRET=short'], /^env\/PORT must be integer.*\n$/],
  [['HOST=0.0.0.0'], /required property 'JWT_SECRET'.*'DATABASE_URL'.*'PUBLIC_URL'.* HOST is 0\.0\.0\.0\.\n$/],
  [['HOST=::', 'NODE_ENV=development', 'DATABASE_URL=memory:'], /'JWT_SECRET'.*'PUBLIC_URL'/],
  [['HOST=localhost.', 'NODE_ENV=test'], /'JWT_SECRET'/],
  [['DATABASE_URL=postgres://127.0.0.1/orders'], /'JWT_SECRET'.*'PUBLIC_URL'.* the database is not memory:\.\n$/],
  [['HOST=0.0.0.0', 'DATABASE_URL=memory:', 'PUBLIC_URL=https://api.example.com', KNOWN], /JWT_SECRET must NOT be valid/]
]

function publicSettings (): Record<'HOST' | 'JWT_SECRET' | 'DATABASE_URL' | 'PUBLIC_URL', string> {
  const secret = randomBytes(32).toString('hex')
  return {
    HOST: '0.0.0.0', JWT_SECRET: secret, DATABASE_URL: 'memory:', PUBLIC_URL: 'https://api.example.com'
  }
}

/** Returns the number of orders that a project starts with. */
async function totalOf (t: Test, folder: string, settings: NodeJS.ProcessEnv): Promise<number> {
  const program = `import { buildApp } from './dist/app.js'
    const app = await buildApp()
    console.log((await app.inject('/orders')).json().totalCount)
    await app.close()`
  const { stdout, stderr } = await run(
    ['env', ...Object.entries(settings).map(pair => pair.join('=')), 'node', '--input-type=module', '--eval', program],
    folder
  )
  t.equal(stderr, '')
  return Number(stdout)
}

async function crawlAsCaller (t: Test, folder: string): Promise<void> {
  const token = await succeed(t, ['npm', 'run', '--silent', 'user', '--', 'ann', 'clerk'], folder)
  const caller = `clerk:Authorization=Bearer ${token.trim()}`
  const output = await succeed(
    t, ['npx', 'fastify-hyper', 'check', 'src/app.ts', '--crawl', '--as', 'anonymous', '--as', caller], folder
  )
  t.match(output, /^Nothing found in src\/app\.ts: /)
}

const SHELF = 'book-shelf --plural book-shelves --action fill:empty->full --action lock:full->locked --fields ' +
  'label:string,width:number?,order:integer,isOpen:boolean,made:date,seen:date-time?,wood:oak|pine,tags:string[],' +
  'notes:string[]?'

/** The lines of a catalog without what added resources change. */
function linesOfOrders (content: string): string[] {
  return content.split('\n').filter(line => line !== '' && !/book|author|advance/i.test(line))
    .map(line => line.replace(/,$/, ''))
}

async function startAndStop (t: Test, folder: string): Promise<void> {
  const settings = publicSettings()
  const server = start(['node', 'dist/server.js'], folder, { PORT: '0', NODE_ENV: 'production', ...settings })
  t.teardown(() => server.kill('SIGKILL'))
  const ended = once(server, 'close')
  const log = logOf(server.stdout)
  const origin = await originOf(log)
  const read = async (path: string) =>
    (await fetch(origin + path)).json() as Promise<{ status?: string, totalCount?: number }>
  t.equal((await read('/health')).status, 'ok')
  for (const path of ['/orders', ...isFull ? ['/book-shelves'] : []]) {
    t.equal((await read(path)).totalCount, 0, `${path} without examples`)
  }
  for (const path of ['/explorer', '/documentation/json']) {
    t.equal((await fetch(origin + path)).status, 404, path)
  }

  const body = JSON.stringify({ item: 'Cocoa' })
  const request = [
    'POST /orders HTTP/1.1', `Host: ${new URL(origin).host}`, `Authorization: Bearer ${tokenOf(settings.JWT_SECRET)}`,
    'Connection: close', 'Content-Type: application/json', `Content-Length: ${body.length}`, '', ''
  ]
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const response = text(socket)
  socket.write(request.join('\r\n') + body.slice(0, 5))
  // The request to /health is not logged.
  await log.until(/^incoming request$/, isFull ? 5 : 4)
  server.kill('SIGTERM')
  await log.until(/^SIGTERM: closing$/)
  socket.write(body.slice(5))
  t.match(await response, /^HTTP\/1\.1 201 [^]*"item":"Cocoa"/, 'a request in progress is completed')
  t.same(await ended, [0, null], 'it ends by itself')
}

/** A token as another service issues it: HS256 (RFC 7515). */
function tokenOf (secret: string): string {
  const encoded = [{ alg: 'HS256', typ: 'JWT' }, { sub: 'tester', role: 'clerk' }].map(part =>
    Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${encoded}.${createHmac('sha256', secret).update(encoded).digest('base64url')}`
}

t.teardown(() => { rmSync(FOLDER, { recursive: true, force: true }) })
