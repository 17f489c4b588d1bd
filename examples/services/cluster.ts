// Three services behind nginx, two instances of each.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Name, Urls } from './catalogs.ts'
import { type Database, openDatabase, type Query, type QueryResult } from './database.ts'

const NAMES: readonly Name[] = ['orders', 'billing', 'shipping']
const MISSING = 'nginx is not on the PATH. Install it: apt-get install nginx-light'

/** The services while they run. */
export interface Cluster {
  readonly urls: Urls
  /** The folder of nginx, with `access.log`. */
  readonly folder: string
  /** Ends one instance of a service; it is started again. Returns its address. */
  end (name: Name, signal: NodeJS.Signals): Promise<string>
  stop (): Promise<void>
}

interface Instance { readonly name: Name, readonly port: number, child: ChildProcess }

/** Starts everything. @param port of the first service; the others have the next ones. 0 for free ones */
export async function startCluster (port: number): Promise<Cluster> {
  const ports = port === 0 ? await freePorts(3) : [port, port + 1, port + 2]
  const urls = Object.fromEntries(NAMES.map((name, index) => [name, `http://127.0.0.1:${ports[index]}`])) as Urls
  const free = await freePorts(2 * NAMES.length)
  const databases = new Map(await Promise.all(NAMES.map(async name => [name, await openDatabase(name)] as const)))
  let isStopped = false
  const startInstance = (name: Name, port: number) => {
    const child = fork('instance.ts', [name], {
      execArgv: ['--import', 'tsx'], env: { ...process.env, PORT: String(port), URLS: JSON.stringify(urls) }
    })
    child.on('message', async (message: Query | 'ready') => {
      const result = message === 'ready' ? null : await run(databases.get(name)!, message)
      if (result !== null && child.connected) child.send(result)
    })
    return child
  }
  const instances = [...NAMES, ...NAMES].map((name, index): Instance => {
    const port = free[index]!
    return { name, port, child: startInstance(name, port) }
  })
  for (const instance of instances) {
    const again = () => {
      if (isStopped) return
      instance.child = startInstance(instance.name, instance.port)
      instance.child.once('exit', again)
    }
    instance.child.once('exit', again)
  }
  await Promise.all(instances.map(({ child }) => once(child, 'message')))
  const nginx = await startNginx(configuration(ports, instances))
  return {
    urls,
    folder: nginx.folder,
    async end (name, signal) {
      const instance = instances.find(instance => instance.name === name)!
      const { child, port } = instance
      child.kill(signal)
      await once(child, 'exit')
      return `127.0.0.1:${port}`
    },
    async stop () {
      isStopped = true
      await nginx.stop()
      await Promise.all(instances.map(async ({ child }) => child.kill('SIGTERM') && once(child, 'exit')))
    }
  }
}

async function run (db: Database, { id, sql, values }: Query): Promise<QueryResult> {
  try {
    return { id, rows: await db.query(sql, values) }
  } catch (error) {
    return { id, error: String(error) }
  }
}

// A request whose instance is gone is sent to the other one: GET and PUT always, POST unless it was sent.
function configuration (ports: readonly number[], instances: readonly Instance[]): string {
  const servers = NAMES.map((name, index) => `
  upstream ${name} {
${instances.filter(instance => instance.name === name).map(({ port }) => `    server 127.0.0.1:${port};`).join('\n')}
  }
  server {
    listen 127.0.0.1:${ports[index]};
    location / {
      proxy_pass http://${name};
      proxy_set_header Host $http_host;
    }
  }`)
  return `
daemon off;
master_process off;
pid nginx.pid;
error_log error.log warn;
events {}
http {
  log_format tried '$http_x_request_id $status $upstream_addr|$upstream_connect_time';
  access_log access.log tried;
  client_body_temp_path body;
  proxy_temp_path proxy;
  proxy_connect_timeout 2s;${servers.join('')}
}
`
}

async function startNginx (text: string): Promise<{ folder: string, stop (): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'services-'))
  await writeFile(join(folder, 'nginx.conf'), text)
  // Debian has it where only root looks.
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { env, stdio: 'inherit' })
  const ended = new Promise<string>(resolve => {
    nginx.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ENOENT' ? MISSING : error.message))
    nginx.once('exit', code => resolve(`nginx ended with ${code}. See ${folder}/error.log`))
  })
  const failure = await Promise.race([ended, new Promise<null>(resolve => setTimeout(resolve, 500, null))])
  if (failure !== null) throw new Error(failure)
  return {
    folder,
    async stop () {
      nginx.kill()
      await ended
      await rm(folder, { recursive: true })
    }
  }
}

async function freePorts (count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map(server => once(server, 'listening')))
  const ports = servers.map(server => (server.address() as { port: number }).port)
  await Promise.all(servers.map(server => once(server.close(), 'close')))
  return ports
}
