import Fastify, { type FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import type { ApiDescription, DescribedType } from '../../lib/diagnostics/api-description.ts'
import { inspectDescriptions } from '../../lib/diagnostics/inspection.ts'
import hyper, { type HyperOptions } from '../../lib/index.ts'

const described = new Map<object, ApiDescription>()
inspectDescriptions((server, description) => { described.set(server, description) })

/** The description of an app; a type is found by its name. */
export interface Described extends ApiDescription {
  type (name: string): DescribedType
}

/** Describes an app that is made ready. */
export async function describeReady (t: Pick<Test, 'teardown'>, app: FastifyInstance): Promise<Described> {
  t.teardown(() => app.close())
  await app.ready()
  const description = described.get(app.server)!
  return { ...description, type: name => description.types.find(type => type.name === name)! }
}

/** Describes a new app with routes. */
export async function describe (
  t: Pick<Test, 'teardown'>, options: HyperOptions, declare: (app: FastifyInstance) => unknown
): Promise<Described> {
  const app = Fastify()
  await app.register(hyper, options)
  await declare(app)
  return describeReady(t, app)
}
