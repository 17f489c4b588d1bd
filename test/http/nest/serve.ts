import type { Type } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import type { Test } from 'tap'
import { type LogLine, logTo } from '../../support/servers.ts'

export interface NestServer {
  readonly app: NestFastifyApplication
  readonly origin: string
  readonly log: readonly LogLine[]
}

/** Serves an app of NestJS on loopback until the test ends. @param configure what main.ts does */
export async function serveNest (
  t: Pick<Test, 'teardown'>, module: Type, configure: (app: NestFastifyApplication) => unknown = () => {}
): Promise<NestServer> {
  const log: LogLine[] = []
  const adapter = new FastifyAdapter(logTo(log, 'info') as object)
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, { logger: false, abortOnError: false })
  t.teardown(() => app.close())
  await configure(app)
  await app.listen(0, '127.0.0.1')
  return { app, log, origin: await app.getUrl() }
}
