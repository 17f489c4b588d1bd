import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Failure } from './failure.ts'

/** Returns the content of a file, with `\n` as line ends; null if there is none. @throws Failure */
export async function contentOf (file: string, what: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw unusable(file, what, error)
  }
}

/** Writes a file, and the folders that it is in. @throws Failure */
export async function writeOutput (file: string, what: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  } catch (error) {
    throw unusable(file, what, error)
  }
}

function unusable (file: string, what: string, error: unknown): Failure {
  return new Failure(`${file} cannot hold ${what}: ${(error as Error).message}. Name another file with --out.`)
}
