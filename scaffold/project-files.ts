import { readdir, readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NewProject } from './command.ts'
import { templateFolder } from './package.ts'
import { buildSettings, compilerSettings, nodeVersion, packageJson } from './project-settings.ts'

/** Returns the files of a new project: path to content. */
export async function projectFiles (project: NewProject): Promise<Map<string, string>> {
  const files = new Map([
    ['package.json', json(packageJson(project))],
    ['tsconfig.json', json(compilerSettings(project))],
    ['tsconfig.build.json', json(buildSettings(project))]
  ])
  for (const [name, text] of await templateFiles(project)) files.set(name, chosenLines(text, project))
  const contract = files.get('contract.json')
  // JSON has no comments that name an option.
  if (contract !== undefined && !project.html) files.set('contract.json', contract.replace(', "text/html"', ''))
  return files
}

async function templateFiles ({ minimal, openapi, framework }: NewProject): Promise<[name: string, text: string][]> {
  const folder = fileURLToPath(templateFolder(minimal ? 'minimal' : 'project'))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  const paths = files.map(({ parentPath, name }) => relative(folder, `${parentPath}/${name}`).replaceAll('\\', '/'))
  const chosen = paths.filter(path => openapi || !path.endsWith('documentation.ts'))
  return Promise.all(chosen.map(async path => {
    const text = await readFile(`${folder}/${path}`, 'utf8')
    return [
      writtenName(path), path === 'Dockerfile' ? text.replaceAll('node:24', `node:${nodeVersion(framework)}`) : text
    ]
  }))
}

// npm omits .gitignore from packages.
function writtenName (path: string): string {
  return path === 'gitignore' ? '.gitignore' : path
}

// A line of an option ends with its name, `// --explorer`; a line that the template itself does not use
// is a comment too.
const OPTIONAL = /^( *)(?:\/\/ )?(.*?) (?:\/\/|<!--) --(html|mcp|explorer|openapi)(?: -->)?\n/gm

type Options = Pick<NewProject, 'html' | 'mcp' | 'explorer' | 'openapi'>

/** Returns the lines of a template that a project with these options has. */
function chosenLines (text: string, options: Options): string {
  return text.replace(OPTIONAL, (_line, indent: string, code: string, option: keyof Options) =>
    options[option] ? `${indent}${code}\n` : '')
}

function json (value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
