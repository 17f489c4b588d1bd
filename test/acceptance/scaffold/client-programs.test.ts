import type { FastifyInstance } from 'fastify'
import t from 'tap'
import ts from 'typescript'
import { createClient } from '../../../client/index.ts'
import { apiText } from '../../../scaffold/client/api-text.ts'
import { merged } from '../../../scaffold/client/merged.ts'
import { type RuleId, ruleOf } from '../../../testing/contract/rules.ts'
import { fetchOf } from '../../../testing/index.ts'
import { type Change, CHANGES } from '../../http/contract/changes.ts'
import { start } from '../../http/contract/models.ts'
import { openFiles } from '../../support/language-service.ts'

// What a change of an API does to a client: one with the types of the old version runs against both.

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
