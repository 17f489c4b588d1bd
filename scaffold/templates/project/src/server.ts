import { existsSync } from 'node:fs'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { openDatabase } from './database.ts'
import { readSettings } from './settings.ts'

// Variables of the environment win over those of the file.
if (existsSync('.env')) process.loadEnvFile()

async function start (): Promise<void> {
  const { host, port, jwtSecret, databaseFolder } = readSettings(process.env)
  const database = await openDatabase(databaseFolder)
  const app = await buildApp({ jwtSecret, database, server: { logger: true } })
  // On SIGTERM, SIGINT and errors that nothing catches. Requests in progress are completed, for at most ten seconds.
  closeWithGrace({ delay: 10_000, logger: app.log }, async ({ err, signal }) => {
    if (err === undefined) app.log.info(`${signal}: closing`)
    else app.log.fatal(err)
    // Keep-alive connections close as soon as their request is completed.
    const idle = setInterval(() => app.server.closeIdleConnections(), 100)
    await app.close()
    clearInterval(idle)
    await database.close()
  })
  await app.listen({ host, port })
}

start().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
