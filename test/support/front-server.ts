import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'

/** A program before servers on loopback: a proxy or a cache. It keeps all that it writes in its folder. */
export interface FrontServer {
  readonly program: string
  readonly args: (folder: string) => readonly string[]
  /** The file `front.conf` in the folder. */
  readonly configuration: (port: number) => string
  readonly prepare?: (folder: string) => unknown
}

/** nginx in the foreground, with one process. */
export const nginxArgs = (folder: string) => ['-p', folder, '-c', 'front.conf', '-e', 'stderr']

/** Starts a program until the test ends; returns its port. */
export async function startFront (
  t: Pick<Test, 'teardown'>, { program, args, configuration, prepare }: FrontServer
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'front-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await prepare?.(folder)
  const port = await freePort()
  await writeFile(join(folder, 'front.conf'), configuration(port))
  // Debian has it where only root looks.
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
  const child = spawn(program, args(folder), { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', chunk => { output += String(chunk) })
  const ended = new Promise<string>(resolve => {
    child.once('error', ({ message }) => resolve(`${message}. Install it: apt-get install ${program}`))
    child.once('exit', () => resolve(`${program} ended: ${output}`))
  })
  t.teardown(async () => {
    child.kill()
    await ended
  })
  const failure = await Promise.race([ended, listening(port)])
  if (failure !== undefined) throw new Error(failure)
  return port
}

async function freePort (): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function listening (port: number): Promise<void> {
  while (!await listens(port)) await sleep(20)
}

function listens (port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })
}
