import { buildApp } from './app.ts'

const app = await buildApp({ logger: true })
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) })
