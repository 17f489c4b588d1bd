import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path/posix'
import { promisify } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { requestOf } from './doc-requests.ts'
import { load, packageOf } from './doc-run.ts'
import { type Example, examplesOf } from './doc-steps.ts'
import { worldOf } from './doc-world.ts'
import { formFaults } from './form-faults.ts'
import type { Page } from './markdown.ts'

// Runs the example on the page of a code, and returns the message that it causes.

const CHECK = 'hyper-api check'

// What is found in the forms of an app.
const TRIED = ['HYPER010', 'HYPER014']

/** What is logged or thrown with a code: by the module, by the start, or by the requests of the page. */
export async function messagesOf (page: Page, code: string): Promise<string[]> {
  const [example] = examplesOf(page)
  const command = page.blocks.find(block => block.code.startsWith(CHECK))?.code
  if (command !== undefined) return checked(example!, code, /--\w+/.exec(command)?.slice() ?? [])
  const messages: string[] = []
  const keep = (found: { code?: string, message?: string, msg?: string }) => {
    const message = found.msg ?? found.message
    if (found.code === code && message !== undefined) messages.push(message)
  }
  const stream = { write: (line: string) => { keep(JSON.parse(line) as object) } }
  const given = Fastify({ logger: { level: 'info', stream } }) as unknown as FastifyInstance
  const watch = (app: FastifyInstance) => app.addHook('onError', async (_request, _reply, error) => { keep(error) })
  watch(given)
  const warned = (warning: Error) => { keep(warning as Error & { code?: string }) }
  process.on('warning', warned)
  try {
    Object.assign(globalThis, worldOf(await packageOf(), given))
    const { app = given } = await load(example!)
    await app.ready()
    if (TRIED.includes(code)) return await triedForms(app, code)
    for (const { request } of example!.exchanges) await app.inject(requestOf(request))
    await new Promise(resolve => { setImmediate(resolve) })
    await app.close()
  } catch (error) {
    keep(error as Error)
    await given.close()
  } finally {
    process.off('warning', warned)
  }
  return messages
}

async function triedForms (app: FastifyInstance, code: string): Promise<string[]> {
  const faults = await formFaults(app)
  await app.close()
  return faults.filter(fault => fault.startsWith(code)).map(fault => fault.slice(code.length + 1))
}

/** What `hyper-api check` prints of a module. */
async function checked ({ files }: Example, code: string, options: readonly string[]): Promise<string[]> {
  await mkdir('build', { recursive: true })
  const file = join('build', `documented-${process.pid}.ts`)
  await writeFile(file, [...files.values()].join(''))
  const printed = await promisify(execFile)(process.execPath, ['dist/scaffold/cli.js', 'check', file, ...options]).then(
    ({ stdout }) => stdout, (error: { stdout: string }) => error.stdout)
  await rm(file)
  return printed.split('\n').filter(line => line.startsWith(code)).map(line => line.slice(code.length + 1))
}
