import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { readSettings } from './settings.ts'

async function start (): Promise<void> {
  const settings = readSettings()
  const app = await buildApp({ settings, logger: { level: settings.isLocal ? 'warn' : 'info' } })
  // On SIGTERM, SIGINT and errors that nothing catches. Requests in progress are completed, for at most ten seconds.
  closeWithGrace({ delay: 10_000, logger: app.log }, async ({ err, signal }) => {
    if (err === undefined) app.log.info(`${signal}: closing`)
    else app.log.fatal(err)
    await app.close()
  })
  const url = await app.listen({ host: settings.HOST, port: settings.PORT })
  if (!settings.isLocal) return
  console.log(`Orders API  ${url}/  sign in as clerk or admin: the password is the name`)
  console.log(`Explorer    ${url}/explorer`) // --explorer
  console.log(`For agents  claude mcp add --transport http orders ${url}/mcp`) // --mcp
  console.log(`Try         curl ${url}/orders/1`)
}

start().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
