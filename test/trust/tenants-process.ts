import { fork } from 'node:child_process'
import { once } from 'node:events'

/** The memory of a process after garbage collection, in bytes. */
export interface Memory {
  readonly heap: number
  readonly rss: number
}

/** The API in a process of its own. */
export interface TenantsProcess {
  readonly port: number
  memory (): Promise<Memory>
  stop (): void
}

/** Starts the API in a process of its own, with `--expose-gc`. */
export async function startTenants (): Promise<TenantsProcess> {
  const file = import.meta.url.endsWith('.ts') ? './tenants.server.ts' : './tenants.server.js'
  const child = fork(new URL(file, import.meta.url), { execArgv: [...process.execArgv.filter(flag => flag !== '--expose-gc'), '--expose-gc'] })
  const ended = once(child, 'exit').then(() => { throw new Error('an instance ended before it listened') })
  const [{ port }] = await Promise.race([once(child, 'message'), ended]) as [{ port: number }]
  // Later it may end.
  ended.catch(() => {})
  return {
    port,
    async memory () {
      child.send('memory')
      const [memory] = await once(child, 'message') as [Memory]
      return memory
    },
    stop () { child.disconnect() }
  }
}
