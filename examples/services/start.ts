import { startCluster } from './cluster.ts'

const cluster = await startCluster(Number(process.env['PORT'] ?? 3000)).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
for (const [name, url] of Object.entries(cluster.urls)) console.log(`${name}: Server listening at ${url}`)
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await cluster.stop()
    process.exit()
  })
}
