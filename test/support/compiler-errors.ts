import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import ts from 'typescript'
import { openProject } from './language-service.ts'

/** What a compiler makes of a project. */
export interface Compiled {
  /** The errors as the compiler prints them, with its line breaks. */
  readonly errors: readonly string[]
  /** The files that were read, as the working directory has them. */
  readonly files: readonly string[]
}

/** The compilers whose messages are compared; with COMPILERS=7, as in CI, the newest only. */
export const COMPILERS: Readonly<Record<string, (project: string) => Compiled>> = {
  ...process.env['COMPILERS'] === '7' ? {} : { 'TypeScript 6': compileHere },
  'TypeScript 7': compileWithProgram
}

// In this process, which reads the declarations of packages once for all projects.
function compileHere (project: string): Compiled {
  const program = openProject(project).service.getProgram()!
  const host = {
    getCurrentDirectory: () => process.cwd(), getCanonicalFileName: (file: string) => file, getNewLine: () => '\n'
  }
  return {
    errors: ts.getPreEmitDiagnostics(program).map(diagnostic => ts.formatDiagnostic(diagnostic, host).trimEnd()),
    files: program.getSourceFiles().map(({ fileName }) => relative(process.cwd(), fileName))
  }
}

/**
 * What TypeScript 7 makes of a project. On one processor: other tests run on the others, and four checkers do some of
 * the work four times.
 */
export function compileWithProgram (project: string): Compiled {
  const args = ['node_modules/ts7/lib/tsc.js', '-p', project, '--listFiles', '--pretty', 'false', '--singleThreaded']
  const { stdout, stderr, error } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 24 })
  if (error !== undefined || stdout === '') throw error ?? new Error(stderr)
  const printed = stdout.trimEnd().split(/\n(?=\S)/)
  return {
    errors: printed.filter(text => /\berror TS\d+:/.test(text)),
    files: printed.map(line => relative(process.cwd(), line))
  }
}

/**
 * The errors that the comments `// error: …` of a program, of one line or more, expect in the next line:
 * `'12: TS2345 Argument of …'`.
 */
export function expectedErrors (program: string): string[] {
  const source = readFileSync(program, 'utf8')
  return Array.from(source.matchAll(/^ *\/\/ error: (.*(?:\n *\/\/ .*)*)\n/gm), ({ 0: comment, 1: lines, index }) =>
    `${(source.slice(0, index) + comment).split('\n').length}: ${lines!.replace(/\n *\/\/ /g, ' ')}`)
}

// The order of the members of a union is not specified.
function inOrder (message: string): string {
  return message.replace(/"[^"]+"(?: \| (?:"[^"]+"))+/g, union => union.split(' | ').sort().join(' | '))
}

/** The errors of a compiler for a project with this program; a longer message is one string with line breaks. */
export function errorsOf (compile: (project: string) => Compiled, project: string, program: string): string[] {
  return compile(project).errors.map(text => {
    const [, file, at, error] = /^(.*?)\((\d+),\d+\): error (.*)$/s.exec(text) ?? []
    return file === program ? inOrder(`${at}: ${error!.replace(':', '')}`) : text
  })
}
