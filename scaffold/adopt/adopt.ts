import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { AdoptRequest } from '../command.ts'
import { Failure } from '../failure.ts'
import type { Outcome } from '../outcome.ts'
import { writeFiles } from '../output-file.ts'
import { resolveFrom } from '../resolve-from.ts'
import { counted } from '../wording.ts'
import { catalogOf } from './catalog-names.ts'
import { type AppRoute, collect } from './collect.ts'
import { configsOf, type Draft, placeOf } from './draft.ts'
import { registered, type Registration } from './register.ts'
import { reportOf } from './report.ts'
import { infer } from './rules.ts'
import { sample } from './sample.ts'
import { fixersOf, prettified, styleOf } from './style.ts'
import { filesOf } from './text.ts'
import { crawlOf, fault } from './verify.ts'

/** `hyper-api adopt`: writes link configurations for an app that has none. @throws Failure */
export async function adopt (request: AdoptRequest): Promise<Outcome> {
  const { app, crawl, write } = request
  const out = request.out ?? join(dirname(app), 'hypermedia')
  const { routes, skipped } = await collect(request, async (instance, routes) => {
    if (crawl !== null) await sample(instance, routes, crawl)
  })
  const draft = draftOf(app, routes)
  const style = styleOf(app)
  const files = new Map<string, string>()
  for (const [name, text] of filesOf(draft, style)) {
    const file = join(out, `${name}${style.extension}`)
    files.set(file, await prettified(text, file, app))
  }
  checkAbsent([...files.keys()])
  const { text, reason, registration } =
    registered(readFileSync(app, 'utf8'), specifierOf(app, out, style.importExtension), style)
  await writeFiles('.', files, 'name another folder with --out')
  const refusal = !write ? null : reason ?? applied(request, text!, skipped.length === 0 ? draft : null)
  const isRegistered = write && refusal === null
  const unregistered = isRegistered ? null : { index: join(out, `index${style.extension}`), text }
  const followed = crawl === null ? null : crawlOf(request, draft.rootUrl, unregistered)
  return {
    status: followed?.status || (refusal === null ? 0 : 1),
    output: [
      reportOf(draft),
      `Wrote ${[...files.keys()].join(', ')}.`,
      ...isRegistered ? [`Registered them in ${app}.`] : registrationText(app, registration, refusal),
      ...nextSteps(app, out),
      ...followed === null ? [] : ['', followed.output.trimEnd()],
      ''
    ].join('\n'),
    notes: skipped.map(reason => `Not started, and not needed: ${reason}\n`).join('') + (followed?.notes ?? '')
  }
}

function draftOf (app: string, routes: readonly AppRoute[]): Draft {
  if (routes.every(({ hidden }) => hidden)) {
    throw new Failure(`${app} has no routes. Name the module that registers them, or the one that creates the app.`)
  }
  const draft = infer(routes)
  if (configsOf(draft).some(({ declarations }) => declarations.length > 0)) return draft
  const [first] = draft.omitted
  const reason = first === undefined ? '' : `. ${placeOf(first[0])}: ${first[1]}`
  throw new Failure(`${app}: no link can be made of its ${counted(routes.length, 'route')}${reason}. ` +
    'Declare response schemas, or add --crawl.')
}

function checkAbsent (files: readonly string[]): void {
  const found = files.find(file => existsSync(file))
  if (found === undefined) return
  throw new Failure(`${found} exists, and nothing was written. Move it, or name another folder with --out.`)
}

function specifierOf (app: string, out: string, extension: string): string {
  const file = join(relative(dirname(app), out), `index${extension}`).replaceAll('\\', '/')
  return file.startsWith('.') ? file : `./${file}`
}

// The app has to see its routes with links. Otherwise it is what it was.
function applied (request: AdoptRequest, text: string, draft: Draft | null): string | null {
  const { app } = request
  const before = readFileSync(app)
  writeFileSync(app, text)
  // An app that did not start before cannot show that it does.
  if (draft === null || resolveFrom(app, 'fastify-hyper') === undefined) return null
  const reason = fault(request, [...catalogOf(draft).keys()].map(placeOf))
  if (reason !== null) writeFileSync(app, before)
  return reason
}

function registrationText (app: string, { where, importLine, line }: Registration, refusal: string | null): string[] {
  const reason = refusal === null ? '' : `${app} was not changed: ${refusal}. `
  return [`${reason}Register them ${where}:`, '', `  ${importLine}`, `  ${line}`]
}

function nextSteps (app: string, out: string): string[] {
  const steps = [
    ...resolveFrom(app, 'fastify-hyper') === undefined ? ['Install the package: npm install fastify-hyper.'] : [],
    ...fixersOf(app).map(command => `Format the files: ${command} ${out}.`),
    'Read the links, and remove what is not meant: the files are yours.',
    'Add conditions with .when(), policies with config.hyper.policy, and tags with config.hyper.etag.',
    `Check them: npx fastify-hyper check ${app} --crawl.`
  ]
  return ['', 'Next:', ...steps.map((step, index) => `  ${index + 1}. ${step}`)]
}
