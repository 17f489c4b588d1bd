import { buildApp } from './app.ts'

const { PORT = '3000' } = process.env
const port = Number(PORT)
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error(`PORT is '${PORT}': set a number from 0 to 65535.`)
  process.exit(1)
}

const app = await buildApp({ logger: true })
await app.listen({ host: '127.0.0.1', port })
