import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Failure } from './failure.ts'
import type { Outcome } from './outcome.ts'
import { writeFiles } from './output-file.ts'
import { resourceFiles } from './resource/files.ts'
import type { NewResource } from './resource/new-resource.ts'
import { runScript } from './resource/project-script.ts'

const LIST = 'src/resources.ts'

const IMPORTS_AND_ELEMENTS =
  /^([^]*^import \{ \w+ \} from '\.\/\S+\/resource\.ts'\r?\n)([^]*\bresources\b[^=]*= \[)([^\]]*?),?\s*\]/m

/** `hyper-api add resource`: writes a resource into the project of the working directory. @throws Failure */
export async function addResource (resource: NewResource): Promise<Outcome> {
  const before = await listOfResources()
  const list = extended(before, resource)
  const files = await resourceFiles(resource)
  checkAbsent(resource, [...files.keys()])
  await writeFiles('.', new Map([...files, [LIST, list]]), 'choose another name')
  return report(resource, [...files.keys()])
}

async function listOfResources (): Promise<string> {
  if (existsSync(LIST)) return readFile(LIST, 'utf8')
  if (existsSync('app.ts') && existsSync('orders.ts')) {
    throw new Failure(`This is a small project: it has no ${LIST}. Write the resource beside orders.ts and register ` +
      'it in app.ts, or begin with a whole project: hyper-api my-orders')
  }
  throw new Failure(`There is no ${LIST} here. Run the command in the folder of a project that hyper-api <dir> wrote.`)
}

/** Returns the list with one more import and element. */
function extended (text: string, { name: { many } }: NewResource): string {
  const [, imports, between, elements] = IMPORTS_AND_ELEMENTS.exec(text) ?? []
  if (imports === undefined || between === undefined || elements === undefined) {
    throw new Failure(`Nothing was written: ${LIST} has no list like ` +
      "'export const resources: readonly Resource[] = [orders]'. Write it so again.")
  }
  if (new RegExp(`\\b${many.identifier}\\b`).test(elements)) {
    throw new Failure(`Nothing was written: ${LIST} has '${many.identifier}' already.`)
  }
  const written = `${imports}${between}${elements}`
  const added = `${imports}import { ${many.identifier} } from './${many.file}/resource.ts'\n` +
    `${between}${elements},\n  ${many.identifier}`
  return added + text.slice(written.length).replace(/^,/, '')
}

/** @throws Failure */
function checkAbsent ({ name: { many } }: NewResource, paths: readonly string[]): void {
  const found = [`src/${many.file}`, ...paths].filter(path => existsSync(path))
  if (found.length === 0) return
  throw new Failure(`Nothing was written: ${found.join(', ')} ${found.length === 1 ? 'is' : 'are'} there already. ` +
    'Choose another name or --plural.')
}

async function report ({ name: { many } }: NewResource, paths: readonly string[]): Promise<Outcome> {
  const routes = await runScript('routes')
  const client = routes.failure === null ? await runScript('client') : routes
  const failure = routes.failure ?? client.failure
  const changed = failure === null ? [LIST, 'src/routes.ts', 'client/api.ts'] : [LIST]
  const steps = failure === null ? [] : ['npm install', 'npm run routes', 'npm run client']
  const lines = [
    `Added ${many.words}, at /${many.file}:`, ...paths.map(path => `  ${path}`), '',
    'Changed:', ...changed.map(path => `  ${path}`), '',
    'Next:', ...steps.map(step => `  ${step}`), '  npm run lint && npm run check && npm test', ''
  ]
  return {
    status: failure === null ? 0 : 1, output: lines.join('\n'), notes: failure === null ? '' : `hyper-api: ${failure}\n`
  }
}
