import { type Contract, contractOf } from '../testing/contract/contract.ts'
import { appModels } from './app-models.ts'
import type { AppModule } from './command.ts'
import { Failure } from './failure.ts'

/** The contract of an app, and its findings. */
export interface AppContract {
  readonly contract: Contract
  readonly notes: string
}

/** Returns the contract of an app. @throws Failure */
export async function appContract (module: AppModule): Promise<AppContract> {
  const { models, notes } = await appModels(module, 'its contract is unknown')
  if (!models.some(({ routes }) => routes.some(({ name }) => name !== null))) {
    throw new Failure(`${module.app} has no named routes, so no link leads to one. ` +
      "Name them: config: { hyper: { name: 'GetOrder' } }.")
  }
  return { contract: contractOf(models), notes }
}
