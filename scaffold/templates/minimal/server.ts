import { buildApp } from './app.ts'

const { PORT = '3000', LOG_LEVEL = 'warn' } = process.env
const port = Number(PORT)
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error(`PORT is '${PORT}': set a number from 0 to 65535.`)
  process.exit(1)
}

const app = await buildApp({ logger: { level: LOG_LEVEL } })
const url = await app.listen({ host: '127.0.0.1', port })
console.log(`Orders API  ${url}/`)
console.log(`Explorer    ${url}/explorer`) // --explorer
console.log(`For agents  claude mcp add --transport http orders ${url}/mcp`) // --mcp
console.log(`Try         curl ${url}/orders/42`)
