import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A process after garbage collection. */
export interface Reading {
  /** Bytes. */
  readonly heap: number
  /** Bytes. */
  readonly rss: number
  /** Milliseconds of processor time since the last reading. */
  readonly processor: number
  /**
   * Milliseconds: the 99th percentile of how late the event loop was since the last reading,
   * with the 10 ms between two observations.
   */
  readonly pause: number
  /** How many responses with each status the requests got that were sent before. */
  readonly statuses: Readonly<Record<string, number>>
}

/** The API in a process of its own. */
export interface TenantsProcess {
  readonly port: number
  /** @param distinct how many requests with headers that no other request has are sent before */
  read (distinct?: number): Promise<Reading>
  /** Throws if it ended by itself. */
  stop (): Promise<void>
}

/** Starts the API in a process of its own, with `--expose-gc`. */
export async function startTenants (): Promise<TenantsProcess> {
  const child = fork(new URL('./tenants.server.js', import.meta.url), { execArgv: ['--expose-gc'] })
  const exit = once(child, 'exit')
  const ended = exit.then(() => { throw new Error('an instance ended by itself') })
  ended.catch(() => {})
  const [{ port }] = await Promise.race([once(child, 'message'), ended]) as [{ port: number }]
  return {
    port,
    async read (distinct = 0) {
      child.send({ distinct })
      const [reading] = await Promise.race([once(child, 'message'), ended]) as [Reading]
      return reading
    },
    async stop () {
      if (!child.connected) return ended
      child.disconnect()
      await exit
    }
  }
}
