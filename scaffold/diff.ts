import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { compareContracts } from '../testing/contract/compare.ts'
import type { Contract } from '../testing/contract/contract.ts'
import { parseContract } from '../testing/contract/contract-file.ts'
import { type ContractFinding, RULES, SEVERITIES } from '../testing/contract/rules.ts'
import { appContract } from './app-contract.ts'
import type { DiffRequest, FailOn } from './command.ts'
import { reportOf } from './diff-report.ts'
import { Failure } from './failure.ts'
import type { Outcome } from './outcome.ts'

interface Side {
  readonly contract: Contract
  readonly notes: string
}

/** A change that somebody accepted. */
interface Accepted {
  readonly id: string
  readonly place: string
  readonly reason: string
}

// The severities that fail.
const FAILING: Readonly<Record<FailOn, readonly string[]>> = {
  breaking: ['breaking'], risky: ['breaking', 'risky'], any: SEVERITIES
}

/** `hyper-api diff`: reports what changed between two versions of an API. @throws Failure */
export async function diff ({ old, now, exported, format, failOn, accept }: DiffRequest): Promise<Outcome> {
  const accepted = accept === undefined ? [] : await acceptedIn(accept)
  const before = await sideOf(old, exported)
  const after = await sideOf(now, exported)
  const all = compareContracts(before.contract, after.contract)
  const isAccepted = (finding: ContractFinding) => accepted.some(entry => isSame(entry, finding))
  const findings = all.filter(finding => !isAccepted(finding))
  const unused = accepted.filter(entry => !all.some(finding => isSame(entry, finding)))
  const failed = findings.some(({ severity }) => FAILING[failOn].includes(severity))
  return {
    status: failed ? 1 : 0,
    output: reportOf(format, { findings, accepted: all.length - findings.length, file: now }),
    notes: before.notes + after.notes + unused.map(({ id, place }) =>
      `${accept}: ${id} of ${place} is not found any more. Remove the entry.\n`).join('')
  }
}

function isSame (entry: Accepted, { id, place }: ContractFinding): boolean {
  return entry.id === id && entry.place === place
}

/** Returns the contract of a side: of a file, of a file in a commit, or of an app. @throws Failure */
async function sideOf (side: string, exported: string | undefined): Promise<Side> {
  const [, reference, path] = /^git:([^:]*):(.*)$/s.exec(side) ?? []
  if (reference !== undefined) return { contract: parseContract(await inCommit(reference, path!), side), notes: '' }
  if (!side.endsWith('.json')) return appContract({ app: side, exported })
  return { contract: parseContract(await textOf(side, 'hyper-api contract <app> --out writes one.'), side), notes: '' }
}

async function inCommit (reference: string, path: string): Promise<string> {
  try {
    // Without a shell, and nothing after the option is one.
    const args = ['show', '--end-of-options', `${reference}:${path}`]
    return (await promisify(execFile)('git', args, { maxBuffer: 256 * 1024 * 1024 })).stdout
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown, stderr?: string }
    const reason = code === 'ENOENT' ? 'git is not installed' : /^(?:fatal: )?(.*?)\.?$/m.exec(stderr.trim())![1]!
    throw new Failure(`git:${reference}:${path} cannot be read: ${reason}. Name a commit that is fetched, ` +
      'and a path from the root of the repository, or ./ and one from here.')
  }
}

async function textOf (file: string, remedy: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}. ${remedy}`)
  }
}

async function acceptedIn (file: string): Promise<readonly Accepted[]> {
  const form = 'Write an array of { "id", "place", "reason" }, with the texts of the report.'
  const text = await textOf(file, form)
  let entries: unknown
  try {
    entries = JSON.parse(text)
  } catch {
    throw new Failure(`${file}: it is no JSON. ${form}`)
  }
  if (!Array.isArray(entries)) throw new Failure(`${file}: it is no array. ${form}`)
  entries.forEach((entry: Partial<Accepted> | null, index) => {
    const wrong = (['id', 'place', 'reason'] as const)
      .find(name => typeof entry?.[name] !== 'string' || entry[name].trim() === '')
    if (wrong !== undefined) throw new Failure(`${file}, /${index}/${wrong}: it is no text. ${form}`)
    if (!Object.hasOwn(RULES, entry!.id!)) throw new Failure(`${file}, /${index}/id: no rule is named so. ${form}`)
  })
  return entries as Accepted[]
}
