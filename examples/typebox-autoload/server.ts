import { randomBytes } from 'node:crypto'
import { buildApp } from './app.ts'
import { startMariaDb } from './database/mariadb.ts'

const { DATABASE_URL, COOKIE_SECRET = randomBytes(32).toString('hex'), HOST = '127.0.0.1', PORT = '3000' } = process.env
const database = DATABASE_URL === undefined ? await startMariaDb('data') : { url: DATABASE_URL, stop: () => {} }
const app = await buildApp({ databaseUrl: database.url, session: { secret: COOKIE_SECRET }, logger: true })
app.addHook('onClose', async () => { await database.stop() })
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close())
await app.listen({ host: HOST, port: Number(PORT) })
