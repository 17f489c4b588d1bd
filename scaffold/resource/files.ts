import { readdir, readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { templateFolder } from '../package.ts'
import { fieldTexts } from './fields.ts'
import type { NewResource } from './new-resource.ts'

/** Returns the files of a new resource: path in the project to content. */
export async function resourceFiles ({ name, fields }: NewResource): Promise<Map<string, string>> {
  const { one, many } = name
  const texts: Readonly<Record<string, string>> = {
    Name: one.type,
    Names: many.type,
    name: one.identifier,
    names: many.identifier,
    noun: one.words,
    nouns: many.words,
    a: /^[aeiou]/.test(one.words) ? 'an' : 'a',
    file: one.file,
    path: many.file,
    table: many.table,
    ...fieldTexts(fields)
  }
  const fill = (template: string) => template.replace(/\{\{(\w+)\}\}/g, (_placeholder, key: string) => texts[key]!)
  const targets: Readonly<Record<string, string>> = {
    'test/store.test.ts': `test/${one.file}-store.test.ts`,
    'test/routes.test.ts': `test/${many.file}.test.ts`
  }
  const files = await templates()
  return new Map(files.map(([path, template]) =>
    [targets[path] ?? path.replace('src/', `src/${many.file}/`), fill(template)]))
}

async function templates (): Promise<[path: string, text: string][]> {
  const folder = fileURLToPath(templateFolder('resource'))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`).sort()
  return Promise.all(files.map(async file => {
    const path = relative(folder, file).replaceAll('\\', '/').replace(/\.txt$/, '')
    return [path, await readFile(file, 'utf8')] as [string, string]
  }))
}
