import type { ModelRoute } from '../lib/model/model.ts'
import { onlyType } from '../lib/model/names.ts'
import { appModels } from './app-models.ts'
import { apiText, type ApiTypes } from './client/api-text.ts'
import { merged } from './client/merged.ts'
import type { ClientRequest } from './command.ts'
import { Failure } from './failure.ts'
import { exportOption } from './options.ts'
import type { Outcome } from './outcome.ts'
import { contentOf, writeOutput } from './output-file.ts'
import { counted } from './wording.ts'

const WHAT = 'the types of the API'

/** `hyper-api client`: prints, writes or compares the types of an API for `fastify-hyper/client`. @throws Failure */
export async function client ({ app, exported, out, start, check }: ClientRequest): Promise<Outcome> {
  const { types, notes } = await describedTypes(app, exported, start)
  const text = await apiText(types)
  if (out === undefined) return { status: 0, output: text, notes }
  const before = await contentOf(out, WHAT)
  const count = counted(types.types.length, 'resource type')
  if (before === text) {
    return { status: 0, output: `${check ? `${out} is up to date` : `Nothing changed in ${out}`}: ${count}\n`, notes }
  }
  if (check) {
    const command =
      `hyper-api client ${app}${exportOption(exported)} --out ${out}${start === undefined ? '' : ` --start ${start}`}`
    return { status: 1, output: `${out} is stale. Write it again: ${command}\n`, notes }
  }
  await writeOutput(out, WHAT, text)
  return { status: 0, output: `Wrote ${out}: ${count}\n`, notes }
}

async function describedTypes (
  app: string, exported: string | undefined, start: string | undefined
): Promise<{ types: ApiTypes, notes: string }> {
  const { models, notes } = await appModels({ app, exported }, 'its types are unknown')
  const { types, routes } = merged(models)
  return { types: { types, start: entryType(app, routes, start) }, notes }
}

function entryType (app: string, routes: readonly ModelRoute[], start: string | undefined): string | null {
  const path = start ?? '/'
  const reads = routes.filter(({ methods }) => methods.includes('GET'))
  // The root of a prefix has two URLs, and one of them is its name. Of several versions, the last one counts.
  const found = [path, `${path}/`].map(url => reads.findLast(route => route.url === url)).find(Boolean)
  if (found !== undefined) return onlyType(found.output)
  const urls = [...new Set(reads.map(({ url }) => url))].filter(url => !/[:*]/.test(url))
  throw new Failure(`${app} has no route GET ${path}, which would be the entry point. ` +
    `Name one with --start: ${urls.slice(0, 10).join(', ')}`)
}
