import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import ts from 'typescript'
import { createClient } from '../../../client/index.ts'
import { inspectModels, type MakeModel } from '../../../lib/diagnostics/inspection.ts'
import type { ApiModel } from '../../../lib/model/model.ts'
import { apiText } from '../../../scaffold/client/api-text.ts'
import { merged } from '../../../scaffold/client/merged.ts'
import { compareContracts } from '../../../testing/contract/compare.ts'
import { contractOf } from '../../../testing/contract/contract.ts'
import { contractText, parseContract } from '../../../testing/contract/contract-file.ts'
import { type RuleId, ruleOf, RULES, SEVERITIES } from '../../../testing/contract/rules.ts'
import { fetchOf } from '../../../testing/index.ts'
import { openFiles } from '../../support/language-service.ts'
import { type Change, CHANGES } from './changes.ts'
import { build, type Version } from './versions.ts'

// Each change is made: both versions are apps, and a client with the types of the old one runs against both.

const makers = new Map<object, MakeModel[]>()
inspectModels((server, make) => { makers.set(server, [...makers.get(server) ?? [], make]) })

type Started = readonly [app: FastifyInstance, models: readonly ApiModel[]]

const BASE: Partial<Version> = {}
const started = new Map<Partial<Version>, Promise<Started>>()

// No program changes what a version stores, so each has one app.
function start (version = BASE): Promise<Started> {
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

// As it is read from its file.
function contract (models: readonly ApiModel[]) {
  return parseContract(contractText(contractOf(models)), 'contract.json')
}

t.test('every rule has a change, and a section in docs/diff.md', async t => {
  const found = new Set<string>(CHANGES.map(([id]) => id))
  t.same(Object.keys(RULES).filter(id => !found.has(id)), [])
  const withoutProgram = CHANGES.filter(([,,, program]) => program === undefined).map(([id]) => ruleOf(id).severity)
  t.same([...new Set(withoutProgram)], ['risky'], 'only what is risky may work or fail')
  const page = readFileSync('docs/diff.md', 'utf8')
  const sections = [...page.matchAll(/^### (\S+)\n\n(.*)\n\n(.*)\n/gm)].map(([, ...texts]) => texts)
  t.same(sections, Object.entries(RULES).map(([id, { meaning, advice }]) => [id, meaning, advice]))
})

for (const [id, place, { old, now }] of CHANGES) {
  t.test(`${id}: ${place}`, async t => {
    const [[, before], [, after]] = [await start(old), await start(now)]
    const findings = compareContracts(contract(before), contract(after))
    t.ok(findings.some(finding => finding.id === id && finding.place === place), JSON.stringify(findings, null, 1))
    t.same(compareContracts(contract(before), contract(before)), [], 'nothing without a change')
    const worst = Math.min(...findings.map(({ severity }) => SEVERITIES.indexOf(severity)))
    t.equal(SEVERITIES[worst], ruleOf(id).severity, `${JSON.stringify(findings, null, 1)}`)
  })
}

type Program = (root: unknown) => Promise<void>

// The program as its author has it: with the types of the old version.
async function moduleOf ([,, { old }, program]: Change): Promise<{ api: string, text: string }> {
  const [, models] = await start(old)
  const { types, routes } = merged(models)
  const { output } = routes.find(({ url }) => url === `${old?.prefixes?.[0] ?? ''}/`)!
  const api = await apiText({ types, start: output!.types[0]! })
  return {
    api,
    text: `import type { Resource } from 'fastify-hyper/client'
import type { Api } from './api.ts'
export default async (root: Resource<Api['start']>): Promise<void> => {
${program}
}
`
  }
}

async function run (text: string, app: FastifyInstance, prefix: string): Promise<void> {
  const code = ts.transpile(text, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext })
  const { default: program } = await import(`data:text/javascript,${encodeURIComponent(code)}`) as { default: Program }
  const client = createClient(`http://localhost${prefix}/`, { fetch: fetchOf(app), allowOrigin: () => true })
  await program(await client.start())
}

t.test('a program of a client of the old version', async t => {
  const files = new Map<string, string>()
  const programs = CHANGES.filter(([,,, program]) => program !== undefined)
  const folder = `${process.cwd()}/test/http/contract`
  const client = `${process.cwd()}/client/index.ts`
  for (const [index, change] of programs.entries()) {
    const { api, text } = await moduleOf(change)
    files.set(`${folder}/api-${index}.ts`, api.replace('fastify-hyper/client', client))
    files.set(`${folder}/program-${index}.ts`,
      text.replace('fastify-hyper/client', client).replace('./api.ts', `./api-${index}.ts`))
  }

  t.test('compiles', async t => {
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ['lib.es2023.d.ts'],
      types: ['node']
    }
    const names = [...files.keys()]
    const service = openFiles(names, options, files)
    const errors = names.flatMap(name => service.getSemanticDiagnostics(name))
    t.same(errors.map(({ file, messageText }) =>
      `${file?.text}\n${ts.flattenDiagnosticMessageText(messageText, '\n')}`), [])
  })

  for (const [index, change] of programs.entries()) {
    const [id, place, { old, now },, fails] = change
    const text = files.get(`${folder}/program-${index}.ts`)!
    const prefix = old?.prefixes?.[0] ?? ''
    t.test(`${fails === undefined ? 'works' : 'fails'} after ${id}: ${place}`, async t => {
      t.equal(fails !== undefined, severityOf(id) === 'breaking')
      await t.resolves(run(text, (await start(old))[0], prefix), 'works before')
      const after = run(text, (await start(now))[0], prefix)
      if (fails === undefined) await t.resolves(after)
      else await t.rejects(after, fails)
    })
  }
})

function severityOf (id: RuleId): string {
  return ruleOf(id).severity
}
