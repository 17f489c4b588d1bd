import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'

const isProduction = process.env['NODE_ENV'] === 'production'

async function start (): Promise<void> {
  const app = await buildApp({ logger: { level: isProduction ? 'info' : 'warn' } })
  // On SIGTERM, SIGINT and errors that nothing catches. Requests in progress are completed, for at most ten seconds.
  closeWithGrace({ delay: 10_000, logger: app.log }, async ({ err, signal }) => {
    if (err === undefined) app.log.info(`${signal}: closing`)
    else app.log.fatal(err)
    await app.close()
  })
  const url = await app.listen({ host: app.config.HOST, port: app.config.PORT })
  if (isProduction) return
  console.log(`Orders API  ${url}/  sign in as clerk or admin: the password is the name`)
  console.log(`Explorer    ${url}/explorer`) // --explorer
  console.log(`For agents  claude mcp add --transport http orders ${url}/mcp`) // --mcp
  console.log(`Try         curl ${url}/orders/1`)
}

start().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
