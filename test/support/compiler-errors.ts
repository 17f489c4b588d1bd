import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The compilers whose messages are compared, and their packages. */
export const COMPILERS: Readonly<Record<string, string>> = { 'TypeScript 6': 'typescript', 'TypeScript 7': 'ts7' }

/** The errors that the comments `// error: …` of a program expect in the next line: `'12: TS2345 Argument of …'`. */
export function expectedErrors (program: string): string[] {
  return readFileSync(program, 'utf8').split('\n').flatMap((line, index) => {
    const [, error] = /^ *\/\/ error: (.*)$/.exec(line) ?? []
    return error === undefined ? [] : [`${index + 2}: ${error}`]
  })
}

// The order of the members of a union is not specified.
function inOrder (message: string): string {
  return message.replace(/"[^"]+"(?: \| (?:"[^"]+"))+/g, union => union.split(' | ').sort().join(' | '))
}

/** The errors that a compiler prints for a project with this program; a longer message is one string with line breaks. */
export function errorsOf (compiler: string, project: string, program: string): string[] {
  const args = [`node_modules/${compiler}/lib/tsc.js`, '-p', project, '--pretty', 'false']
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return stdout.trimEnd().split(/\n(?=\S)/).map(text => {
    const [, file, at, error] = /^(.*?)\((\d+),\d+\): error (.*)$/s.exec(text) ?? []
    return file === program ? inOrder(`${at}: ${error!.replace(':', '')}`) : text
  })
}
