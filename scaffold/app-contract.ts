import { type Contract, contractOf } from '../testing/contract/contract.ts'
import type { AppModule } from './command.ts'
import { Failure } from './failure.ts'
import { findingText, notStarted } from './finding.ts'
import { inspectApp } from './inspect-app.ts'

/** The contract of an app, and its findings. */
export interface AppContract {
  readonly contract: Contract
  readonly notes: string
}

/** Returns the contract of an app. @throws Failure */
export async function appContract ({ app, exported }: AppModule): Promise<AppContract> {
  const { models, findings, fault } = await inspectApp(app, exported)
  if (fault !== null) throw notStarted(app, 'its contract is unknown', fault)
  if (models.length === 0) throw new Failure(`${app} does not register fastify-hyper.`)
  const all = await Promise.all(models.map(make => make()))
  if (!all.some(({ routes }) => routes.some(({ name }) => name !== null))) {
    throw new Failure(`${app} has no named routes, so no link leads to one. ` +
      "Name them: config: { hyper: { name: 'GetOrder' } }.")
  }
  return { contract: contractOf(all), notes: findings.map(finding => `${findingText(finding)}\n`).join('') }
}
