import { buildApp } from './app.ts'
import { openDatabase } from './database.ts'

const { DATABASE = 'data', HOST = '127.0.0.1', PORT = '3000' } = process.env
const db = await openDatabase(DATABASE)
const app = await buildApp({ db, logger: true })
app.addHook('onClose', () => db.close())
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close())
await app.listen({ host: HOST, port: Number(PORT) })
