import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { relative } from 'node:path'
import type { NewProject } from './command.ts'
import { Failure } from './failure.ts'
import { writeFiles } from './output-file.ts'
import { projectFiles } from './project-files.ts'

/** Writes a new project and returns a report. @throws Failure */
export async function generate (project: NewProject): Promise<string> {
  const { dir, force } = project
  const existing = await entries(dir)
  if (existing.length > 0 && !force) {
    const names = existing.slice(0, 3).join(', ') + (existing.length > 3 ? ', …' : '')
    throw new Failure(
      `${dir} is not empty (it holds ${names}). Name another folder, or write into this one with --force.`
    )
  }
  const files = await projectFiles(project)
  await makeFolder(dir)
  await writeFiles(dir, files, 'name another folder')
  return report(project, [...files.keys()].sort())
}

/** Returns the names of the entries of a folder, without its repository; none if there is no folder. */
async function entries (dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).filter(name => name !== '.git').sort()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    if (code !== 'ENOTDIR') throw error
    throw new Failure(
      `${dir} is ${existsSync(dir) ? 'a file' : 'inside a file'}. Name a folder that is empty or not there yet.`
    )
  }
}

async function makeFolder (dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true })
  } catch (error) {
    throw new Failure(`${dir} cannot be made: ${(error as Error).message}. Name another folder.`)
  }
}

function report ({ dir, framework, minimal, ...project }: NewProject, files: readonly string[]): string {
  const extras = listOf(EXTRAS.flatMap(([option, name]) => project[option] ? name : []))
  const folder = relative('', dir)
  const steps = [...folder === '' ? [] : [`cd ${asArgument(folder)}`], 'npm install', 'npm run dev']
  return [
    `Wrote ${minimal ? 'a small' : 'an'} orders API for ${framework}${extras === '' ? '' : `, with ${extras},`} ` +
      `to ${dir}:`,
    ...files.map(name => `  ${name}`),
    '',
    'Next:',
    ...steps.map(step => `  ${step}`),
    ''
  ].join('\n')
}

const EXTRAS = [
  ['html', 'pages'], ['mcp', 'tools for agents'], ['explorer', 'the explorer'], ['openapi', 'an OpenAPI document']
] as const

function listOf (names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(part => part !== '').join(' and ')
}

// Quoted as one word for a shell.
function asArgument (text: string): string {
  return /^[\p{L}\p{N}_./\\-]+$/u.test(text) ? text : `"${text.replace(/["$`]/g, '\\$&')}"`
}
