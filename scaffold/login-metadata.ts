// Whether clients can read where to log in (RFC 9728): without credentials, because they have none yet.
import type { FastifyInstance } from 'fastify'
import type { Finding } from '../lib/diagnostics/inspection.ts'
import { messageOf } from '../lib/faults.ts'
import { protectedResourcesOf, WELL_KNOWN } from '../lib/features/protected-resources.ts'

/** Returns a finding for each endpoint of an app whose metadata cannot be read. @param app that is ready */
export async function unreadMetadata (app: FastifyInstance): Promise<Finding[]> {
  const resources = protectedResourcesOf(app)
  // The start reports those that nothing serves. The values of parameters are unknown.
  const served = resources.all.filter(({ path, isServed }) => (isServed || resources.isServed) && !path.includes(':'))
  const findings = await Promise.all(served.map(({ path }) => findingOf(app, path)))
  return findings.flatMap(finding => finding ?? [])
}

async function findingOf (app: FastifyInstance, path: string): Promise<Finding | null> {
  const url = WELL_KNOWN + path
  const { statusCode, payload } = await app.inject({ url })
  if (statusCode === 200 && payload.includes('"authorization_servers"')) return null
  const reason = `without credentials, GET ${url} responds ${statusCode}. Let your hooks pass requests to it`
  return { code: 'HYPER044', place: `mcp ${path}, authorization`, message: messageOf('HYPER044', [reason]) }
}
