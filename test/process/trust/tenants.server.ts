import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { createTenants } from './tenants.app.ts'

// The API in a process of its own, started with --expose-gc. It sends its port to the parent, then replies to messages,
// and ends with the parent.

interface Command {
  /** How many requests with headers that no other request has are sent to the app before the memory is read. */
  readonly distinct: number
}

const app = await createTenants()
await app.listen({ port: 0, host: '127.0.0.1' })
const delay = monitorEventLoopDelay()
delay.enable()
let used = process.cpuUsage()
process.on('message', async ({ distinct }: Command) => {
  const work = sinceLast()
  const statuses = await sendDistinct(app, distinct)
  process.send!({ statuses, ...work, ...await memory() })
  used = process.cpuUsage()
  delay.reset()
})
process.once('disconnect', () => process.exit())
process.send!({ port: (app.server.address() as { port: number }).port })

// Without what reading the memory takes.
function sinceLast (): { processor: number, pause: number } {
  const { user, system } = process.cpuUsage(used)
  return { processor: (user + system) / 1000, pause: delay.percentile(99) / 1e6 }
}

// Weak references and finalizers need turns of the event loop between collections.
async function memory (): Promise<{ heap: number, rss: number }> {
  for (let count = 0; count < 4; count++) {
    globalThis.gc!()
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return { heap: process.memoryUsage().heapUsed, rss: process.memoryUsage.rss() }
}

let made = 0

// So many requests at once: some wait for links.
const TOGETHER = 50

// Every value of Host, Accept and Accept-Language is another one.
async function sendDistinct (app: FastifyInstance, count: number): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  for (let sent = 0; sent < count; sent += TOGETHER) {
    const requests = Array.from({ length: Math.min(TOGETHER, count - sent) }, (_, index) =>
      app.inject(distinctRequest(sent + index)))
    for (const { statusCode } of await Promise.all(requests)) statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  }
  return statuses
}

function distinctRequest (index: number): { url: string, headers: Record<string, string> } {
  const id = (++made).toString(36)
  return {
    url: index % 10 === 0 ? '/rows/1' : '/leaflets/1',
    headers: {
      host: `h${id}.example`,
      accept: `application/vnd.x${id}+json;q=0.9, application/hal+json;v=${id};q=0.5, application/json;q=0.4, ` +
        '*/*;q=0.1',
      'accept-language': `x-${id.padStart(2, '0')}, ${['en', 'de', 'fr'][index % 3]}-${id};q=0.8, *;q=0.1`,
      'x-user': 'user-1-'
    }
  }
}
