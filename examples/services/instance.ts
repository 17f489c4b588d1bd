// One instance of a service, started by cluster.ts: `tsx instance.ts billing`.
import type { Name, Urls } from './catalogs.ts'
import { sharedDatabase } from './database.ts'

const { URLS = '', PORT = '0' } = process.env
const [name] = process.argv.slice(2) as [Name]
const { buildApp } = await import(`./${name}.ts`) as typeof import('./orders.ts')
const app = await buildApp({
  db: sharedDatabase(),
  urls: JSON.parse(URLS) as Urls,
  logger: { level: 'error' },
  // nginx opens a connection for each request: one that was accepted before the end gets its response.
  return503OnClosing: false
})
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
process.once('SIGTERM', async () => {
  await app.close()
  process.exit()
})
process.once('disconnect', () => process.exit())
process.send!('ready')
