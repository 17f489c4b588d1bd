import { contractText } from '../testing/contract/contract-file.ts'
import { appContract } from './app-contract.ts'
import type { ContractRequest } from './command.ts'
import type { Outcome } from './outcome.ts'
import { contentOf, writeOutput } from './output-file.ts'
import { counted } from './wording.ts'

const WHAT = 'the contract'

/** `hyper-api contract`: prints or writes what clients of an API depend on. @throws Failure */
export async function contract ({ out, ...module }: ContractRequest): Promise<Outcome> {
  const { contract, notes } = await appContract(module)
  const text = contractText(contract)
  if (out === undefined) return { status: 0, output: text, notes }
  const isSame = await contentOf(out, WHAT) === text
  if (!isSame) await writeOutput(out, WHAT, text)
  const count = counted(Object.keys(contract.types).length, 'type')
  return { status: 0, output: `${isSame ? 'Nothing changed in' : 'Wrote'} ${out}: ${count}\n`, notes }
}
