// The API behind a proxy on loopback, as docs/urls-and-proxies.md configures it. It writes its port,
// and ends with its input.
import { buildApp } from './app.js'

const app = await buildApp({ trustProxy: '127.0.0.1' }, { baseUrl: { prefixHeader: 'x-forwarded-prefix' } })

// Caches may store what depends on no caller.
app.addHook('onSend', async (_request, reply, payload) => {
  if (reply.statusCode === 200 && !reply.hasHeader('cache-control')) reply.header('cache-control', 'public, max-age=60')
  return payload
})
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(app.server.address().port)
process.stdin.resume().once('end', () => process.exit())
