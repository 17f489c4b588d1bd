import type { ApiModel } from '../lib/model/model.ts'
import type { AppModule } from './command.ts'
import { Failure } from './failure.ts'
import { notesOf, notStarted } from './finding.ts'
import { inspectApp } from './inspect-app.ts'

/** The models of an app, one for each registration of the plugin, and its findings. */
export interface AppModels {
  readonly models: readonly ApiModel[]
  readonly notes: string
}

/**
 * Returns the models of an app.
 * @param consequence of a start that fails, for its message
 * @throws Failure
 */
export async function appModels ({ app, exported }: AppModule, consequence: string): Promise<AppModels> {
  const { models, findings, fault } = await inspectApp(app, exported)
  if (fault !== null) throw notStarted(app, consequence, fault)
  if (models.length === 0) throw new Failure(`${app} does not register fastify-hyper.`)
  return { models: await Promise.all(models.map(make => make())), notes: notesOf(findings) }
}
