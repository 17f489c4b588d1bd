import { basename, resolve } from 'node:path'
import { UsageError } from './command.ts'
import { isReservedWord } from './resource/names.ts'

/** Checks that a folder can be named after a project, and not after something else. @throws UsageError */
export function checkProjectName (dir: string): void {
  const name = basename(dir).toLowerCase()
  // npm has no packages of some names, and tools keep their own files in folders that begin with a dot.
  if (/[\\/](?:node_modules|favicon\.ico|\.[^\\/]+)$/i.test(resolve(dir))) {
    throw new UsageError(`'${dir}' cannot be a project. ${REMEDY}`)
  }
  if (isReservedWord(name)) throw new UsageError(`'${dir}' is a reserved word of JavaScript. ${REMEDY}`)
  if (FILE.test(name)) {
    throw new UsageError(`'${dir}' is the name of a file. ${REMEDY} Commands for an app come before it: ` +
      `hyper-api check ${dir}`)
  }
}

const REMEDY = 'Choose another folder, such as my-orders.'

const FILE = /\.(?:[cm]?[jt]sx?|json|md|html|txt)$/
