import Fastify, { type FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { type MakeModel, modelTopic } from '../../../lib/diagnostics/inspection.ts'
import hyper, { type HyperOptions } from '../../../lib/index.ts'
import type { ApiModel, ModelType } from '../../../lib/model/model.ts'

const models = new Map<object, MakeModel>()
modelTopic.subscribe(({ server, model }) => { models.set(server, model) })

/** The model of an app; a type is found by its name. */
export interface Described extends ApiModel {
  type (name: string): ModelType
  /** The names of the types that a GET route responds with. */
  output (url: string): readonly (string | null)[] | undefined
}

/** Returns the model of an app that is made ready. */
export async function describeReady (t: Pick<Test, 'teardown'>, app: FastifyInstance): Promise<Described> {
  t.teardown(() => app.close())
  await app.ready()
  const model = await models.get(app.server)!()
  return {
    ...model,
    type: name => model.types.find(type => type.name === name)!,
    output: url => model.routes.find(route => route.url === url && route.methods.includes('GET'))?.output?.types
  }
}

/** Returns the model of a new app with routes. */
export async function describe (
  t: Pick<Test, 'teardown'>, options: HyperOptions, declare: (app: FastifyInstance) => unknown
): Promise<Described> {
  const app = Fastify()
  await app.register(hyper, options)
  await declare(app)
  return describeReady(t, app)
}
