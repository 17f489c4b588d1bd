import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPage } from '../../../support/markdown.ts'
import { PROJECT, run, runChecks, succeed } from '../processes.ts'
import type { Row } from '../row.ts'

// Debian keeps servers where only root looks.
const ENV = { PATH: `${process.env['PATH']}:/usr/sbin` }
const PREFIX = '/api'

/** What docs/urls-and-proxies.md shows for a server, with the port of the API. */
function documented (language: string, origin = 3000): string {
  const block = readPage('docs/urls-and-proxies.md').blocks.find(block => block.language === language)
  if (block === undefined) throw new Error(`docs/urls-and-proxies.md has no block in ${language}`)
  return block.code.replace('127.0.0.1:3000', `127.0.0.1:${origin}`)
}

/** A server in front of the API. */
interface Proxy {
  readonly program: string
  readonly version: readonly [args: readonly string[], pattern: RegExp]
  readonly scheme: 'http' | 'https'
  readonly prefix: string
  readonly caches: boolean
  /**
   * Its file, and how it is started with it; a certificate and its key are in `cert.pem` and `key.pem` of the folder,
   * both in `both.pem`.
   */
  configuration (port: number, origin: number, folder: string): string
  args (port: number, file: string, folder: string): readonly string[]
}

// Each replaces what a client sends in forwarded headers, and removes the path prefix that it names.
const nginx: Proxy = {
  program: 'nginx',
  version: [['-v'], /nginx\/([\d.]+)/],
  scheme: 'https',
  prefix: PREFIX,
  caches: false,
  configuration: (port, origin, folder) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${folder}/cert.pem;
    ssl_certificate_key ${folder}/key.pem;
${documented('nginx', origin)}
  }
}
`,
  args: (_port, file, folder) => ['-p', folder, '-c', file]
}

const haproxy: Proxy = {
  program: 'haproxy',
  version: [['-v'], /version ([\d.]+)/],
  scheme: 'https',
  prefix: PREFIX,
  caches: false,
  configuration: (port, origin, folder) => `
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend public
  bind 127.0.0.1:${port} ssl crt ${folder}/both.pem
${documented('haproxy')}
  default_backend api
backend api
  server one 127.0.0.1:${origin}
`,
  args: (_port, file) => ['-db', '-f', file]
}

// Its own rules pass requests with credentials; here they are looked up too,
// so that only the headers of responses protect users.
const varnish: Proxy = {
  program: 'varnishd',
  version: [['-V'], /varnish-([\d.]+)/],
  scheme: 'http',
  prefix: '',
  caches: true,
  configuration: (_port, origin) => `
vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "${origin}"; }
sub vcl_recv {
  set req.http.X-Forwarded-Host = req.http.Host;
  set req.http.X-Forwarded-Proto = "http";
  unset req.http.X-Forwarded-Prefix;
  if (req.method == "GET" || req.method == "HEAD") { return (hash); }
  return (pass);
}
sub vcl_deliver {
  if (obj.hits > 0) { set resp.http.X-Cache = "HIT"; } else { set resp.http.X-Cache = "MISS"; }
}
`,
  args: (port, file, folder) => [
    '-F', '-j', 'none', '-a', `127.0.0.1:${port}`, '-f', file, '-n', join(folder, 'work'), '-s', 'malloc,16m'
  ]
}

const PROXIES: Readonly<Record<string, Proxy>> = {
  'nginx: TLS, path prefix': nginx,
  'HAProxy: TLS, path prefix': haproxy,
  'Varnish: shared cache': varnish
}

async function freePort (): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

async function accepting (port: number, server: ChildProcess, log: () => string): Promise<void> {
  for (let attempt = 0; attempt < 300 && server.exitCode === null; attempt++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(() => true, () => false)
    socket.destroy()
    if (isOpen) return
    await sleep(100)
  }
  throw new Error(`the proxy does not listen\n${log()}`)
}

async function startOrigin (): Promise<readonly [port: number, process: ChildProcess]> {
  const origin = spawn(process.execPath, ['--no-warnings', 'programs/serve.js'], {
    cwd: PROJECT, stdio: ['pipe', 'pipe', 'inherit']
  })
  const [port] = await once(origin.stdout!, 'data') as [Buffer]
  return [Number(String(port)), origin]
}

async function certify (folder: string): Promise<void> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  await succeed('openssl', [
    'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=api.example.com', '-days', '2', '-keyout', key,
    '-out', cert
  ])
  await writeFile(join(folder, 'both.pem'), await readFile(cert, 'utf8') + await readFile(key, 'utf8'))
}

/** Sends the requests of programs/through-proxy.js through a proxy. */
async function check (proxy: Proxy): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'))
  const [origin, api] = await startOrigin()
  const port = await freePort()
  const file = join(folder, 'configuration')
  await certify(folder)
  await writeFile(file, proxy.configuration(port, origin, folder))
  const server = spawn(proxy.program, proxy.args(port, file, folder), {
    env: { ...process.env, ...ENV }, stdio: ['ignore', 'pipe', 'pipe']
  })
  let log = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', data => { log += String(data) })
  const failed = new Promise<never>((_resolve, reject) => { server.once('error', reject) })
  try {
    await Promise.race([accepting(port, server, () => log), failed])
    return await runChecks(process.execPath, [
      'programs/through-proxy.js', String(port), proxy.scheme, proxy.prefix, ...proxy.caches ? ['cache'] : []
    ])
  } finally {
    api.stdin!.end()
    const ended = server.exitCode === null ? once(server, 'exit') : null
    server.kill()
    await ended
    await rm(folder, { recursive: true })
  }
}

async function versionOf ({ program, version: [args, pattern] }: Proxy): Promise<string> {
  const { stdout, stderr } = await run(program, args, { env: ENV })
  return pattern.exec(stdout + stderr)?.[1] ?? 'unknown'
}

export const proxyRows = Object.entries(PROXIES).map(([name, proxy]): Row => ({
  table: 'Proxies', name, run: async () => ({ version: await versionOf(proxy), seen: await check(proxy) })
}))
