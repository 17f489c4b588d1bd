import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { LightMyRequestResponse } from 'fastify'
import t, { type Test } from 'tap'
import { compared } from '../../support/doc-requests.ts'
import { type CodeBlock, readPage } from '../../support/markdown.ts'

// The tutorial as its readers follow it: in an empty folder, with npm, a shell, curl and the package as it is packed.
// Every block of the shell is run as it is written, but for the port. It needs the registry of npm.

const FOLDER = mkdtempSync(join(tmpdir(), 'tutorial-'))
const run = promisify(execFile)
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string, version: string }

/** A registry that has the package of this repository, and sends other requests to the registry of npm. */
async function startRegistry (): Promise<string> {
  await run('npm', ['pack', '--silent', '--pack-destination', FOLDER])
  const archive = `${name}-${version}.tgz`
  const manifest = JSON.parse(await readFile('package.json', 'utf8')) as object
  const real = (await run('npm', ['config', 'get', 'registry'])).stdout.trim()
  const server = createServer(({ url, headers }, response) => {
    if (url === `/${archive}`) return response.end(readFileSync(join(FOLDER, archive)))
    if (url !== `/${name}`) return response.writeHead(302, { location: new URL(url!, real).href }).end()
    const versions = { [version]: { ...manifest, dist: { tarball: `http://${headers.host}/${archive}` } } }
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
  })
  t.teardown(() => server.close())
  return await listen(server)
}

async function listen (server: ReturnType<typeof createServer>): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function freePort (): Promise<number> {
  const server = createSocket().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const port = await freePort()
const here = (text: string) => text.replaceAll('3000', String(port))
const there = (text: string) => text.replaceAll(String(port), '3000')
const env: NodeJS.ProcessEnv = {
  ...process.env, npm_config_registry: await startRegistry(), npm_config_audit: 'false', npm_config_fund: 'false'
}
// Not as a part of the test that runs here, nor with its loaders.
for (const name of ['NODE_TEST_CONTEXT', 'NODE_OPTIONS']) delete env[name]

let cwd = FOLDER
t.teardown(() => { rmSync(FOLDER, { recursive: true, force: true }) })

/** Runs a block in the folder that the block before it ended in, and returns what it prints. */
async function shell (code: string): Promise<string> {
  const end = join(FOLDER, 'cwd')
  const { stdout } = await run('bash', ['-e', '-c', `${here(code)}\npwd > ${end}`], { cwd, env })
  cwd = (await readFile(end, 'utf8')).trim()
  return there(stdout)
}

const isListening = () => fetch(`http://localhost:${port}/`).then(() => true, () => false)

/** A server that runs until the end, and starts again whenever a file changes. */
class Watched {
  #started = 0

  constructor (code: string) {
    const child = spawn('bash', ['-c', here(code)], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
    t.teardown(() => { process.kill(-child.pid!) })
    child.stdout.on('data', data => { if (String(data).includes('Open http')) this.#started = Date.now() })
  }

  /**
   * Waits until it listens, and nothing has happened for three seconds after a change: it starts again for each file
   * that it imports.
   */
  async isReadyAfter (change: number): Promise<void> {
    const isQuiet = () => this.#started > 0 && Date.now() - Math.max(this.#started, change) > 3000
    while (!isQuiet() || !await isListening()) await wait(100)
  }
}

/** The response that curl prints, with its head if `-i` is given. */
function responseOf (printed: string, hasHead: boolean): LightMyRequestResponse {
  const [head, body] = hasHead ? [printed.split('\r\n\r\n')[0]!, printed.split('\r\n\r\n')[1] ?? ''] : ['', printed]
  const [start, ...fields] = head.split('\r\n')
  const headers = fields.map(field => [field.split(': ')[0]!.toLowerCase(), field.slice(field.indexOf(': ') + 2)])
  const statusCode = hasHead ? Number(start!.split(' ')[1]) : 200
  const json = () => JSON.parse(body) as unknown
  return { statusCode, headers: Object.fromEntries(headers) as object, body, json } as LightMyRequestResponse
}

const { blocks } = readPage('docs/tutorial.md')
let server: Watched | null = null
let changed = 0

async function writeFileOf ({ code }: CodeBlock, file: string): Promise<void> {
  changed = Date.now()
  await writeFile(join(cwd, file), here(code))
}

async function runBlock (t: Test, { code, line }: CodeBlock, next: CodeBlock | undefined): Promise<void> {
  if (code.includes('watch')) server = new Watched(code)
  await server?.isReadyAfter(changed)
  if (code.includes('watch')) return
  const printed = await shell(code)
  if (next?.language === 'text') t.equal(printed, next.code, `line ${line}`)
  if (!code.startsWith('curl') || next === undefined || !['json', 'http'].includes(next.language)) return
  const { sent, shown } = compared(responseOf(printed, code.includes(' -i')), next)
  // A derived entity tag depends on the port.
  t.same(...[sent, shown].map(value => JSON.stringify(value).replace(/~[\w-]+/g, '~')) as [string, string], `line ${line}`)
}

t.test('each command of the tutorial does what the page shows', { timeout: 600_000 }, async t => {
  for (const [index, block] of blocks.entries()) {
    const { language, directive } = block
    const [, file] = /^file: (\S+)/.exec(directive) ?? []
    if (file !== undefined) await writeFileOf(block, file)
    else if (language === 'sh' && !directive.startsWith('not run: ')) await runBlock(t, block, blocks[index + 1])
  }
})
