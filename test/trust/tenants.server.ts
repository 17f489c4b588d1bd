import { createTenants } from './tenants.app.ts'

// One instance in a process of its own: it sends its port to the parent, replies to messages with its heap after garbage collection, and
// ends with the parent.

const app = await createTenants()
await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', () => {
  globalThis.gc?.()
  globalThis.gc?.()
  process.send!({ heap: process.memoryUsage().heapUsed, rss: process.memoryUsage.rss() })
})
process.once('disconnect', () => process.exit())
process.send!({ port: (app.server.address() as { port: number }).port })
