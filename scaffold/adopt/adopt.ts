import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { AdoptRequest } from '../command.ts'
import { Failure } from '../failure.ts'
import type { Outcome } from '../outcome.ts'
import { writeFiles } from '../output-file.ts'
import { resolveFrom } from '../resolve-from.ts'
import { counted } from '../wording.ts'
import { type AppRoute, collect } from './collect.ts'
import type { Draft } from './draft.ts'
import { registered, type Registration, registrationOf } from './register.ts'
import { reportOf } from './report.ts'
import { infer } from './rules.ts'
import { sample } from './sample.ts'
import { prettified, type Style, styleOf } from './style.ts'
import { catalogOf, filesOf } from './text.ts'
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
  const files = await textsOf(draft, style, out, app)
  checkAbsent(out, files)
  const specifier = specifierOf(app, out, style)
  const change = write ? changeOf(app, specifier, style) : null
  const paths = new Map([...files].map(([name, text]) => [relative('.', join(out, name)), text]))
  await writeFiles('.', paths, 'name another folder with --out')
  const problem =
    change === null || 'reason' in change
      ? null
      : await applied(request, change.text, skipped.length === 0 ? draft : null)
  const refusal = change !== null && 'reason' in change ? change.reason : problem
  const isRegistered = write && refusal === null
  const followed =
    crawl === null
      ? null
      : crawlOf(request, draft.rootUrl, isRegistered ? null : join(out, `index${style.extension}`))
  return {
    status: followed?.status ?? 0,
    output: [
      reportOf(draft),
      `Wrote ${[...files.keys()].map(name => join(out, name)).join(', ')}.`,
      ...(isRegistered
        ? [`Registered them in ${app}.`]
        : registrationText(app, registrationOf(specifier, style), refusal)),
      ...nextSteps(app),
      ...(followed === null ? [] : ['', followed.output.trimEnd()]),
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
  if (draft.resources.length + draft.collections.length + draft.root.declarations.length > 0) return draft
  const [first] = draft.omitted
  throw new Failure(
    `${app}: no link can be made of its ${counted(routes.length, 'route')}` +
      `${first === undefined ? '' : `. ${first[0].method} ${first[0].url}: ${first[1]}`}. ` +
        'Declare response schemas, or add --crawl.'
  )
}

async function textsOf (draft: Draft, style: Style, out: string, app: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const [name, text] of filesOf(draft, style)) {
    const file = `${name}${style.extension}`
    texts.set(file, await prettified(text, join(out, file), app))
  }
  return texts
}

function checkAbsent (out: string, files: ReadonlyMap<string, string>): void {
  const found = [...files.keys()].map(name => join(out, name)).find(file => existsSync(file))
  if (found !== undefined) {
    throw new Failure(`${found} exists, and nothing was written. Move it, or name another folder with --out.`)
  }
}

function specifierOf (app: string, out: string, { importExtension }: Style): string {
  const path = relative(dirname(app), out).replaceAll('\\', '/')
  const file = `${path === '' ? '' : `${path}/`}index${importExtension}`
  return file.startsWith('.') ? file : `./${file}`
}

function changeOf (app: string, specifier: string, style: Style): { text: string } | { reason: string } {
  const source = readFileSync(app, 'utf8')
  return registered(source, specifier, style)
}

// The app has to see its routes with links. Otherwise it is what it was.
async function applied (request: AdoptRequest, text: string, draft: Draft | null): Promise<string | null> {
  const { app } = request
  const before = readFileSync(app)
  writeFileSync(app, text)
  // An app that did not start before cannot show that it does.
  if (draft === null) return null
  const names = [...catalogOf(draft)].map(([{ method, url }]) => `${method} ${url}`)
  const reason = resolveFrom(app, 'fastify-hyper') === undefined ? null : fault(request, names)
  if (reason !== null) writeFileSync(app, before)
  return reason
}

function registrationText (app: string, { importLine, line }: Registration, refusal: string | null): string[] {
  const reason = refusal === null ? '' : `${app} was not changed: ${refusal}. `
  return [
    `${reason}Register them before the routes, on the instance that has all of them:`,
    '',
    `  ${importLine}`,
    `  ${line}`
  ]
}

function nextSteps (app: string): string[] {
  const install =
    resolveFrom(app, 'fastify-hyper') === undefined ? ['Install the package: npm install fastify-hyper.'] : []
  const steps = [
    ...install,
    'Read the links, and remove what is not meant: the files are yours.',
    'Add conditions with .when(), policies with config.hyper.policy, and tags with config.hyper.etag.',
    `Check them: hyper-api check ${app} --crawl.`
  ]
  return ['', 'Next:', ...steps.map((step, index) => `  ${index + 1}. ${step}`)]
}
