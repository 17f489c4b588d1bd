import { AssertionError } from 'node:assert'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { environmentOf } from '../../lib/context/environment.ts'
import { type MakeModel, modelTopic } from '../../lib/diagnostics/inspection.ts'
import { modelOf } from '../../lib/features/extend.ts'
import { Failure } from '../../scaffold/failure.ts'
import { compareContracts } from './compare.ts'
import { contractOf } from './contract.ts'
import { parseContract } from './contract-file.ts'

/**
 * Compares an app with the contract in a file, which `hyper-api contract` wrote. The app is made ready. Nothing is
 * written.
 * @param file a path, relative to the working directory
 * @throws AssertionError that lists every change, compatible ones too; an error that names the file if it is none
 * @example await expectContract(app, 'contract.json')
 */
export async function expectContract (app: FastifyInstance, file: string): Promise<void> {
  const old = parseContract(await textOf(file), file)
  const findings = compareContracts(old, contractOf(await modelsOf(app)))
  if (findings.length === 0) return
  const lines = findings.map(({ id, severity, place, message }) => `  ${severity}: ${place} ${message} (${id})`)
  throw new AssertionError({
    message: [
      `The app is not what ${file} describes:`, ...lines,
      `If that is intended, write it again: hyper-api contract <app> --out ${file}`
    ].join('\n'),
    operator: 'fail',
    stackStartFn: expectContract
  })
}

async function textOf (file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}. ` +
      `Write it: hyper-api contract <app> --out ${file}`)
  }
}

// An app that was ready before published its models to nobody.
async function modelsOf (app: FastifyInstance) {
  const makers: MakeModel[] = []
  const end = modelTopic.subscribe(({ server, model }) => { if (server === app.server) makers.push(model) })
  try {
    await app.ready()
  } finally {
    end()
  }
  const environment = environmentOf(app)
  if (makers.length === 0 && environment !== null) makers.push(() => modelOf(environment))
  if (makers.length === 0) {
    throw new Failure('expectContract: the app was ready before, and does not have fastify-hyper in its root scope. ' +
      'Pass an app that is not ready yet.')
  }
  return Promise.all(makers.map(make => make()))
}
