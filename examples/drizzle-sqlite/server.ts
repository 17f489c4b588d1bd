import { buildApp } from './app.ts'

const { DATABASE_URL = 'file:orders.db', HOST = '127.0.0.1', PORT = '3000' } = process.env
const app = await buildApp({ database: DATABASE_URL, logger: true })
await app.listen({ host: HOST, port: Number(PORT) })
