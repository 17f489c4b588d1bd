import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { templateFolder } from '../package.ts'
import type { NewResource, Target } from './new-resource.ts'
import { resourceTexts } from './texts.ts'

const MIGRATIONS = 'src/migrations'

/**
 * Returns the files of a new resource: path in the project to content.
 * @param targetOf returns a resource that the project has, by the name of its type
 */
export async function resourceFiles (
  resource: NewResource, targetOf: (type: string) => Target
): Promise<Map<string, string>> {
  const { one, many } = resource.name
  const texts = resourceTexts(resource, targetOf)
  const fill = (template: string) => template.replace(/\{\{(\w+)\}\}/g, (_placeholder, key: string) => texts[key]!)
  const paths = {
    index: `src/routes/${many.file}/index.ts`,
    resource: `src/routes/${many.file}/${one.file}.ts`,
    migration: `${MIGRATIONS}/${nextNumber()}-${many.file}.ts`,
    test: `test/${many.file}.test.ts`
  }
  return new Map(await Promise.all(Object.entries(paths).map(async ([name, path]): Promise<[string, string]> =>
    [path, fill(await readFile(new URL(`${name}.ts.txt`, templateFolder('resource')), 'utf8'))])))
}

// Migrations run in the order of their names.
function nextNumber (): string {
  const numbers = readdirSync(MIGRATIONS).map(name => Number.parseInt(name)).filter(number => number >= 0)
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0')
}
