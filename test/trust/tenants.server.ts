import type { FastifyInstance } from 'fastify'
import { createTenants } from './tenants.app.ts'

// The API in a process of its own, started with --expose-gc. It sends its port to the parent, then replies to messages, and ends with the
// parent.

interface Command {
  /** How many requests with headers that no other request has are sent to the app before the memory is read. */
  readonly distinct: number
}

const app = await createTenants()
await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', async ({ distinct }: Command) => {
  const statuses = await sendDistinct(app, distinct)
  process.send!({ statuses, ...await memory() })
})
process.once('disconnect', () => process.exit())
process.send!({ port: (app.server.address() as { port: number }).port })

// Weak references and finalizers need turns of the event loop between collections.
async function memory (): Promise<{ heap: number, rss: number }> {
  for (let count = 0; count < 4; count++) {
    globalThis.gc!()
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return { heap: process.memoryUsage().heapUsed, rss: process.memoryUsage.rss() }
}

let made = 0

// Every value of Host, Accept and Accept-Language is another one.
async function sendDistinct (app: FastifyInstance, count: number): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  for (let sent = 0; sent < count; sent++) {
    const id = (++made).toString(36)
    const headers = {
      host: `h${id}.example`,
      accept: `application/vnd.x${id}+json;q=0.9, application/hal+json;v=${id};q=0.5, application/json;q=0.4, */*;q=0.1`,
      'accept-language': `x-${id.padStart(2, '0')}, ${['en', 'de', 'fr'][sent % 3]}-${id};q=0.8, *;q=0.1`,
      'x-user': 'user-1-'
    }
    const { statusCode } = await app.inject({ url: sent % 10 === 0 ? '/rows/1' : '/leaflets/1', headers })
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  }
  return statuses
}
