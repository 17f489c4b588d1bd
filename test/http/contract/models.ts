import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { type MakeModel, modelTopic } from '../../../lib/diagnostics/inspection.ts'
import type { ApiModel } from '../../../lib/model/model.ts'
import { build, type Version } from './versions.ts'

const makers = new Map<object, MakeModel[]>()
modelTopic.subscribe(({ server, model }) => { makers.set(server, [...makers.get(server) ?? [], model]) })

type Started = readonly [app: FastifyInstance, models: readonly ApiModel[]]

const BASE: Partial<Version> = {}
const started = new Map<Partial<Version>, Promise<Started>>()

/** Starts a version of the API, once: no program changes what it stores. */
export function start (version = BASE): Promise<Started> {
  const known = started.get(version) ?? startNew(version)
  started.set(version, known)
  return known
}

async function startNew (version: Partial<Version>): Promise<Started> {
  const app = await build(version)
  t.teardown(() => app.close())
  await app.ready()
  return [app, await Promise.all(makers.get(app.server)!.map(make => make()))]
}
