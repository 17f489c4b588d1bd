import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'

const MISSING = 'nginx is not on the PATH. Install it: apt-get install nginx-light'

/** What a cache stores, and under which key. */
export interface CacheOptions {
  /**
   * The key; null for the default of nginx, which does not contain the Host.
   * @default scheme, Host and URL: every absolute href contains the Host
   */
  readonly key?: string | null
  /** How long responses without a lifetime are stored: `1h`. @default they are not stored */
  readonly valid?: string
}

const HOST_KEY = '$scheme$http_host$request_uri'

// One process that keeps all it writes in its prefix.
const configuration = (port: number, origins: readonly number[], { key = HOST_KEY, valid }: CacheOptions) => `
daemon off;
master_process off;
pid nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  proxy_cache_path cache keys_zone=responses:1m;
  upstream origins {
${origins.map(origin => `    server 127.0.0.1:${origin};`).join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://origins;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_cache responses;
      ${key === null ? '' : `proxy_cache_key ${key};`}
      ${valid === undefined ? '' : `proxy_cache_valid 200 ${valid};`}
      proxy_cache_revalidate on;
      add_header X-Cache $upstream_cache_status always;
      add_header X-Origin $upstream_addr always;
    }
  }
}
`

/** Starts nginx as a cache before servers on loopback, until the test ends. */
export async function startCache (
  t: Pick<Test, 'teardown'>, origins: readonly number[], options: CacheOptions = {}
): Promise<number> {
  const prefix = await mkdtemp(join(tmpdir(), 'cache-'))
  t.teardown(() => rm(prefix, { recursive: true }))
  const port = await freePort()
  await writeFile(join(prefix, 'nginx.conf'), configuration(port, origins, options))
  // Debian has it where only root looks.
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
  const nginx = spawn('nginx', ['-p', prefix, '-c', 'nginx.conf', '-e', 'stderr'], {
    env, stdio: ['ignore', 'ignore', 'pipe']
  })
  let output = ''
  nginx.stderr.on('data', chunk => { output += String(chunk) })
  const ended = new Promise<string>(resolve => {
    nginx.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ENOENT' ? MISSING : error.message))
    nginx.once('exit', () => resolve(`nginx ended: ${output}`))
  })
  t.teardown(async () => {
    nginx.kill()
    await ended
  })
  const failure = await Promise.race([ended, responses(port)])
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

/** Waits until something listens on a port. */
async function responses (port: number): Promise<void> {
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
