import { access, constants, lstat, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { Failure } from './failure.ts'

// Of the entries that prevent writing.
const MOST_SHOWN = 5

/** Returns the content of a file, with `\n` as line ends; null if there is none. @throws Failure */
export async function contentOf (file: string, what: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw unusable(file, what, error)
  }
}

/** Writes a file, and the folders that it is in. Never a part of it: a new one replaces it. @throws Failure */
export async function writeOutput (file: string, what: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    const found = await lstat(file).catch(() => null)
    // A link, or a device such as /dev/stdout, stays one.
    if (found !== null && !found.isFile()) return await writeFile(file, text)
    await access(file, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    const temporary = `${file}.${process.pid}.tmp`
    try {
      await writeFile(temporary, text, { mode: found?.mode ?? 0o666 })
      await rename(temporary, file)
    } finally {
      await rm(temporary, { force: true })
    }
  } catch (error) {
    throw unusable(file, what, error)
  }
}

function unusable (file: string, what: string, error: unknown): Failure {
  return new Failure(`${file} cannot hold ${what}: ${(error as Error).message}. Name another file with --out.`)
}

/**
 * Writes files, and the folders that they are in; nothing if an entry prevents one of them.
 * @param remedy what else the user can do than moving the entry
 * @throws Failure
 */
export async function writeFiles (dir: string, files: ReadonlyMap<string, string>, remedy: string): Promise<void> {
  const found = new Set<string>()
  for (const name of files.keys()) {
    const obstacle = await obstacleTo(resolve(dir, name), dir, false)
    if (obstacle !== null) found.add(obstacle)
  }
  if (found.size > 0) {
    const shown = [...found].slice(0, MOST_SHOWN).join(', ') + (found.size > MOST_SHOWN ? ', …' : '')
    throw new Failure(`Nothing was written: ${dir === '.' ? 'this folder' : dir} has entries that cannot be written ` +
      `over: ${shown}. ` +
      `Move them, or ${remedy}.`)
  }
  for (const [name, text] of files) {
    const file = resolve(dir, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

/**
 * Returns the entry that prevents writing a file or into a folder, with the reason: `src (a file)`. Null if none does.
 * @param dir what its name is relative to
 */
async function obstacleTo (path: string, dir: string, isFolder: boolean): Promise<string | null> {
  const within = relative(dir, path)
  const name = within === '' || within.startsWith('..') ? path : within
  try {
    const isLink = (await lstat(path)).isSymbolicLink()
    const target = await stat(path).catch(() => null)
    if (isLink && target === null) return `${name} (a link to nothing)`
    if (target?.isDirectory() !== isFolder) return `${name} (${isFolder ? 'a file' : 'a folder'})`
    if (isFolder) await access(path, constants.W_OK | constants.X_OK)
    else await (await open(path, 'r+')).close()
    return null
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code!
    const isAbsent = code === 'ENOENT' || code === 'ENOTDIR'
    return isAbsent ? obstacleTo(dirname(path), dir, true) : `${name} (${code})`
  }
}
