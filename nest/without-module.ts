// Decorators and features need the module in an app. A test may compile a part of the app without it:
// they do nothing there.
import { Logger } from '@nestjs/common'
import type { HttpAdapterHost } from '@nestjs/core'
import type { FastifyInstance } from 'fastify'
import { findingTopic } from '../lib/diagnostics/inspection.ts'
import { messageOf } from '../lib/faults.ts'

const logger = new Logger('HyperModule')
const warned = new WeakSet<HttpAdapterHost>()

/**
 * Whether an app makes its providers. A testing module makes them before it has an adapter,
 * and a context without HTTP has none.
 */
export function isApp ({ httpAdapter }: Partial<HttpAdapterHost>): boolean {
  return Boolean(httpAdapter)
}

/** Warns that an app does not import the module; once for each app. */
export function warnWithoutModule (host: HttpAdapterHost): void {
  if (!isApp(host) || warned.has(host)) return
  warned.add(host)
  const finding = {
    code: 'FST_ERR_HYPER_NO_MODULE',
    place: 'HyperModule',
    message: messageOf('FST_ERR_HYPER_NO_MODULE', ['every use of @HyperLinks and HyperModule.forFeature'])
  }
  logger.warn(`${finding.place}: ${finding.message}`)
  const { server } = host.httpAdapter.getInstance<Partial<FastifyInstance>>()
  if (server !== undefined) findingTopic.publish({ server, finding })
}
