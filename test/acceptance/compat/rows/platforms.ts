import { runChecks, versionOf } from '../processes.ts'
import type { Row } from '../row.ts'

const PROGRAMS: Readonly<Record<string, readonly [program: string, tool: string]>> = {
  'HTTP/2 without TLS, `Fastify({ http2: true })`': ['http2', 'fastify'],
  '@fastify/aws-lambda': ['lambda', '@fastify/aws-lambda'],
  'fastify-cli, `fastify start`': ['fastify-cli', 'fastify-cli']
}

export const platformRows = Object.entries(PROGRAMS).map(([name, [program, tool]]): Row => ({
  table: 'Platforms',
  name,
  run: async () => ({
    version: versionOf(tool), seen: await runChecks(process.execPath, ['--no-warnings', `programs/${program}.js`])
  })
}))
