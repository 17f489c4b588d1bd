import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import type { Test } from 'tap'
import { hypermedia } from '../../testing/index.ts'
import { run } from '../acceptance/scaffold/command.ts'
import { readPage } from './markdown.ts'

// An example of examples/, started in a copy of its folder by the command of its README.

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  readonly json: unknown
  readonly resource: ReturnType<typeof hypermedia>
}

export interface Example {
  readonly folder: string
  readonly origin: string
  /** Sends a request to an href of a response; an object as the body is sent as JSON. */
  send (href: string, options?: { method?: string, headers?: Record<string, string>, body?: object }): Promise<Reply>
}

/** Starts an example. It ends with the test. */
export async function startExample (t: Test, name: string, environment: NodeJS.ProcessEnv = {}): Promise<Example> {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  cpSync(`examples/${name}`, folder, { recursive: true, filter: path => !/(?:node_modules|\.db)$/.test(path) })
  // A process group of its own: npm, its shell and the server end together.
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const env = { ...inherited, npm_config_prefer_offline: 'true', ...environment, PORT: '0' }
  const server = spawn(process.execPath, [resolve('examples/start.js'), folder], {
    env, detached: true, stdio: ['ignore', 'pipe', 'pipe']
  })
  t.teardown(async () => {
    await endGroup(server.pid!)
    rmSync(folder, { recursive: true, force: true })
  })
  return { folder, ...clientOf(await originOf(server)) }
}

async function originOf (
  { stdout, stderr }: { stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream }
): Promise<string> {
  let log = ''
  stderr.on('data', chunk => { log += String(chunk) })
  for await (const line of createInterface(stdout)) {
    log += `${line}\n`
    const origin = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1]
    if (origin !== undefined) return origin
  }
  throw new Error(`The example has not started: ${log}`)
}

async function endGroup (pid: number): Promise<void> {
  const signal = (name: NodeJS.Signals | 0) => {
    try { return process.kill(-pid, name) } catch { return false }
  }
  signal('SIGTERM')
  for (let tries = 0; tries < 100 && signal(0); tries++) await setTimeout(50)
  signal('SIGKILL')
}

function clientOf (origin: string): Pick<Example, 'origin' | 'send'> {
  return {
    origin,
    async send (href, { method = 'GET', headers = {}, body } = {}) {
      const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      const init = { method, headers: { ...type, ...headers }, ...body !== undefined && { body: JSON.stringify(body) } }
      const response = await fetch(new URL(href, origin), init)
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text,
        get json () { return JSON.parse(text) as unknown },
        get resource () { return hypermedia(JSON.parse(text) as object) }
      }
    }
  }
}

/**
 * Runs the commands of the README in their order: each prints the JSON that stands below it.
 * @param others the origins of further servers, by what the README has in their place
 * @param shownOrigin what it has in place of the origin of the example
 */
export async function judgeReadme (
  t: Test, name: string, { origin, folder }: Example, others: Readonly<Record<string, string>> = {},
  shownOrigin = 'http://localhost:3000'
): Promise<void> {
  const { blocks } = readPage(`examples/${name}/README.md`)
  const session = blocks.filter(({ language }) => language === 'console').map(({ code }) => code).join('')
  const steps = [...session.matchAll(/^\$ (curl .*)\n([^$]*)/gm)]
  t.ok(steps.length >= 3, 'the README has three requests')
  for (const [, command = '', shown = ''] of steps) {
    const origins = Object.entries({ [shownOrigin]: origin, ...others })
    const hostOf = (origin: string) => new URL(origin).host
    const sent = origins.reduce((text, [shown, own]) => text.replaceAll(hostOf(shown), hostOf(own)), command)
    const { stdout } = await run(['sh', '-c', sent], folder)
    const received = origins.reduce((text, [shown, own]) => text.replaceAll(own, shown), stdout)
    t.same(JSON.parse(received), JSON.parse(shown), command)
  }
}

/** Runs the scripts of the example that have to succeed. */
export async function judgeScripts (
  t: Test, { folder }: Example, scripts: readonly string[], env: NodeJS.ProcessEnv = {}
): Promise<void> {
  for (const script of scripts) {
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    const { status, stdout, stderr } = await run(['env', ...variables, 'npm', 'run', '--silent', script], folder)
    t.equal(status, 0, status === 0 ? `npm run ${script}` : `npm run ${script}: ${stdout}${stderr}`)
  }
}
