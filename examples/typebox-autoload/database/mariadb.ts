import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Starts MariaDB (Debian: `apt-get install mariadb-server`) for this user, with its files in a folder.
 * It listens on a socket there.
 */
export async function startMariaDb (folder: string): Promise<{ url: string, stop: () => Promise<unknown> }> {
  const data = resolve(folder, 'files')
  const socket = resolve(folder, 'socket')
  const init = join(resolve(folder), 'init.sql')
  const options = ['--no-defaults', `--datadir=${data}`, `--user=${userInfo().username}`]
  if (!existsSync(data)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(init, 'CREATE DATABASE IF NOT EXISTS demo;\n')
    execFileSync(
      'mariadb-install-db', [...options, '--auth-root-authentication-method=normal', '--skip-test-db'],
      { stdio: 'ignore' }
    )
  }
  const server = spawn('mariadbd', [
    ...options, `--socket=${socket}`, '--skip-networking', `--init-file=${init}`
  ], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(server, 'exit')
  process.once('exit', () => server.kill())
  let log = ''
  for await (const chunk of server.stderr.iterator({ destroyOnReturn: false })) {
    log += String(chunk)
    if (log.includes('ready for connections')) break
  }
  server.stderr.resume()
  if (server.exitCode !== null) throw new Error(`MariaDB has not started: ${log}`)
  const stop = () => {
    server.kill()
    return ended
  }
  return { url: `mysql://root@localhost/demo?socketPath=${encodeURIComponent(socket)}`, stop }
}
