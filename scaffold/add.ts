import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Failure } from './failure.ts'
import type { Outcome } from './outcome.ts'
import { writeFiles } from './output-file.ts'
import { resourceFiles } from './resource/files.ts'
import type { NewResource, Target } from './resource/new-resource.ts'
import { runScript } from './resource/project-script.ts'
import { fieldsCall } from './resource/texts.ts'

const ROOT = 'src/routes/root.ts'
const NAMES = 'src/route-names.ts'

// The imports of a module, up to the last one.
const IMPORTS = /^(?:import .*\r?\n)+/m

// The declaration of the entry point's links, up to its last line.
const ROOT_LINKS = /^[^]*?defineLinks\(RootSchema, links => \{\r?\n[^]*?(?=^\}\))/m

/** `hyper-api add resource`: writes a resource into the project of the working directory. @throws Failure */
export async function addResource (resource: NewResource): Promise<Outcome> {
  const root = extended(await rootText(), resource)
  const names = await readFile(NAMES, 'utf8')
  const files = await resourceFiles(resource, type => targetOf(type, names))
  checkAbsent(resource, [...files.keys()])
  await writeFiles('.', new Map([...files, [ROOT, root]]), 'choose another name')
  return report(resource, [...files.keys()])
}

async function rootText (): Promise<string> {
  if (existsSync(ROOT) && existsSync(NAMES) && existsSync('src/migrations')) return readFile(ROOT, 'utf8')
  if (existsSync('app.ts') && existsSync('orders.ts')) {
    throw new Failure(`This is a small project: it has no ${ROOT}. Write the resource beside orders.ts and register ` +
      'it in app.ts, or begin with a whole project: hyper-api my-orders')
  }
  throw new Failure(`There is no ${ROOT} here. Run the command in the folder of a project that hyper-api <dir> wrote.`)
}

/** Returns the module of the entry point with links to the resource. */
function extended (text: string, { name: { one, many }, fields }: NewResource): string {
  const [declared] = ROOT_LINKS.exec(text) ?? []
  if (declared === undefined) {
    throw new Failure(`Nothing was written: ${ROOT} has no 'defineLinks(RootSchema, links => {' with its own lines. ` +
      'Write it so again.')
  }
  if (new RegExp(`Routes\\.List${many.type}\\b`).test(declared)) {
    throw new Failure(`Nothing was written: ${ROOT} has a link to '${many.file}' already.`)
  }
  const links = `  links.link('${many.file}', Routes.List${many.type}())\n` +
    `  links.affordance('create-${one.file}', Routes.Create${one.type}())${fieldsCall(one, fields)}\n`
  const imported = fieldsCall(one, fields) === ''
    ? declared
    : declared.replace(IMPORTS, `$&import { ${one.identifier}Fields } from './${many.file}/${one.file}.ts'\n`)
  return imported + links + text.slice(declared.length)
}

/** Returns the resource that a reference names. @throws Failure */
function targetOf (type: string, names: string): Target {
  const folder = new RegExp(`^  Get${type}: 'GET /([^/']+)/:id'`, 'm').exec(names)?.[1]
  const list = new RegExp(`^  (List\\w+): 'GET /${folder}'`, 'm').exec(names)?.[1]
  if (folder !== undefined && list !== undefined) return { folder, list, label: labelIn(folder) }
  const known = [...names.matchAll(/^ {2}Get(\w+): 'GET \/[^/']+\/:id'/gm)].map(([, name]) => name)
  throw new Failure(
    `Nothing was written: ${NAMES} has no resource ${type}. Add it first, or name one of ${known.join(', ')}.`
  )
}

// The field that its list searches.
function labelIn (folder: string): string {
  const routes = `src/routes/${folder}/index.ts`
  return (existsSync(routes) ? /\bcontains\('(\w+)'/.exec(readFileSync(routes, 'utf8'))?.[1] : undefined) ?? 'id'
}

/** @throws Failure */
function checkAbsent ({ name: { many } }: NewResource, paths: readonly string[]): void {
  const migrations = readdirSync('src/migrations').filter(name => name.replace(/^\d+-/, '') === `${many.file}.ts`)
  const found = [`src/routes/${many.file}`, ...migrations.map(name => `src/migrations/${name}`), ...paths]
    .filter(path => existsSync(path))
  if (found.length === 0) return
  throw new Failure(`Nothing was written: ${found.join(', ')} ${found.length === 1 ? 'is' : 'are'} there already. ` +
    'Choose another name or --plural.')
}

async function report ({ name: { many } }: NewResource, paths: readonly string[]): Promise<Outcome> {
  const routes = await runScript('routes')
  const { failure } = routes.failure === null ? await runScript('contract') : routes
  const changed = failure === null ? [ROOT, NAMES, 'contract.json'] : [ROOT]
  const steps = failure === null ? [] : ['npm install', 'npm run routes', 'npm run contract']
  const lines = [
    `Added ${many.words}, at /${many.file}:`, ...paths.map(path => `  ${path}`), '',
    'Changed:', ...changed.map(path => `  ${path}`), '',
    'Next:', ...steps.map(step => `  ${step}`), '  npm run lint && npm run check && npm test', ''
  ]
  return {
    status: failure === null ? 0 : 1, output: lines.join('\n'), notes: failure === null ? '' : `hyper-api: ${failure}\n`
  }
}
